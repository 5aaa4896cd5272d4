import type { JsonObject } from '../../linked-data/json.ts';
import { isObject, member } from '../../linked-data/json.ts';
import { type AwsCall, AwsFault } from './json-call.ts';

/** A service of AWS that keeps secrets. */
export type SecretPlace = {
  /** The secret of this name; null if it does not exist. */
  readonly read: (name: string) => Promise<string | null>;
  /** Creates the secret; false if one of this name exists, which is not replaced. */
  readonly make: (name: string, value: string) => Promise<boolean>;
};

/** Encrypted parameters of the SSM Parameter Store, which cost nothing. */
export function parameterStore(call: AwsCall): SecretPlace {
  return {
    read: (name) =>
      unless('ParameterNotFound', null, async () => {
        const { Parameter } = await call('AmazonSSM.GetParameter', { Name: name, WithDecryption: true });
        return text(isObject(Parameter) ? Parameter : {}, 'Value');
      }),
    make: (name, value) =>
      unless('ParameterAlreadyExists', false, async () => {
        await call('AmazonSSM.PutParameter', { Name: name, Value: value, Type: 'SecureString', Overwrite: false });
        return true;
      }),
  };
}

/** Secrets of AWS Secrets Manager. */
export function secretsManager(call: AwsCall): SecretPlace {
  return {
    read: (name) =>
      unless('ResourceNotFoundException', null, async () =>
        text(await call('secretsmanager.GetSecretValue', { SecretId: name }), 'SecretString'),
      ),
    make: (name, value) =>
      unless('ResourceExistsException', false, async () => {
        const ClientRequestToken = crypto.randomUUID();
        await call('secretsmanager.CreateSecret', { Name: name, SecretString: value, ClientRequestToken });
        return true;
      }),
  };
}

function text(object: JsonObject, name: string): string {
  const value = member(object, name);
  if (typeof value !== 'string' || value === '') throw new Error(`The answer of AWS lacks ${name}.`);
  return value;
}

async function unless<T>(type: string, instead: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AwsFault && error.type === type) return instead;
    throw error;
  }
}
