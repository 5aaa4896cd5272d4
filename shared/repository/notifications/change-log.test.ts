import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeyId } from '../../base/crypto/public-key.ts';
import { objectKey } from '../linked-data/identifiers.ts';
import type { Change, ChangedObject } from '../objects/change-feed.ts';
import { changeTexts, messageSized, readEntry, replayText } from './change-log.ts';

const keyId = (text: string): KeyId => text as KeyId;

function changed(shortId: string, more: Partial<ChangedObject> = {}): ChangedObject {
  const access = { owners: [], readers: [], hidden: false, mixed: false };
  return { key: objectKey(shortId), shortId, writeId: `w-${shortId}`, typeKey: 't', deleted: false, access, ...more };
}

/** The change as it is read from the log. */
function throughLog(change: Change): Change[] {
  return [...changeTexts(change)].map((text) => {
    const entry = readEntry(text);
    if (entry.kind !== 'change') throw new Error('It is a change.');
    return entry.change;
  });
}

test('an entry contains only the facts that decide which subscribers receive the change', () => {
  const owner = keyId('a'.repeat(64));
  const reader = keyId('b'.repeat(64));
  const hidden = { owners: [owner], readers: [reader], hidden: true, mixed: true };
  const objects = [
    changed('http://a/data/schema.org.thing/1', { typeKey: 'schema.org.thing', deleted: true }),
    changed('http://a/data/schema.org.person/2', { typeKey: 'schema.org.person', access: hidden }),
    changed('http://a/data/__proto__', { access: { ...hidden, hidden: false, mixed: false } }),
  ];
  const [change, ...others] = throughLog({ kind: 'batch', objects });
  expect(others).toEqual([]);
  expect(change).toEqual({
    kind: 'batch',
    objects: [
      objects[0],
      { ...objects[1], access: { owners: [], readers: [owner, reader], hidden: true, mixed: true } },
      { ...objects[2], access: { owners: [], readers: [], hidden: false, mixed: false } },
    ],
  });
});

test('a replay entry is read as it was written', () => {
  expect(readEntry(replayText('abc=', 3))).toEqual({ kind: 'replay', connection: 'abc=', step: 3 });
});

test('batches of any size are split into entries that fit, in order and without loss', () => {
  const object = fc.record({ id: fc.webUrl(), long: fc.nat(1_900), keys: fc.nat(3), type: fc.nat(5) });
  fc.assert(
    fc.property(fc.array(object, { minLength: 1, maxLength: 200 }), (drawn) => {
      const objects = drawn.map(({ id, long, keys, type }, index) => {
        const readers = Array.from({ length: keys }, (_, key) => keyId(String(key).repeat(64)));
        const access = { owners: [], readers, hidden: keys > 0, mixed: false };
        return changed(`${id}${'ä'.repeat(long)}${index}`, { access, typeKey: `type ${type}` });
      });
      const texts = [...changeTexts({ kind: 'batch', objects })];
      expect(texts.filter((text) => Buffer.byteLength(text) > 390_000)).toEqual([]);
      const read = throughLog({ kind: 'batch', objects });
      expect(read.flatMap((change) => change.objects)).toEqual(objects);
      for (const change of read) {
        const message = JSON.stringify(change.objects.map(({ shortId }) => shortId));
        expect(Buffer.byteLength(message)).toBeLessThan(128 * 1024);
      }
    }),
    { numRuns: 10 },
  );
});

test('an object with very many readers is split into entries that together list all readers', () => {
  const readers = Array.from({ length: 9_500 }, (_, index) => keyId(String(index).padStart(64, '0')));
  const access = { owners: [keyId('f'.repeat(64))], readers, hidden: true, mixed: false };
  const change: Change = { kind: 'single', objects: [changed('http://a/x', { access })] };
  for (const text of changeTexts(change)) expect(text.length).toBeLessThan(390_000);
  const read = throughLog(change);
  expect(read.length).toBeGreaterThan(1);
  const listed = read.flatMap(({ objects }) => objects.flatMap((object) => object.access.readers));
  expect(new Set(listed)).toEqual(new Set([...access.owners, ...readers]));
});

test('a small change is one message', () => {
  const change: Change = { kind: 'batch', objects: [changed('http://a/1'), changed('http://a/2')] };
  expect([...messageSized(change)]).toEqual([change]);
});
