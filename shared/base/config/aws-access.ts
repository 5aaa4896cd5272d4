import { ConfigurationError } from './formats.ts';
import { type Settings, settingValue } from './read-env.ts';
import type { SettingName } from './settings/settings.ts';

/** The region that requests to AWS are signed for, and their keys. */
export type AwsAccess = { readonly region: string; readonly credentials: AwsCredentialSource };

/** Fixed keys, or the endpoint of temporary keys in a container with a role. */
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
      /** File that holds that value, read for each request of keys. */
      readonly tokenFile: string | null;
    };

/** Origin of relative addresses of container credentials. */
const CONTAINER_HOST = 'http://169.254.170.2';

/**
 * How requests to the cluster are signed (AWS Signature Version 4); null if SEARCH_AWS_REGION is not set. Keys come from the
 * variables that AWS's own tools read; fixed keys take precedence over a container's.
 *
 * @throws ConfigurationError for settings that cannot work
 */
export function awsAccess(settings: Settings): AwsAccess | null {
  settingValue(settings, 'SEARCH_AWS_SERVICE'); // throws for services that cannot store the objects
  const region = settingValue(settings, 'SEARCH_AWS_REGION');
  return region === null ? null : { region, credentials: requireCredentials(settings, 'SEARCH_AWS_REGION') };
}

/** A service of AWS other than the search cluster. */
export type AwsService = AwsAccess & { readonly endpoint: string };

/**
 * The access to a service of AWS, from the variables that AWS's own tools read; Lambda sets them in functions.
 *
 * @param wantedBy the setting that requires it
 * @throws ConfigurationError when region or keys are missing
 */
export function awsService(
  settings: Settings,
  name: 'dynamodb' | 'secretsmanager' | 'ssm',
  wantedBy: SettingName,
): AwsService {
  const { region, credentials } = awsAccount(settings, wantedBy);
  const endpoints = {
    dynamodb: settings.AWS_ENDPOINT_URL_DYNAMODB,
    secretsmanager: settings.AWS_ENDPOINT_URL_SECRETS_MANAGER,
    ssm: settings.AWS_ENDPOINT_URL_SSM,
  };
  const given = endpoints[name] ?? settings.AWS_ENDPOINT_URL;
  if (given !== undefined && !URL.canParse(given)) {
    throw new ConfigurationError(`The variable AWS_ENDPOINT_URL for ${name} is "${given}", which is not an address.`);
  }
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return { region, credentials, endpoint: given ?? `https://${name}.${region}.${domain}` };
}

/**
 * The region of services of AWS other than the search cluster, and the keys that requests to them are signed with.
 *
 * @param wantedBy the setting that requires it
 * @param region default: AWS_REGION
 * @throws ConfigurationError when one of them is missing
 */
export function awsAccount(
  settings: Settings,
  wantedBy: SettingName,
  region = settingValue(settings, 'AWS_REGION'),
): AwsAccess {
  if (region === null) throw new ConfigurationError(`${wantedBy} needs a region: set AWS_REGION.`);
  return { region, credentials: requireCredentials(settings, wantedBy) };
}

function requireCredentials(settings: Settings, wantedBy: SettingName): AwsCredentialSource {
  const credentials = credentialSource(settings);
  if (credentials !== null) return credentials;
  throw new ConfigurationError(
    `${wantedBy} needs keys to sign with: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run where AWS_CONTAINER_CREDENTIALS_RELATIVE_URI is set.`,
  );
}

function credentialSource(settings: Settings): AwsCredentialSource | null {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken = null,
    AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: relative,
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
  const url = settingValue(settings, 'AWS_CONTAINER_CREDENTIALS_FULL_URI');
  return url === null ? null : { kind: 'endpoint', url, token, tokenFile };
}
