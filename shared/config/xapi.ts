import { ConfigurationError } from './formats.ts';
import { type Settings, settingValue } from './read-env.ts';

/** Whose xAPI statements are taken. */
export type XapiConfig = {
  /** Values of `Authorization` that senders may have instead of proving a key. */
  readonly authorizations: readonly string[];
  /** Statements of other senders are taken too. */
  readonly isOpen: boolean;
};

/** Hosts that only this machine reaches. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[?::1\]?)$/;

/**
 * @param isServer the process listens at the host of the settings
 * @throws ConfigurationError for what is not a value of `Authorization`
 */
export function xapiConfig(
  settings: Settings,
  { host, isServer }: { readonly host: string; readonly isServer: boolean },
): XapiConfig {
  const setting = settingValue(settings, 'XAPI_INGEST_AUTH');
  const isPublished = settingValue(settings, 'SVC_EXTERNAL_ENDPOINT') !== null;
  if (setting === null) return { authorizations: [], isOpen: isServer && LOOPBACK.test(host) && !isPublished };
  if (setting === 'none') return { authorizations: [], isOpen: true };
  if (setting === 'key') return { authorizations: [], isOpen: false };
  const authorizations = setting.split(',').map((value) => value.trim());
  if (authorizations.every((value) => /^(?:Basic|Bearer) [\w.~+/=-]+$/.test(value)))
    return { authorizations, isOpen: false };
  throw new ConfigurationError(
    'XAPI_INGEST_AUTH has to be none, key, or values of Authorization, such as Basic bG1zOnNlY3JldA==, separated by commas.',
  );
}
