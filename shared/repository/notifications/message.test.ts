import fc from 'fast-check';
import { expect, test } from 'vitest';
import { objectKey } from '../linked-data/identifiers.ts';
import type { ChangedObject } from '../objects/change-feed.ts';
import { messageOf, messageSized } from './message.ts';

function changed(shortId: string): ChangedObject {
  const access = { owners: [], readers: [], hidden: false, mixed: false };
  return {
    key: objectKey(shortId),
    shortId,
    writeId: `w-${shortId}`,
    typeKey: 't',
    deleted: false,
    version: 1,
    time: 1,
    access,
  };
}

test('a batch of any size is split into messages that a managed channel accepts, in order and without loss', () => {
  const object = fc.record({ id: fc.webUrl(), long: fc.nat(1_900) });
  fc.assert(
    fc.property(fc.array(object, { minLength: 1, maxLength: 300 }), (drawn) => {
      const objects = drawn.map(({ id, long }, index) => changed(`${id}${'ä'.repeat(long)}${index}`));
      const parts = [...messageSized({ kind: 'batch', objects })];
      expect(parts.flatMap((part) => part.objects)).toEqual(objects);
      for (const part of parts) {
        const message = messageOf(
          part.kind,
          part.objects.map(({ shortId }) => shortId),
        );
        expect(Buffer.byteLength(message)).toBeLessThan(128 * 1024);
      }
    }),
    { numRuns: 10 },
  );
});

test('a small change is one message', () => {
  const change = { kind: 'batch', objects: [changed('http://a/1'), changed('http://a/2')] } as const;
  expect([...messageSized(change)]).toEqual([change]);
});
