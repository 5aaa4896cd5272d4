import { toConfig } from '../../../shared/config/config.ts';
import { ConfigurationError } from '../../../shared/config/configuration-error.ts';
import type { Platform } from '../../../shared/config/platform.ts';
import { readEnv, settingValue } from '../../../shared/config/read-env.ts';
import { secretFromEnv } from '../../../shared/config/secrets-from-env.ts';
import type { Setting } from '../../../shared/config/setting.ts';
import { SETTINGS } from '../../../shared/config/settings.ts';
import { ADMIN_KEY, OFFLINE, PROFILE_KEY, SALTS, SERVER_SECRET, sub, type Value } from './names.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that the platform decides, or that mean nothing in functions. */
const NOT_HANDED_ON =
  /^(?:AWS_.*|PORT|HOST|SVC_DATA_DIR.*|SVC_KEY_DIR|SEARCH_CA_FILE|PROFILE_STAGES_DIRECTORY|PROFILE_WORKER_MEMORY|KILL|DYNAMODB_PREFIX|WS_ENDPOINT|SECRETS)$/;

/**
 * The settings of `docs/configure.md` that are set where the deployment is made, and keys and salts of the service, handed on
 * under the same names.
 *
 * @throws ConfigurationError for a secret that would stand in the template
 */
export function givenSettings(stage: string, environment: Environment): Readonly<Record<string, string>> {
  const settings = Object.entries(readEnv(environment)).filter(([name]) => !NOT_HANDED_ON.test(name));
  const keys = SECRETS.flatMap((name) => {
    const value = secretFromEnv(environment, name);
    return value === null ? [] : [[name.replaceAll('.', '_'), value] as const];
  });
  const secret = [...settings.filter(([name]) => isSecret(name)), ...keys];
  return Object.fromEntries([
    ...settings.filter(([name]) => !isSecret(name)),
    // On this machine functions have the environment of the framework.
    ...(stage === OFFLINE ? [] : secret.map(asReference)),
  ]);
}

const SECRETS = [ADMIN_KEY, PROFILE_KEY, SERVER_SECRET, ...SALTS];

/** What CloudFormation puts a secret in place of when it deploys: the template does not have it. */
const REFERENCE = /^\{\{resolve:(?:secretsmanager|ssm):[^{}]+\}\}$/;

function asReference([name, value]: readonly [string, string]): readonly [string, string] {
  if (REFERENCE.test(value)) return [name, value];
  throw new ConfigurationError(
    `${name} is a secret, and would stand in the template of the deployment: give it as {{resolve:secretsmanager:…}} or {{resolve:ssm:…}}, see docs/deploy-aws.md.`,
  );
}

function isSecret(name: string): boolean {
  const settings: Readonly<Record<string, Setting>> = SETTINGS;
  return settings[name]?.secret === true;
}

/** The address of the API as the service's own, unless another is given. */
export function ownAddress({ SVC_BASE: base = '', API_DOMAIN: domain }: Environment): Readonly<Record<string, Value>> {
  if (domain) return { SVC_LOOPBACK: `https://${domain}${base}/api/` };
  const address = `https://\${HttpApi}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}${base}/api/`;
  return { SVC_LOOPBACK: sub(address) };
}

/** Where the listeners of the notification channel are spoken to, unless another address is given. */
export function channelAddress(stage: string, { WS_ENDPOINT: given }: Environment): Readonly<Record<string, Value>> {
  const address = `https://\${WebsocketsApi}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}/${stage}`;
  return { WS_ENDPOINT: given || sub(address) };
}

/** Whether profiles are calculated ahead: without that, nothing is called for it. */
export function automaticProfiles(environment: Environment): boolean {
  return settingValue(readEnv(environment), 'AUTO_CALCULATE_PROFILES');
}

/** What stands for a value that only CloudFormation knows: an address, or a region. */
const LATER: Readonly<Record<string, string>> = { SEARCH_AWS_REGION: 'us-east-1' };
/** What the platform gives every function: a region, and keys of its role. */
const OF_PLATFORM = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'role', AWS_SECRET_ACCESS_KEY: 'role' };
const SOME_ADDRESS = 'https://made.example/api/';

/**
 * These settings, if functions begin with them.
 *
 * @throws ConfigurationError in the words in which they would refuse to
 */
export function checked<T extends Readonly<Record<string, Value>>>(platform: Platform, settings: T): T {
  const known = Object.entries(settings).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (LATER[name] ?? SOME_ADDRESS),
  ]);
  toConfig(readEnv({ ...OF_PLATFORM, ...Object.fromEntries(known) }), '0', platform);
  return settings;
}
