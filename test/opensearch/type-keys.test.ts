import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { starPattern } from '../../shared/repository/search/pattern.ts';
import { found, makeWrite, putAll } from '../../shared/repository/store/contract/fixtures.ts';
import { ALL, term } from '../../shared/repository/store/contract/queries.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { indexNames } from '../../shared/stores/opensearch/indices/index-names.ts';
import { openTestStore } from '../../shared/stores/opensearch/testing/open-test-store.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { openSearchForTests } from '../support/opensearch.ts';

const engine = await openSearchForTests();
const TYPES = 10_000;
const SLICE = 1_000;

/** Whatever types callers invent, the cluster grows only by their documents. */
describe.skipIf(engine === null)('ten thousand type keys', () => {
  it('add neither shards nor mappings, are distinguished, and do not break queries', async () => {
    const endpoint = engine?.endpoint ?? '';
    const transport = createFetchTransport({ endpoint, authorization: null });
    const prefix = `test-${randomUUID()}-`;
    const { objects, close } = await openTestStore(transport, prefix);
    onTestFinished(async () => {
      await close();
      await removeIndices(endpoint, prefix);
    });
    const ask = async (path: string) => (await transport.request({ method: 'GET', path, timeout: 30_000 })).body;
    const cluster = async () => ({
      shards: await ask(`_cat/shards/${prefix}*?h=index,shard,prirep&s=index&format=json`),
      mappings: await ask(`${Object.values(indexNames(prefix)).join(',')}/_mapping`),
    });
    const before = await cluster();
    for (let from = 0; from < TYPES; from += SLICE) {
      await putAll(
        objects,
        Array.from({ length: SLICE }, (_, at) => {
          const typeKey = `example.org.type${from + at}`;
          return makeWrite(`o${from + at}`, { typeKey, members: { name: 'same', [`own${from + at}`]: 'word' } });
        }),
      );
    }
    expect(await cluster()).toEqual(before);
    expect(await found(objects, term('same'), { limit: TYPES })).toHaveLength(TYPES);
    const types = { include: [starPattern('example.org.type77')], exclude: [] };
    expect(await found(objects, ALL, { types })).toEqual(['o77']);
    const many = { include: [starPattern('*type77*')], exclude: [starPattern('*type777*')] };
    expect(await found(objects, term('word'), { types: many, limit: TYPES })).toHaveLength(111 - 11);
  });
});
