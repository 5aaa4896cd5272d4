import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isObject, type Json, type JsonObject, parseJson } from '../../../shared/repository/linked-data/json.ts';
import { createService } from './service.ts';
import { createWriter, type Purpose } from './writer.ts';

const BASE = 'https://service.example/api/';

const objectOf = (type: string, rest: JsonObject = {}): JsonObject => ({
  '@context': 'https://schema.cassproject.org/0.4',
  '@type': type,
  '@id': `${BASE}data/schema.cassproject.org.0.4.${type}/one`,
  ...rest,
});
const OWNED = { '@owner': ['a key'] };

/** A writer whose service accepts everything, with the requests that it got and the number of keys that were asked for. */
function writerFor(purpose: Purpose) {
  const done = { keys: 0, sent: [] as Json[] };
  const service = createService({
    base: BASE,
    keys: () => [],
    async fetch(_, init) {
      done.sent.push(typeof init?.body === 'string' ? parseJson(init.body, 'The body') : null);
      return Response.json({
        id: null,
        ids: [],
        saved: 0,
        unchanged: 0,
        removed: 0,
        losses: [],
        stored: 1,
        deleted: 1,
        failed: [],
      });
    },
  });
  const ownerOf = async (): Promise<string> => {
    expect(done.sent).toEqual([]); // before anything is sent
    done.keys++;
    return 'a key';
  };
  return { done, writer: createWriter(service, purpose, ownerOf) };
}

test.each([
  ['outline', 'ConceptScheme'],
  ['scheme', 'Competency'],
  ['new-scheme', 'Framework'],
  ['outline', 'Person'],
  ['outline', 'EncryptedValue'],
  ['framework', 'Assertion'],
  ['example', 'Directory'],
  ['person', 'Framework'],
  ['assertion', 'Person'],
] as const)(
  'for the purpose %s, an object of the type %s is refused, alone and among others',
  async (purpose, type) => {
    const { writer, done } = writerFor(purpose);
    const object = objectOf(type, OWNED);
    await expect(writer.save(String(object['@id']), object, 'any')).rejects.toMatchObject({ kind: 'invalid' });
    expect(await writer.putMany([object])).toMatchObject([{ '@id': object['@id'], status: 422 }]);
    expect(await writer.saveMany([{ object, etag: '"1"' }])).toMatchObject([{ '@id': object['@id'], status: 422 }]);
    expect(done).toEqual({ keys: 0, sent: [] });
  },
);

test('the rest of a batch is saved, and an encrypted object counts as what it contains', async () => {
  const { writer, done } = writerFor('outline');
  const sealed = { ...objectOf('EncryptedValue'), encryptedType: 'Competency' };
  const failed = await writer.putMany([objectOf('Competency'), objectOf('Person'), sealed]);
  expect(failed.map((one) => one['@id'])).toEqual([objectOf('Person')['@id']]);
  expect(done.sent).toEqual([[objectOf('Competency'), sealed]]);
});

test.each(['framework', 'person', 'assertion', 'comment', 'folder'] as const)(
  'for the purpose %s, every object has an owner, and the key is made before the first request',
  async (purpose) => {
    const type = {
      framework: 'Competency',
      person: 'Person',
      assertion: 'Assertion',
      comment: 'Comment',
      folder: 'Directory',
    }[purpose];
    const { writer, done } = writerFor(purpose);
    expect(await writer.putMany([objectOf(type), objectOf(type, { '@owner': [] })])).toHaveLength(2);
    expect(done.sent).toEqual([]);
    await writer.putMany([objectOf(type, OWNED)]);
    expect(done).toMatchObject({ keys: 1, sent: [[objectOf(type, OWNED)]] });
  },
);

test('an import makes the key first, whatever the file contains', async () => {
  const actions = [
    (writer: ReturnType<typeof writerFor>['writer']) => writer.putMany([objectOf('ConceptScheme')]),
    (writer: ReturnType<typeof writerFor>['writer']) =>
      writer.importFrom({ kind: 'document', format: 'case', document: new Blob(['{}']), asCopy: false }),
    (writer: ReturnType<typeof writerFor>['writer']) =>
      writer.importFrom({ kind: 'address', address: 'https://example.org/package', asCopy: false }),
  ];
  for (const action of actions) {
    const { writer, done } = writerFor('import');
    await action(writer);
    expect(done).toMatchObject({ keys: 1 });
    expect(done.sent).toHaveLength(1);
  }
});

test('changes in a framework that anyone may change need no key', async () => {
  const { writer, done } = writerFor('outline');
  await writer.putMany([objectOf('Competency')]);
  await writer.remove(String(objectOf('Competency')['@id']), 'any');
  expect(done).toMatchObject({ keys: 0 });
  expect(done.sent.filter((body) => body !== null && !isObject(body))).toHaveLength(1);
});

test('outside of this folder, nothing is sent but by operations that are exported for that', () => {
  const folder = new URL('../', import.meta.url);
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !file.startsWith('service/'));
  const using = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(new URL(file, folder), 'utf8')));
  expect(using(/\.part\(create[A-Z]\w*\)/)).toContain('views/learners/record-dialog.tsx');
  expect(using(/\.part\((?!create[A-Z]\w*\))/)).toEqual([]);
  // The first list, and the frame without cookies: both only read.
  expect(using(/\bfetch\(/).toSorted()).toEqual(['embed/main.tsx', 'first/first-page.ts']);
});
