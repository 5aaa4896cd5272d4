import { ConfigurationError, type Settings } from './read-env.ts';
import type { VariableName } from './variables.ts';

/** A whole number. @throws ConfigurationError naming the range */
export function integer(settings: Settings, name: VariableName, fallback: number, least: number, most: number): number {
  const text = settings[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new ConfigurationError(`${name} is "${text}", but must be a whole number from ${least} to ${most}.`);
  }
  return value;
}

/** A switch. @throws ConfigurationError for anything that is none */
export function boolean(settings: Settings, name: VariableName, fallback: boolean): boolean {
  const text = settings[name]?.toLowerCase();
  if (text === undefined) return fallback;
  if (['true', '1', 'yes', 'on'].includes(text)) return true;
  if (['false', '0', 'no', 'off'].includes(text)) return false;
  throw new ConfigurationError(`${name} is "${settings[name]}", but must be true or false.`);
}

/** One of some words. @throws ConfigurationError naming them */
export function oneOf<T extends string>(settings: Settings, name: VariableName, allowed: readonly T[], fallback: T): T {
  const text = settings[name];
  if (text === undefined) return fallback;
  const value = allowed.find((candidate) => candidate === text);
  if (value === undefined) {
    throw new ConfigurationError(`${name} is "${text}", but must be one of: ${allowed.join(', ')}.`);
  }
  return value;
}
