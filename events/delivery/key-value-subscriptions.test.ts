import { expect, onTestFinished, test, vi } from 'vitest';
import { memoryKeyValues } from '../../shared/profiles/testing/key-values.ts';
import { createKeyValueSubscriptions } from './key-value-subscriptions.ts';

const NOW = 1_000_000;

/** The subscriptions as two processes over one store see them. */
function world() {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const { keyValues } = memoryKeyValues(() => NOW);
  const store = { changes: async () => ({ objects: [], next: 'now', more: false }) };
  const open = () => createKeyValueSubscriptions({ keyValues, store, now: () => NOW });
  const connection = (id: string) => ({ id, since: NOW, query: '', proofs: [] });
  return { keyValues, connection, one: open(), other: open() };
}

test('two processes that add subscribers at once both succeed', async () => {
  const { connection, one, other } = world();
  await Promise.all([one.add(connection('a'), 'then'), other.add(connection('b'), 'then')]);
  expect((await one.all()).map((subscriber) => subscriber.connection.id)).toEqual(['a', 'b']);
});

test('a handshake that others forestall six times fails with 503, and adds no subscriber', async () => {
  const { keyValues, connection, one, other } = world();
  const set = keyValues.set.bind(keyValues);
  keyValues.set = async (key, value, options) => (key === 'subscribers' ? null : set(key, value, options));
  await expect(one.add(connection('a'), 'then')).rejects.toMatchObject({ code: 'store-unavailable', status: 503 });
  expect(await other.all()).toEqual([]);
});
