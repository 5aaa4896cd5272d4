import { describe, expect, it } from 'vitest';
import type { ObjectStore, WriteRequest } from '../object-store.ts';
import { ADMIN, found, keyOf, makeWrite, nameOf, put, searchRequest } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { ALL, term } from './queries.ts';
import { useStore } from './use-store.ts';

/** Crashes, an unreachable engine, and shutdown: I11 and I12. */
export function describeFaults(open: () => Promise<ObjectStoreHarness>): void {
  const { store, harness } = useStore(open);

  describe('faults', () => {
    it('I11 G1 G2 loses no acknowledged write when it is killed, and keeps no other write in part', async ({
      skip,
    }) => {
      const { crash } = harness();
      if (crash === undefined) return skip('this harness cannot kill the store');
      const { store: after, acknowledged, asked } = await crash();
      expect(acknowledged.length).toBeGreaterThan(0);
      for (const request of acknowledged) {
        expect((await after.version(request.key, request.version))?.text).toBe(request.text);
      }
      for (const shortId of new Set(asked.map((request) => request.shortId))) {
        const ofObject = (request: WriteRequest) => request.shortId === shortId;
        await expectWhole(after, shortId, acknowledged.filter(ofObject), asked.filter(ofObject));
      }
    });

    it('I12 G4 G13 answers 503 with Retry-After while the engine is away, writes nothing, and recovers by itself', async ({
      skip,
    }) => {
      const { breakEngine } = harness();
      if (breakEngine === undefined) return skip('this harness cannot take the engine away');
      const before = await put(store(), 'a', { members: { name: 'before' } });
      const repair = await breakEngine();
      const failed = store().write([makeWrite('b', { members: { name: 'lost' } })]);
      await expect(failed).rejects.toMatchObject({
        code: 'store-unavailable',
        status: 503,
        extras: { retryAfter: expect.any(Number) },
      });
      const detail = await failed.then(String, (error: Error) => error.message);
      expect(detail).not.toMatch(/sqlite|database|disk|lock|http|connect/i);
      const removal = store().remove([{ key: keyOf('a'), expected: before.writeId, time: 1 }]);
      await expect(removal).rejects.toMatchObject({ code: 'store-unavailable' });
      await expect(store().tend()).rejects.toMatchObject({ code: 'store-unavailable' });
      expect(await store().health()).toMatchObject({
        ready: false,
        detail: expect.any(String),
        since: expect.any(Number),
      });
      await repair();
      expect(await store().health()).toEqual({ ready: true });
      expect(await store().heads(['a', 'b'])).toEqual([before, null]);
      expect(await found(store(), term('lost'))).toEqual([]);
      await put(store(), 'b', { members: { name: 'lost' } });
      expect(await found(store(), term('lost'))).toEqual(['b']);
    });

    it('is maintained by several instances concurrently and repeatedly without any change', async () => {
      const [head, another] = [await put(store(), 'a', { members: { name: 'kept' } }), await harness().another()];
      await store().tend();
      await Promise.all([store().tend(), another.tend(AbortSignal.abort())]);
      expect(await store().heads(['a'])).toEqual([head]);
      expect(await found(another, term('kept'))).toEqual(['a']);
    });

    it('is ready while it can serve requests', async () => {
      expect(await store().health()).toEqual({ ready: true });
    });

    it('G20 finishes operations in progress when it is closed, then answers only 503', async () => {
      const writes = Array.from({ length: 20 }, (_, index) => store().write([makeWrite(`o${index}`)]));
      const search = store().search(searchRequest(ALL));
      await store().close();
      expect((await Promise.all(writes)).flat().every(({ status }) => status === 'stored')).toBe(true);
      await search;
      await expect(store().write([makeWrite('late')])).rejects.toMatchObject({ code: 'store-unavailable' });
      await expect(store().search(searchRequest(ALL))).rejects.toMatchObject({ code: 'store-unavailable' });
      await expect(store().heads(['o1'])).rejects.toMatchObject({ code: 'store-unavailable' });
      expect(await found(await harness().reopen(), ALL)).toHaveLength(20);
    });
  });
}

/** One object after a crash: its newest acknowledged version or a later one, and every part of the store agrees on it. */
async function expectWhole(
  store: ObjectStore,
  shortId: string,
  acknowledged: readonly WriteRequest[],
  asked: readonly WriteRequest[],
): Promise<void> {
  const [head = null] = await store.heads([shortId]);
  const hits = (await store.search(searchRequest(ALL, { caller: ADMIN, limit: 10_000 }))).hits;
  expect(hits.filter((hit) => hit.shortId === shortId)).toHaveLength(head === null ? 0 : 1);
  expect(head?.version ?? 0).toBeGreaterThanOrEqual(Math.max(0, ...acknowledged.map(({ version }) => version)));
  if (head === null) return;
  const request = asked.find(({ version }) => version === head.version);
  expect(head.text).toBe(request?.text);
  const history = await store.history(head.key, 10_000);
  expect(history.map(({ version }) => version)).toEqual(Array.from(history, (_, index) => head.version - index));
  expect(history).toHaveLength(head.version);
  for (const { name } of request?.aliases ?? []) {
    expect((await store.heads([name]))[0]?.writeId).toBe(head.writeId);
  }
  expect(await found(store, term(`word${nameOf(head)}v${head.version}`))).toEqual([nameOf(head)]);
}
