import { type AwsService, awsService } from './aws-access.ts';
import { ConfigurationError } from './configuration-error.ts';
import { type Settings, settingValue } from './read-env.ts';

/** Where the server's own secrets are kept. */
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
 * @param fallback when it is not set
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
