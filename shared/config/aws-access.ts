import { ConfigurationError, type Settings } from './read-env.ts';
import type { VariableName } from './variables.ts';

/** Where requests to AWS are signed for, and with whose keys. */
export type AwsAccess = { readonly region: string; readonly credentials: AwsCredentialSource };

/** Keys that stay, or an address that gives keys which change, as containers have for their role. */
export type AwsCredentialSource =
  | {
      readonly kind: 'keys';
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken: string | null;
    }
  | {
      readonly kind: 'endpoint';
      readonly url: string;
      /** Value of the `Authorization` header for it. */
      readonly token: string | null;
      /** File that holds that value, read anew each time. */
      readonly tokenFile: string | null;
    };

/** Where a relative address of container credentials is. */
const CONTAINER_HOST = 'http://169.254.170.2';

/** Hosts besides loopback that credentials may come from without TLS: those of containers and pods. */
const CREDENTIAL_HOSTS = new Set(['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]', 'localhost', '[::1]']);

/**
 * How requests to the cluster are signed (AWS Signature Version 4), or null when they are not: SEARCH_AWS_REGION decides.
 * Keys come from the variables that all of AWS's own tools read; keys that are given win over a container's.
 *
 * @throws ConfigurationError for settings that cannot work
 */
export function awsAccess(settings: Settings): AwsAccess | null {
  const { SEARCH_AWS_REGION: region, SEARCH_AWS_SERVICE: service = 'es' } = settings;
  if (service === 'aoss') {
    throw new ConfigurationError(
      'SEARCH_AWS_SERVICE is aoss, but serverless collections cannot hold the objects: they show writes only after seconds. Use a domain (es).',
    );
  }
  if (service !== 'es') throw new ConfigurationError(`SEARCH_AWS_SERVICE is "${service}", but must be es.`);
  if (region === undefined) return null;
  checkRegion('SEARCH_AWS_REGION', region);
  const credentials = credentialSource(settings);
  if (credentials === null) {
    throw new ConfigurationError(
      'SEARCH_AWS_REGION is set, but there are no keys to sign with: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run where AWS_CONTAINER_CREDENTIALS_RELATIVE_URI or AWS_CONTAINER_CREDENTIALS_FULL_URI is set.',
    );
  }
  return { region, credentials };
}

/** One of AWS's services other than the search cluster: where it is, and with whose keys its requests are signed. */
export type AwsService = AwsAccess & { readonly endpoint: string };

/**
 * The way to a service of AWS, from the variables that all of AWS's own tools read; functions have them from the platform.
 *
 * @param wantedBy the setting that asks for it
 * @throws ConfigurationError when region or keys are missing
 */
export function awsService(
  settings: Settings,
  name: 'dynamodb' | 'secretsmanager' | 'ssm',
  wantedBy: VariableName,
): AwsService {
  const { region, credentials } = awsAccount(settings, wantedBy);
  const endpoints = {
    dynamodb: settings.AWS_ENDPOINT_URL_DYNAMODB,
    secretsmanager: settings.AWS_ENDPOINT_URL_SECRETS_MANAGER,
    ssm: settings.AWS_ENDPOINT_URL_SSM,
  };
  const given = endpoints[name] ?? settings.AWS_ENDPOINT_URL;
  if (given !== undefined && !URL.canParse(given)) {
    throw new ConfigurationError(`The variable AWS_ENDPOINT_URL for ${name} is "${given}", which is no address.`);
  }
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return { region, credentials, endpoint: given ?? `https://${name}.${region}.${domain}` };
}

/**
 * The region of services of AWS other than the search cluster, and the keys that requests to them are signed with.
 *
 * @param wantedBy the setting that asks for it
 * @throws ConfigurationError when one of them is missing
 */
export function awsAccount(settings: Settings, wantedBy: VariableName): AwsAccess {
  const region = settings.AWS_REGION;
  if (region === undefined) throw new ConfigurationError(`${wantedBy} needs a region: set AWS_REGION.`);
  checkRegion('AWS_REGION', region);
  const credentials = credentialSource(settings);
  if (credentials === null) {
    throw new ConfigurationError(
      `${wantedBy} needs keys to sign with: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run with a role.`,
    );
  }
  return { region, credentials };
}

function checkRegion(name: VariableName, region: string): void {
  if (/^[a-z0-9-]{1,64}$/.test(region)) return;
  throw new ConfigurationError(`${name} is "${region}", but must be a region such as eu-central-1.`);
}

function credentialSource(settings: Settings): AwsCredentialSource | null {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken = null,
    AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: relative,
    AWS_CONTAINER_CREDENTIALS_FULL_URI: full,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: token = null,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile = null,
  } = settings;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new ConfigurationError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together: one of them is missing.');
  }
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { kind: 'keys', accessKeyId, secretAccessKey, sessionToken };
  }
  if (relative !== undefined) return { kind: 'endpoint', url: CONTAINER_HOST + relative, token, tokenFile };
  if (full !== undefined) return { kind: 'endpoint', url: credentialAddress(full), token, tokenFile };
  return null;
}

/** Keys travel over TLS, or not further than this machine. */
function credentialAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol === 'https:') return value;
  if (url?.protocol === 'http:' && (CREDENTIAL_HOSTS.has(url.hostname) || url.hostname.startsWith('127.')))
    return value;
  throw new ConfigurationError(
    'AWS_CONTAINER_CREDENTIALS_FULL_URI must be an https address, or an http address of this machine.',
  );
}
