import { ConfigurationError, type Setting } from './formats.ts';
import { refuseRestrictions } from './inherited-names.ts';
import { SETTINGS, type SettingName, type SettingValues } from './settings/settings.ts';

/** The settings that are set, by their own names, as text. */
export type Settings = Readonly<Partial<Record<SettingName, string>>>;

/**
 * Selects this service's variables of an environment, without parsing their values. Empty values are treated as absent.
 *
 * @throws ConfigurationError when a variable and its legacy name have different values, and for a restriction of the existing
 *   server that this service does not have
 */
export function readEnv(environment: Readonly<Record<string, string | undefined>>): Settings {
  refuseRestrictions(environment);
  const settings: Partial<Record<SettingName, string>> = {};
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    const { legacy }: Setting = SETTINGS[name];
    const own = environment[name] || undefined;
    const inherited = (legacy && environment[legacy]) || undefined;
    if (own !== undefined && inherited !== undefined && own !== inherited) {
      throw new ConfigurationError(`${name} and ${legacy} name the same setting and differ: remove one of them.`);
    }
    const value = own ?? inherited;
    if (value !== undefined) settings[name] = value;
  }
  const stores = recordStores(environment, settings.XAPI_CONFIG);
  if (stores !== undefined) settings.XAPI_CONFIG = stores;
  return settings;
}

const STORE_PREFIX = 'XAPI_CONFIG_';

/** The learning record stores of variables with a name each, added to those of one variable. */
function recordStores(
  environment: Readonly<Record<string, string | undefined>>,
  all: string | undefined,
): string | undefined {
  const named = Object.entries(environment).filter(([name, value]) => name.startsWith(STORE_PREFIX) && value);
  if (named.length === 0) return all;
  const parts = named.map(([name, value]) => `${JSON.stringify(name.slice(STORE_PREFIX.length))}:${value}`);
  const others =
    all === undefined ? [] : [all.trim().replace(/^\{/, '').replace(/\}$/, '')].filter((text) => text.trim() !== '');
  return `{${[...others, ...parts].join(',')}}`;
}

const TABLE: { readonly [Name in SettingName]: Setting<SettingValues[Name]> } = SETTINGS;

/** The value of a setting: read from its text, or the default. @throws ConfigurationError for an invalid text */
export function settingValue<Name extends SettingName>(settings: Settings, name: Name): SettingValues[Name] {
  const { parse, default: fallback }: Setting<SettingValues[Name]> = TABLE[name];
  const given = settings[name];
  return given === undefined ? fallback : parse(given, name);
}
