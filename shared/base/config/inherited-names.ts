import { ConfigurationError, type Setting } from './formats.ts';
import { SETTINGS } from './settings/settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of the existing server that restrict access in a way that this service does not support. */
const RESTRICTIONS: Readonly<Record<string, (value: string) => boolean>> = {
  CASS_SSO_ACCOUNT_REQUIRED: () => true,
  CLIENT_SIDE_CERTIFICATE_ONLY: (value) => value === 'true',
};

/**
 * Refuses variables by which the operator of an existing server restricts access, and which this service does not support.
 *
 * @throws ConfigurationError naming the variable
 */
export function refuseRestrictions(environment: Environment): void {
  for (const [name, restricts] of Object.entries(RESTRICTIONS)) {
    const value = environment[name];
    if (!value || !restricts(value)) continue;
    throw new ConfigurationError(
      `${name} is set, but this service does not restrict access in that way: remove it, and use SVC_IP_ALLOW or a reverse proxy.`,
    );
  }
}

/** Names of the existing server (`CASS_…`) that are set and have no effect here, for a warning. */
export function withoutEffect(environment: Environment): readonly string[] {
  const known = new Set(Object.values(SETTINGS).map(({ legacy }: Setting) => legacy));
  return Object.keys(environment).filter((name) => name.startsWith('CASS_') && environment[name] && !known.has(name));
}
