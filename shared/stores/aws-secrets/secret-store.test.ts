import { expect, test } from 'vitest';
import { expectedAuthorization } from '../../../test/support/aws-signature.ts';
import type { SharedSecretsConfig } from '../../base/config/secrets.ts';
import { createSharedSecrets } from './secret-store.ts';

const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const REGION = 'eu-central-1';

/**
 * A fake of Parameter Store and Secrets Manager that checks signatures and uses the services' own messages (AWS
 * references: GetParameter, PutParameter, GetSecretValue, CreateSecret).
 */
function fakeAws(service: 'ssm' | 'secretsmanager') {
  const kept = new Map<string, string>();
  const calls: string[] = [];
  const refuse = (type: string) => Response.json({ __type: `com.amazonaws#${type}`, message: 'no' }, { status: 400 });
  const actions: Record<string, (input: Record<string, string>) => Response> = {
    'AmazonSSM.GetParameter': ({ Name = '' }) =>
      kept.has(Name) ? Response.json({ Parameter: { Name, Value: kept.get(Name) } }) : refuse('ParameterNotFound'),
    'AmazonSSM.PutParameter': ({ Name = '', Value = '', Type }) => {
      if (kept.has(Name)) return refuse('ParameterAlreadyExists');
      expect(Type).toBe('SecureString');
      kept.set(Name, Value);
      return Response.json({ Version: 1 });
    },
    'secretsmanager.GetSecretValue': ({ SecretId = '' }) =>
      kept.has(SecretId) ? Response.json({ SecretString: kept.get(SecretId) }) : refuse('ResourceNotFoundException'),
    'secretsmanager.CreateSecret': ({ Name = '', SecretString = '' }) => {
      if (kept.has(Name)) return refuse('ResourceExistsException');
      kept.set(Name, SecretString);
      return Response.json({ Name });
    },
  };
  const send: typeof fetch = async (input, init = {}) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    const headers = new Headers(init.headers);
    const body = String(init.body);
    const call = { url, method: init.method ?? 'GET', headers, body };
    expect(headers.get('authorization')).toBe(expectedAuthorization(call, KEYS, REGION, service));
    const action = headers.get('x-amz-target') ?? '';
    calls.push(action.replace(/^.*\./, ''));
    return actions[action]?.(JSON.parse(body)) ?? refuse('UnknownOperationException');
  };
  return { kept, calls, caller: { credentials: async () => KEYS, fetch: send } };
}

const KEY_SOURCE = { kind: 'keys', sessionToken: null, ...KEYS } as const;

function place(kind: 'ssm' | 'secretsmanager', prefix: string): SharedSecretsConfig {
  return {
    kind,
    prefix,
    service: { region: REGION, endpoint: `https://${kind}.${REGION}.amazonaws.com`, credentials: KEY_SOURCE },
  };
}

placeTests('ssm', '/competencies/prod/');
placeTests('secretsmanager', 'competencies/');

function placeTests(kind: 'ssm' | 'secretsmanager', prefix: string): void {
  test(`${kind}: a secret is made at first need, read once, and found by other processes`, async () => {
    const aws = fakeAws(kind);
    const first = createSharedSecrets(place(kind, prefix), {}, aws.caller);
    expect(await first.secret('skyId.secret', async () => 'made')).toBe('made');
    expect([...aws.kept]).toEqual([[`${prefix}skyId.secret`, 'made']]);
    const calls = aws.calls.length;
    expect(await first.secret('skyId.secret', async () => 'other')).toBe('made');
    expect(aws.calls).toHaveLength(calls);
    const second = createSharedSecrets(place(kind, prefix), {}, aws.caller);
    expect(await second.secret('skyId.secret', async () => 'other')).toBe('made');
  });

  test(`${kind}: processes that create a secret concurrently all get the first one`, async () => {
    const aws = fakeAws(kind);
    const made = Array.from({ length: 8 }, (_, index) =>
      createSharedSecrets(place(kind, prefix), {}, aws.caller).secret('skyId.secret', async () => `made by ${index}`),
    );
    expect(new Set(await Promise.all(made)).size).toBe(1);
  });

  test(`${kind}: a value in the environment wins, and no call is made`, async () => {
    const aws = fakeAws(kind);
    const secrets = createSharedSecrets(place(kind, prefix), { skyId_secret: 'given' }, aws.caller);
    expect(await secrets.secret('skyId.secret', async () => 'made')).toBe('given');
    expect(aws.calls).toEqual([]);
  });

  test(`${kind}: a refusal fails, and the next read tries again`, async () => {
    const aws = fakeAws(kind);
    let broken = true;
    const send: typeof fetch = async (input, init) => {
      if (!broken) return aws.caller.fetch(input, init);
      return Response.json({ __type: 'AccessDeniedException' }, { status: 400 });
    };
    const secrets = createSharedSecrets(place(kind, prefix), {}, { ...aws.caller, fetch: send });
    await expect(secrets.secret('skyId.secret', async () => 'made')).rejects.toThrow('AccessDeniedException');
    broken = false;
    expect(await secrets.secret('skyId.secret', async () => 'made')).toBe('made');
  });
}
