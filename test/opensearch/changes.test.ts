import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { makeWrite, put, putAll } from '../../shared/repository/store/contract/fixtures.ts';
import type { Head, ObjectStore } from '../../shared/repository/store/object-store.ts';
import type { OpenSearchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import type { OpenSearchStore } from '../../shared/stores/opensearch/open.ts';
import { openTestStore } from '../../shared/stores/opensearch/testing/open-test-store.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { openSearchForTests } from '../support/opensearch.ts';

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';
const whole = createFetchTransport({ endpoint, authorization: null });

describe.skipIf(engine === null)('changes on a cluster', () => {
  const prefix = `test-${randomUUID()}-`;
  const open: OpenSearchStore[] = [];
  let calls: string[] = [];

  const transport: OpenSearchTransport = {
    request(request) {
      calls.push(request.path);
      return whole.request(request);
    },
  };

  async function openStore(name: string, shards = 1, clock = Date.now): Promise<ObjectStore> {
    const store = await openTestStore(transport, `${prefix}${name}-`, clock, { shards });
    open.push(store);
    return store.objects;
  }
  afterEach(async () => {
    await Promise.all(open.splice(0).map((store) => store.close()));
  });
  afterAll(() => removeIndices(endpoint, prefix));

  async function readAll(store: ObjectStore, cursor: string): Promise<{ heads: Head[]; next: string }> {
    const heads: Head[] = [];
    for (let next = cursor; ; ) {
      const page = await store.changes(next, 64);
      expect(page.objects.length).toBeLessThanOrEqual(64);
      heads.push(...page.objects.map(({ head }) => head));
      next = page.next;
      if (!page.more) return { heads, next };
    }
  }
  const keysOf = (heads: readonly Head[]) => heads.map(({ key }) => key).sort();

  it('of all shards are listed once each, in pages, even if some shards have many and others none', async () => {
    const store = await openStore('shards', 4);
    const { next: start } = await store.changes(null, 64);
    const heads = await putAll(
      store,
      Array.from({ length: 500 }, (_, at) => makeWrite(`object ${at}`)),
    );
    const first = await readAll(store, start);
    expect(keysOf(first.heads)).toEqual(keysOf(heads));
    const one = await put(store, 'one more');
    expect((await readAll(store, first.next)).heads).toEqual([one]);
    expect(keysOf((await readAll(store, await store.changesSince(0))).heads)).toEqual(keysOf([...heads, one]));
  });

  it('take one small call to read while nothing is written', async () => {
    const store = await openStore('idle');
    await put(store, 'there');
    let { next } = await store.changes(null, 64);
    calls = [];
    for (let look = 0; look < 3; look++) ({ next } = await store.changes(next, 64));
    expect(calls).toHaveLength(3);
    expect(calls.every((path) => path.includes('/_stats/'))).toBe(true);
  });

  it('are complete if the clock of an instance is wrong', async () => {
    const right = await openStore('clocks');
    const behind = await openStore('clocks', 1, () => Date.now() - 86_400_000);
    const { next } = await right.changes(null, 64);
    const since = Date.now();
    const [first, second] = [await put(behind, 'late'), await put(right, 'right')];
    expect(keysOf((await readAll(right, next)).heads)).toEqual(keysOf([first, second]));
    expect(keysOf((await readAll(right, await right.changesSince(since))).heads)).toContain(second.key);
  });

  it('continue during a rebuild of the search index', async () => {
    const store = await openStore('rebuild');
    const { next } = await store.changes(null, 64);
    const before = await put(store, 'before');
    await store.rebuild();
    const after = await put(store, 'after');
    expect(keysOf((await readAll(store, next)).heads)).toEqual(keysOf([before, after]));
  });
});
