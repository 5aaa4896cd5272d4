import { ConfigurationError } from '../../../shared/config/configuration-error.ts';
import type { Environment } from './settings.ts';

/** A whole number from 1 that is set where the deployment is made. @throws ConfigurationError for anything else */
export function count(environment: Environment, name: string, fallback: number): number {
  const text = environment[name] || String(fallback);
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new ConfigurationError(`${name} is "${text}", but must be a whole number from 1 to 99999.`);
}
