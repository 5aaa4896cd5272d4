import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { LAYOUTS, type Layouts } from '../../shared/stores/opensearch/indices/index-definitions.ts';
import type { OpenSearchStore } from '../../shared/stores/opensearch/open.ts';
import { openTestStore } from '../../shared/stores/opensearch/testing/open-test-store.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { openSearchForTests } from '../support/opensearch.ts';

const shared = await openSearchForTests();
const endpoint = shared?.endpoint ?? '';

/** The earlier layout of values, whose keys cannot be listed. */
const { key: _, ...properties } = LAYOUTS.values.mappings.properties;
const BEFORE: Layouts = {
  ...LAYOUTS,
  values: { ...LAYOUTS.values, layout: 1, mappings: { ...LAYOUTS.values.mappings, properties } },
};

describe.skipIf(shared === null)('values written before keys could be listed', () => {
  let prefix = '';
  const opened: OpenSearchStore[] = [];

  beforeEach(() => {
    prefix = `test-${randomUUID()}-`;
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    await removeIndices(endpoint, prefix);
  });

  async function open(layouts?: Layouts) {
    const transport = createFetchTransport({ endpoint, authorization: null });
    const store = await openTestStore(transport, prefix, Date.now, layouts === undefined ? {} : { layouts });
    opened.push(store);
    return store.keyValues;
  }

  it('can be read, and are listed after their next write', async () => {
    const before = await open(BEFORE);
    await before.set('identity/old', '1');
    const entry = await before.set('identity/changed', '1');
    const now = await open();
    expect((await now.get('identity/old'))?.value).toBe('1');
    await now.set('identity/changed', '2', { expected: entry?.revision ?? '' });
    await now.set('identity/new', '3');
    const { entries, next } = await now.list('identity/', null, 10);
    expect(entries.map(({ key, value }) => [key, value])).toEqual([
      ['identity/changed', '2'],
      ['identity/new', '3'],
    ]);
    expect(next).toBeNull();
    expect((await before.get('identity/new'))?.value).toBe('3');
  });
});
