import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import type { ObjectKey } from '../../shared/repository/linked-data/identifiers.ts';
import { largeObjectsHere } from '../../shared/repository/objects/large-objects.ts';
import type { StoredVersion } from '../../shared/repository/store/object-store.ts';
import { largeCopy } from '../../shared/stores/opensearch/publish/search-entry.ts';
import { openLargeObjects } from './large-objects.ts';

const here = largeObjectsHere(parsePublicKey);
const reports: unknown[] = [];
let threads: ReturnType<typeof openLargeObjects>;

beforeAll(() => {
  threads = openLargeObjects((error) => void reports.push(error));
});
afterAll(() => threads.close());

const OBJECT = {
  '@context': 'https://schema.org',
  '@type': 'Thing',
  '@id': 'https://a.example/api/data/schema.org.Thing/large/7',
  10: 'a position comes first',
  number: JSON.rawJSON('12345678901234567890'),
  list: Array.from({ length: 5_000 }, (_, index) => ({ '@type': 'EncryptedValue', payload: `p${index}` })),
  last: 'ü "😀"',
};
const TEXT = JSON.stringify(OBJECT);
const STORED: StoredVersion = {
  key: 'k' as ObjectKey,
  shortId: 's',
  id: 's/7',
  version: 7,
  time: 1,
  text: TEXT,
  access: { owners: [], readers: [], hidden: false, mixed: true },
};

describe('a large object in a thread', () => {
  test('is prepared for storage, around its @id', async () => {
    const prepared = await threads.large.prepare(TEXT, 1, ['https://a.example/api/']);
    expect(prepared).toMatchObject({ large: { identity: { version: 7, local: true }, access: { mixed: true } } });
    if (!('large' in prepared)) throw new Error('It is large.');
    expect(prepared.large.text.join(JSON.stringify(OBJECT['@id']))).toBe(TEXT);
    expect(prepared).toEqual(await here.prepare(TEXT, 1, ['https://a.example/api/']));
  });

  test.each([
    ['is not JSON', `${TEXT} ?`, 'malformed-json', null],
    ['has no type', TEXT.replace('"@type":"Thing",', ''), 'invalid-object', OBJECT['@id']],
    ['has a reader that is not a key', `{"@reader":["x"],${TEXT.slice(1)}`, 'malformed-key', OBJECT['@id']],
  ])('is refused when it %s, with the text of a small one', async (_, text, code, id) => {
    const prepared = await threads.large.prepare(text, 1, []);
    expect(prepared).toMatchObject({ problem: { code }, id });
    expect(prepared).toEqual(await here.prepare(text, 1, []));
  });

  test('is returned as a small one when its stored text is small', async () => {
    const small = { '@context': 'x', '@type': 'Thing', '@id': 'https://a.example/1' };
    const text = JSON.stringify(small, null, 100_000);
    expect(await threads.large.prepare(text, 1, [])).toEqual({ small: JSON.stringify(small) });
  });

  test('is described, checked and presented as in the main thread', async () => {
    expect(await threads.large.describe(STORED)).toBe(await here.describe(STORED));
    const document = JSON.parse(await here.describe(STORED));
    expect(await threads.copyLarge(STORED, 3, 1)).toEqual(largeCopy(STORED, document, 3, 1));
    expect(await threads.large.profileEffect(STORED)).toEqual(await here.profileEffect(STORED));
    expect(await threads.large.typeKey(STORED)).toBe(await here.typeKey(STORED));
    const { text, hidden } = await threads.large.visible(STORED, []);
    expect(JSON.parse(text ?? '')).toEqual({ ...JSON.parse(TEXT), list: [] });
    expect(hidden).toHaveLength(1);
    expect(await here.visible(STORED, [])).toEqual({ text, hidden });
  });
});

test('a task that fails in a thread rejects, and the next one succeeds', async () => {
  await expect(threads.large.describe({ ...STORED, text: '[]' })).rejects.toThrow('no JSON object');
  expect(await threads.large.typeKey(STORED)).toBe('schema.org.thing');
  expect(reports).toEqual([]);
});

test('the task of a killed thread fails with 503, and the next one gets another thread', async () => {
  const started: Worker[] = [];
  const { large, close } = openLargeObjects(
    () => undefined,
    () => undefined,
    () => {
      const thread = new Worker(new URL('./large-object-worker.ts', import.meta.url));
      started.push(thread);
      return thread;
    },
  );
  const refused = expect(large.describe(STORED)).rejects.toMatchObject({
    code: 'overloaded',
    extras: { retryAfter: 5 },
  });
  await started[0]?.terminate();
  await refused;
  expect(await large.typeKey(STORED)).toBe('schema.org.thing');
  expect(started).toHaveLength(2);
  await close();
});

test('a closed pool refuses further tasks', async () => {
  const closed = openLargeObjects(() => undefined);
  const last = closed.large.typeKey(STORED);
  await closed.close();
  expect(await last).toBe(await here.typeKey(STORED));
  await expect(closed.large.typeKey(STORED)).rejects.toMatchObject({ code: 'overloaded', extras: { retryAfter: 5 } });
});
