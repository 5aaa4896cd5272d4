import { expect, test } from 'vitest';
import { createCredentialProvider } from './aws-credentials.ts';

const SOURCE = { kind: 'endpoint', url: 'http://169.254.170.2/role', token: 'secret', tokenFile: null } as const;
const HOUR = 3_600_000;

/** A provider with a clock and an endpoint that the test controls. */
function provider() {
  const world = { now: 0, calls: 0, away: false, tokens: [] as (string | null)[] };
  const give = createCredentialProvider(SOURCE, {
    now: () => world.now,
    fetch: async (_input, init) => {
      world.calls++;
      world.tokens.push(new Headers(init?.headers).get('authorization'));
      if (world.away) return new Response('away', { status: 500 });
      const Expiration = new Date(world.now + HOUR).toISOString();
      return Response.json({ AccessKeyId: `key${world.calls}`, SecretAccessKey: 's', Token: 't', Expiration });
    },
  });
  return { world, give };
}

test('configured keys are returned unchanged', async () => {
  const keys = { kind: 'keys', accessKeyId: 'a', secretAccessKey: 'b', sessionToken: null } as const;
  expect(await createCredentialProvider(keys)()).toEqual({ accessKeyId: 'a', secretAccessKey: 'b' });
});

test('keys of a role are requested once for concurrent callers, with the token', async () => {
  const { world, give } = provider();
  const keys = await Promise.all([give(), give(), give()]);
  expect(new Set(keys.map(({ accessKeyId }) => accessKeyId))).toEqual(new Set(['key1']));
  expect(world.tokens).toEqual(['secret']);
});

test('keys of a role are renewed before they expire', async () => {
  const { world, give } = provider();
  await give();
  world.now = HOUR - 400_000;
  expect((await give()).accessKeyId).toBe('key1');
  world.now = HOUR - 200_000;
  expect((await give()).accessKeyId).toBe('key2');
});

test('keys of a role whose renewal fails are used until they expire, and then an error is thrown', async () => {
  const { world, give } = provider();
  await give();
  world.away = true;
  world.now = HOUR - 200_000;
  expect((await give()).accessKeyId).toBe('key1');
  world.now = HOUR + 1;
  await expect(give()).rejects.toThrow(/500/);
  world.away = false;
  expect((await give()).accessKeyId).toMatch(/^key/);
});
