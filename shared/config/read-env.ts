import { VARIABLES, type Variable, type VariableName } from './variables.ts';

/** The settings that are given, by their own names, as text. */
export type Settings = Readonly<Partial<Record<VariableName, string>>>;

/** A configuration that cannot work. Its message is one sentence for the operator; the service does not start. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Picks this service's variables out of an environment: names only, no meaning. Empty counts as not given.
 *
 * @throws ConfigurationError when a variable and its legacy name say different things
 */
export function readEnv(environment: Readonly<Record<string, string | undefined>>): Settings {
  const settings: Partial<Record<VariableName, string>> = {};
  for (const name of Object.keys(VARIABLES) as VariableName[]) {
    const { legacy }: Variable = VARIABLES[name];
    const own = environment[name] || undefined;
    const inherited = (legacy && environment[legacy]) || undefined;
    if (own !== undefined && inherited !== undefined && own !== inherited) {
      throw new ConfigurationError(`${name} and ${legacy} name the same setting and differ: remove one of them.`);
    }
    const value = own ?? inherited;
    if (value !== undefined) settings[name] = value;
  }
  return settings;
}
