import { describe, expect, test } from 'vitest';
import { toConfig } from '../../base/config/config.ts';
import { type PublicKey, parsePublicKey } from '../../base/crypto/public-key.ts';
import { createForwarding } from '../access/forwarding.ts';
import { callerWith, publicKey } from '../access/testing/caller.ts';
import { followRekey, makeRekeyRequest } from '../access/testing/rekey.ts';
import { makeKey } from '../access/testing/sheet.ts';
import type { Head, ObjectStore, SearchRequest } from '../store/object-store.ts';
import { loadForwarding } from './load-forwarding.ts';

type Source = Pick<ObjectStore, 'searchStates' | 'heads' | 'texts'>;

/** A store that answers each search with the next of these pages, and refuses cursors that it did not give. */
function storeOf(pages: readonly (readonly string[])[]): Source & { reads: number } {
  const states = pages.map(
    (texts, at) =>
      texts.map(
        (text, i) =>
          ({ key: `${at} ${i}`, shortId: `${at} ${i}`, version: 1, time: 1, text, deleted: false }) as unknown as Head,
      ), // all that is read
  );
  const store = {
    reads: 0,
    searchStates: async ({ caller, cursor }: SearchRequest) => {
      const at = cursor === null ? 0 : Number(cursor);
      const hits = states[at];
      if (hits === undefined || !caller.admin) throw new Error('no such page');
      return { hits, next: at + 1 < pages.length ? String(at + 1) : null };
    },
    texts: async () => [], // all come along
    heads: async (names: readonly string[]) => {
      store.reads += names.length;
      return names.map((name) => states.flat().find(({ shortId }) => shortId === name) ?? null);
    },
  };
  return store;
}

describe('at its start', () => {
  test('the service loads every stored request that verifies, over all pages', async () => {
    const keys = await Promise.all([makeKey(), makeKey(), makeKey(), makeKey()]);
    const [a, b, c, d] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0], (typeof keys)[0]];
    const valid = [JSON.stringify(await makeRekeyRequest(a, b)), JSON.stringify(await makeRekeyRequest(b, c))];
    const bogus = JSON.stringify(await makeRekeyRequest(d, c, { signers: { from: c } }));
    const forwarding = createForwarding({ readKey: parsePublicKey, logger: { info: () => {} } });
    const store = storeOf([[valid[0] ?? ''], [bogus], [valid[1] ?? '']]);
    await loadForwarding({ store, forwarding, config: toConfig({}, '1') });
    const proved = forwarding.apply(callerWith([c.publicKey])).everywhere.keys;
    expect(proved).toEqual(new Set([a, b, c].map(({ publicKey }) => publicKey.id)));
  });
});

describe('when the forwarding table is reloaded', () => {
  test('it removes requests that are no longer stored, and none that were added during the load', async () => {
    const [a, b, c, d] = [1, 2, 3, 4].map(publicKey) as [PublicKey, PublicKey, PublicKey, PublicKey];
    const forwarding = createForwarding({ readKey: parsePublicKey, logger: { info: () => {} } });
    const config = toConfig({}, '1');
    followRekey(forwarding, 'gone', [a, b]);
    const searchStates: ObjectStore['searchStates'] = async () => {
      followRekey(forwarding, 'new', [c, d]);
      return { hits: [], next: null };
    };
    await loadForwarding({ store: { ...storeOf([]), searchStates }, forwarding, config });
    const provedBy = (key: PublicKey) => forwarding.apply(callerWith([key])).everywhere.keys;
    expect([a, b, c, d].map((key) => provedBy(key).size)).toEqual([1, 1, 0, 2]);
  });

  test('the stored state applies, also if the emptied store had a newer one', async () => {
    const [old, current] = await Promise.all([makeKey(), makeKey()]);
    const forwarding = createForwarding({ readKey: parsePublicKey, logger: { info: () => {} } });
    followRekey(forwarding, '0 0', null, { version: 5, deleted: true });
    const store = storeOf([[JSON.stringify(await makeRekeyRequest(old, current))]]);
    await loadForwarding({ store, forwarding, config: toConfig({}, '1') });
    expect(forwarding.apply(callerWith([old.publicKey])).everywhere.keys.size).toBe(0);
  });

  test('a state that was followed during the load is newer than the loaded one', async () => {
    const [old, current] = await Promise.all([makeKey(), makeKey()]);
    const forwarding = createForwarding({ readKey: parsePublicKey, logger: { info: () => {} } });
    const found = storeOf([[JSON.stringify(await makeRekeyRequest(old, current))]]);
    const searchStates: ObjectStore['searchStates'] = (request) => {
      followRekey(forwarding, '0 0', null, { version: 2, deleted: true });
      return found.searchStates(request);
    };
    await loadForwarding({ store: { ...found, searchStates }, forwarding, config: toConfig({}, '1') });
    expect(forwarding.apply(callerWith([old.publicKey])).everywhere.keys.size).toBe(1);
  });

  test('it forgets nothing when the store does not answer', async () => {
    const [a, b] = [1, 2].map(publicKey) as [PublicKey, PublicKey];
    const forwarding = createForwarding({ readKey: parsePublicKey, logger: { info: () => {} } });
    followRekey(forwarding, 'kept', [a, b]);
    const searchStates: ObjectStore['searchStates'] = () => Promise.reject(new Error('away'));
    await expect(
      loadForwarding({ store: { ...storeOf([]), searchStates }, forwarding, config: toConfig({}, '1') }),
    ).rejects.toThrow('away');
    expect(forwarding.apply(callerWith([a])).everywhere.keys.size).toBe(0);
  });

  test('it reads each state once, whether it leads anywhere or not', async () => {
    const [old, current, other] = await Promise.all([makeKey(), makeKey(), makeKey()]);
    const valid = JSON.stringify(await makeRekeyRequest(old, current));
    const bogus = JSON.stringify(await makeRekeyRequest(old, current, { signers: { from: other } }));
    const forwarding = createForwarding({ readKey: parsePublicKey, logger: { info: () => {} } });
    const store = storeOf([[valid, bogus]]);
    for (let look = 0; look < 3; look++) await loadForwarding({ store, forwarding, config: toConfig({}, '1') });
    expect(store.reads).toBe(2);
    expect(forwarding.apply(callerWith([old.publicKey])).everywhere.keys.size).toBe(0);
  });
});
