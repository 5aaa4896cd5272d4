import { type Platform, toConfig } from '../../../shared/base/config/config.ts';
import { ConfigurationError, type Setting } from '../../../shared/base/config/formats.ts';
import { readEnv, settingValue } from '../../../shared/base/config/read-env.ts';
import { secretFromEnv } from '../../../shared/base/config/secrets.ts';
import { SETTINGS } from '../../../shared/base/config/settings/settings.ts';
import { createAddressTools } from '../../../shared/base/ip-address.ts';
import { ADAPTERS, adapterKeyName } from '../../../shared/exchange/frameworks/adapter-keys.ts';
import {
  ADMIN_KEY,
  BADGE_KEY,
  MASTER_KEY,
  PASSWORD_SALT,
  PROFILE_KEY,
  SECRET_SALT,
  SERVER_SECRET,
  STATEMENT_KEY,
  USERNAME_SALT,
} from '../../../shared/repository/secrets/secret-names.ts';
import { OFFLINE, sub, type Value } from './names.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that the platform decides, or that have no meaning in functions. */
const NOT_PASSED_ON =
  /^(?:AWS_.*|PORT|HOST|SVC_DATA_DIR.*|SVC_KEY_DIR|SEARCH_CA_FILE|PROFILE_STAGES_DIRECTORY|EMBEDDING_MODEL_DIR|WORKER_MAX_MEMORY|KILL|DYNAMODB_PREFIX|WS_ENDPOINT|SECRETS|HTTPS.*|HTTP2_SERVER|MAX_CONNECTIONS|(?:HEAD|REQUEST|IDLE|SHUTDOWN)_TIMEOUT)$/;

/**
 * The settings of `docs/operate/configure.md`, keys and salts in the environment of the deployment, which are passed to the functions under
 * the same names.
 *
 * @throws ConfigurationError for a secret that the template would contain
 */
export function givenSettings(stage: string, environment: Environment): Readonly<Record<string, string>> {
  const settings = Object.entries(readEnv(environment)).filter(([name]) => !NOT_PASSED_ON.test(name));
  const keys = SECRETS.flatMap((name) => {
    const value = secretFromEnv(environment, name);
    return value === null ? [] : [[name.replaceAll('.', '_'), value] as const];
  });
  const secret = [...settings.filter(([name]) => isSecret(name)), ...keys];
  return Object.fromEntries([
    ...settings.filter(([name]) => !isSecret(name)),
    // With `npm run offline`, functions inherit the environment of the framework.
    ...(stage === OFFLINE ? [] : secret.map(asReference)),
  ]);
}

const SECRETS = [
  ADMIN_KEY,
  MASTER_KEY,
  PROFILE_KEY,
  SERVER_SECRET,
  USERNAME_SALT,
  PASSWORD_SALT,
  SECRET_SALT,
  ...ADAPTERS.map(adapterKeyName),
  BADGE_KEY,
  STATEMENT_KEY,
];

/** CloudFormation replaces this with a secret when it deploys: the template does not contain it. */
const REFERENCE = /^\{\{resolve:(?:secretsmanager|ssm):[^{}]+\}\}$/;

function asReference([name, value]: readonly [string, string]): readonly [string, string] {
  if (REFERENCE.test(value)) return [name, value];
  throw new ConfigurationError(
    `${name} is a secret, and would be in the template of the deployment: set it to {{resolve:secretsmanager:…}} or {{resolve:ssm:…}}, see docs/operate/deploy-aws.md.`,
  );
}

function isSecret(name: string): boolean {
  const settings: Readonly<Record<string, Setting>> = SETTINGS;
  return settings[name]?.secret === true;
}

/** The service's own address: the address of the API unless SVC_LOOPBACK is set. */
export function ownAddress({ SVC_BASE: base = '', API_DOMAIN: domain }: Environment): Readonly<Record<string, Value>> {
  if (domain) return { SVC_LOOPBACK: `https://${domain}${base}/api/` };
  const address = `https://\${HttpApi}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}${base}/api/`;
  return { SVC_LOOPBACK: sub(address) };
}

/** The endpoint of the WebSocket API, unless WS_ENDPOINT is set. */
export function channelAddress(stage: string, { WS_ENDPOINT: given }: Environment): Readonly<Record<string, Value>> {
  const address = `https://\${WebsocketsApi}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}/${stage}`;
  return { WS_ENDPOINT: given || sub(address) };
}

/** Whether profiles are calculated ahead: only then is the schedule enabled. */
export function automaticProfiles(environment: Environment): boolean {
  return settingValue(readEnv(environment), 'AUTO_CALCULATE_PROFILES');
}

/** Whether learning record stores are polled: only then is the schedule enabled. */
export function pollsStatements(environment: Environment): boolean {
  const given = readEnv(environment);
  const isEnabled = settingValue(given, 'XAPI_ENDPOINT') !== null && settingValue(given, 'XAPI_ENABLED');
  return isEnabled || settingValue(given, 'XAPI_CONFIG') !== null;
}

/** Whether another server is replicated: only then is the schedule enabled. */
export function replicates(environment: Environment): boolean {
  return settingValue(readEnv(environment), 'SVC_REPLICATION_ENDPOINT') !== null;
}

/** Whether there can be webhooks, whose receivers have to be allowed: only then does the stream call their function. */
export function deliversToWebhooks(environment: Environment): boolean {
  const given = readEnv(environment);
  const isDisabled = settingValue(given, 'DISABLED_ADAPTERS')?.includes('webhooks') === true;
  return settingValue(given, 'FETCH_ALLOW_LIST') !== null && !isDisabled;
}

/** Whether dumps are written to a bucket: only then is the schedule enabled. */
export function writesDumps(environment: Environment): boolean {
  return settingValue(readEnv(environment), 'DUMP_DIRECTORY')?.startsWith('s3:') ?? false;
}

/** Whether an embedding model is configured: only then is the schedule of vectors enabled. */
export function makesVectors(environment: Environment): boolean {
  return settingValue(readEnv(environment), 'EMBEDDING_ENDPOINT') !== null;
}

/** Whether there is work for the schedule of a small deployment: only then is it enabled. */
export function hasSchedules(environment: Environment): boolean {
  const reasons = [automaticProfiles, pollsStatements, replicates, writesDumps, deliversToWebhooks, makesVectors];
  return reasons.some((isWanted) => isWanted(environment));
}

/** Placeholders, while settings are checked, for values that only CloudFormation knows: a region, or else an address. */
const SAMPLE_VALUES: Readonly<Record<string, string>> = { SEARCH_AWS_REGION: 'us-east-1' };
/** The variables that Lambda sets in every function: a region, and keys of its role. */
const LAMBDA_ENVIRONMENT = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'role', AWS_SECRET_ACCESS_KEY: 'role' };
const SAMPLE_ADDRESS = 'https://made.example/api/';

/**
 * Returns the settings if functions start with them.
 *
 * @throws ConfigurationError as the functions would
 */
export function checked<T extends Readonly<Record<string, Value>>>(platform: Platform, settings: T): T {
  const known = Object.entries(settings).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (SAMPLE_VALUES[name] ?? SAMPLE_ADDRESS),
  ]);
  const given = readEnv({ ...LAMBDA_ENVIRONMENT, ...Object.fromEntries(known) });
  toConfig(given, '0', platform, createAddressTools());
  return settings;
}

/** A whole number from 1 in the environment of the deployment. @throws ConfigurationError for anything else */
export function count(environment: Environment, name: string, fallback: number): number {
  const text = environment[name] || String(fallback);
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new ConfigurationError(`${name} is "${text}", but must be a whole number from 1 to 99999.`);
}
