import { expect, test } from 'vitest';
import { memoryKeyValues } from '../../shared/profiles/testing/key-values.ts';
import { createMcpParts } from './context.ts';
import { beginSession, endSession, readSession } from './session.ts';

const DAY_MS = 86_400_000;

/** The state that two instances of a service share, and a clock. */
function world() {
  let now = 1_800_000_000_000;
  const { keyValues } = memoryKeyValues(() => now);
  const secrets = { secret: async () => 'a secret of the server that is long enough' };
  const instance = () => ({ keyValues, now: () => now, ...createMcpParts(secrets) });
  return { instance, pass: (ms: number) => (now += ms) };
}

function requestIn(session: string): Request {
  return new Request('https://api.example/api/mcp', { headers: { 'mcp-session-id': session } });
}

test('a session is known to other instances for a day, even if they have seen its token before', async () => {
  const { instance, pass } = world();
  const [one, other] = [instance(), instance()];
  const token = await beginSession(one, { protocol: '2025-11-25', toolsets: ['read'] });
  pass(DAY_MS - 2000);
  for (const _ of [1, 2]) {
    expect(await readSession(other, requestIn(token))).toMatchObject({ protocol: '2025-11-25', toolsets: ['read'] });
  }
  pass(3000);
  for (const ctx of [one, other]) {
    await expect(readSession(ctx, requestIn(token))).rejects.toMatchObject({ code: 'no-such-session' });
  }
});

test('a session that has ended is refused by an instance that knew it', async () => {
  const { instance } = world();
  const [one, other] = [instance(), instance()];
  const token = await beginSession(one, { protocol: '2025-11-25', toolsets: null });
  const session = await readSession(other, requestIn(token));
  await endSession(one, session);
  await expect(readSession(other, requestIn(token))).rejects.toMatchObject({ code: 'no-such-session' });
});
