import { expect, it } from 'vitest';
import { createFailover } from './failover.ts';
import { EngineFailure, type EngineRequest } from './transport.ts';

/** A transport over two addresses, of which the first fails with this kind of failure. */
function twoAddresses(kind: EngineFailure['kind']) {
  const sent: string[] = [];
  const failing = { fails: true };
  const address = (name: string, isFailing: () => boolean) => ({
    async request({ path }: EngineRequest) {
      sent.push(`${name} ${path}`);
      if (isFailing()) throw new EngineFailure(kind, 'A fault.');
      return { status: 200, body: name };
    },
  });
  const transport = createFailover([address('a', () => failing.fails), address('b', () => false)]);
  const call = (method: EngineRequest['method'], path: string) => transport.request({ method, path, timeout: 1_000 });
  return { sent, failing, call };
}

it.each([
  ['GET', 'index'],
  ['POST', '_mget'],
  ['POST', '_msearch'],
  ['POST', 'index/_count'],
  ['POST', 'index/_refresh'],
] as const)('a read whose address is unreachable is sent to the next one: %s %s', async (method, path) => {
  const { sent, call } = twoAddresses('away');
  expect(await call(method, path)).toEqual({ status: 200, body: 'b' });
  expect(sent).toEqual([`a ${path}`, `b ${path}`]);
  await call(method, path);
  expect(sent.at(-1)).toBe(`b ${path}`); // and stays there
});

it.each([
  ['POST', '_bulk?require_alias=true&refresh=false'],
  ['PUT', 'index'],
  ['DELETE', 'index'],
  ['POST', '_aliases'],
] as const)('a write is sent once; the next call goes to another address: %s %s', async (method, path) => {
  const { sent, call } = twoAddresses('away');
  await expect(call(method, path)).rejects.toMatchObject({ kind: 'away' });
  expect(sent).toEqual([`a ${path}`]);
  await call(method, path);
  expect(sent).toEqual([`a ${path}`, `b ${path}`]);
});

it.each(['timeout', 'refused', 'large'] as const)('a read is sent once where the failure is "%s"', async (kind) => {
  const { sent, call } = twoAddresses(kind);
  await expect(call('GET', 'index')).rejects.toMatchObject({ kind });
  expect(sent).toEqual(['a index']);
});

it('fails with the last failure when no address answers', async () => {
  const away = { request: () => Promise.reject(new EngineFailure('away', 'No connection.')) };
  const call = createFailover([away, away]).request({ method: 'GET', path: '', timeout: 1_000 });
  await expect(call).rejects.toMatchObject({ kind: 'away' });
});
