import { readEnv } from '../../../shared/config/read-env.ts';
import { boolean } from '../../../shared/config/values.ts';
import { sub, type Value } from './names.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that the platform decides, or that mean nothing in functions. */
const NOT_HANDED_ON =
  /^(?:AWS_.*|PORT|HOST|SVC_DATA_DIR.*|SVC_KEY_DIR|SEARCH_CA_FILE|PROFILE_STAGES_DIRECTORY|PROFILE_WORKER_MEMORY|KILL|DYNAMODB_PREFIX|WS_ENDPOINT|SECRETS)$/;

/** The settings of `docs/configure.md` that are set where the deployment is made and are handed on under the same names. */
export function givenSettings(environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(readEnv(environment)).filter(([name]) => !NOT_HANDED_ON.test(name)));
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
