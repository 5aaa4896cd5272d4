import { type AwsService, awsService } from './aws-access.ts';
import { ConfigurationError } from './formats.ts';
import { type Settings, settingValue } from './read-env.ts';

/** Where the server's own secrets are stored. */
export type SecretsConfig = { readonly kind: 'directory' } | { readonly kind: 'environment' } | SharedSecretsConfig;

/** A secret store on AWS that all instances share. */
export type SharedSecretsConfig = {
  readonly kind: 'ssm' | 'secretsmanager';
  /** Prefix of the names of the secrets; ends in a slash. */
  readonly prefix: string;
  readonly service: AwsService;
};

const FORMS = 'directory, environment, ssm:/path or secretsmanager:prefix';

/**
 * The meaning of SECRETS.
 *
 * @param fallback used when SECRETS is not set
 * @throws ConfigurationError for any other text
 */
export function secretsConfig(settings: Settings, fallback: 'directory' | 'environment'): SecretsConfig {
  const place = settingValue(settings, 'SECRETS') ?? fallback;
  if (place === 'directory' || place === 'environment') return { kind: place };
  const [, kind, prefix = ''] = /^(ssm|secretsmanager):(.*)$/.exec(place) ?? [];
  if (kind === 'ssm' && /^(?:\/[A-Za-z0-9_.-]+)+\/?$/.test(prefix)) {
    return { kind, prefix: withSlash(prefix), service: awsService(settings, kind, 'SECRETS') };
  }
  if (kind === 'secretsmanager' && /^[A-Za-z0-9_.-][A-Za-z0-9_.\-/]*$/.test(prefix)) {
    return { kind, prefix: withSlash(prefix), service: awsService(settings, kind, 'SECRETS') };
  }
  throw new ConfigurationError(`SECRETS is "${place}", but must be ${FORMS}.`);
}

function withSlash(prefix: string): string {
  return prefix.endsWith('/') ? prefix : `${prefix}/`;
}

/**
 * The secret of that name as the environment gives it, or null. A name that ends in `.pem` is also looked for without that ending:
 * `skyAdmin2.pem` is found as `skyAdmin2.pem`, then as `skyAdmin2`. Each may have `_` where the name has `.`: `skyId_secret`, for
 * platforms that allow no other characters in names of variables. Empty values are treated as absent.
 *
 * PEM text (RFC 7468) often has its line breaks written as the two characters `\n` in an environment: they become line breaks. Any
 * other value is used unchanged.
 *
 * @param env names and values of the environment
 * @param name of the secret, such as `skyId.secret`
 */
export function secretFromEnv(env: Readonly<Record<string, string | undefined>>, name: string): string | null {
  const names = name.endsWith('.pem') ? [name, name.slice(0, -'.pem'.length)] : [name];
  for (const spelling of names.flatMap((one) => [one, one.replaceAll('.', '_')])) {
    const value = Object.hasOwn(env, spelling) ? env[spelling] : undefined;
    if (value) return value.includes('-----BEGIN ') ? value.replace(/(?:\\r)?\\n/g, '\n') : value;
  }
  return null;
}
