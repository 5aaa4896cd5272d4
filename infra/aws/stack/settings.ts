import { ConfigurationError, readEnv } from '../../../shared/config/read-env.ts';
import { secretFromEnv } from '../../../shared/config/secrets-from-env.ts';
import { boolean } from '../../../shared/config/values.ts';
import { VARIABLES, type Variable } from '../../../shared/config/variables.ts';
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
  const variables: Readonly<Record<string, Variable>> = VARIABLES;
  return variables[name]?.secret === true;
}

/** The address of the API as the service's own, unless another is given. */
export function ownAddress({ SVC_BASE: base = '' }: Environment): Readonly<Record<string, Value>> {
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
  return boolean(readEnv(environment), 'AUTO_CALCULATE_PROFILES', false);
}
