import { describe, expect, test } from 'vitest';
import type { Entry, HeadBody } from '../documents.ts';
import { createHeadCache } from './head-cache.ts';

function head(generation: number, seqNo: number, more: Partial<HeadBody> = {}, index = 'objects-1'): Entry<HeadBody> {
  const access = { owners: [], readers: [], hidden: false, mixed: false };
  const body: HeadBody = {
    kind: 'head',
    key: 'k',
    shortId: 's',
    id: 's',
    version: 1,
    time: 1,
    text: '{}',
    access,
    earlier: [],
    deleted: false,
    writeId: `w${seqNo}`,
    generation,
    born: 1,
    stamp: 1,
    names: [],
    asked: [],
    fresh: true,
    ...more,
  };
  return { body, revision: { index, seqNo, primaryTerm: 1 } };
}

test('an older state that is read late does not replace a newer one', () => {
  const headCache = createHeadCache(() => 0);
  headCache.set(head(2, 7));
  headCache.set(head(1, 6));
  expect(headCache.get('k')?.body.generation).toBe(2);
  expect(headCache.getState('k', 'w7')?.revision.seqNo).toBe(7);
  expect(headCache.getState('k', 'w6')).toBeNull();
});

test('another write of the same generation, and any state in another index, replace the cached state', () => {
  const headCache = createHeadCache(() => 0);
  headCache.set(head(2, 7));
  headCache.set(head(2, 8));
  expect(headCache.get('k')?.body.writeId).toBe('w8');
  headCache.set(head(1, 0, {}, 'objects-2'));
  expect(headCache.get('k')?.revision.index).toBe('objects-2');
});

test('a read of the document does not replace the names that this process knows from its own write', () => {
  const headCache = createHeadCache(() => 0);
  headCache.set(head(1, 6, { fresh: false }));
  headCache.set(head(1, 6));
  expect(headCache.get('k')?.body.fresh).toBe(false);
});

describe('the recent head of an object', () => {
  let now = 0;
  const recentOf = (headCache: ReturnType<typeof createHeadCache>) => headCache.getRecent('k')?.body.writeId ?? null;

  test('is a head that was seen or confirmed in the last seconds', () => {
    const headCache = createHeadCache(() => now);
    expect(recentOf(headCache)).toBeNull();
    headCache.set(head(1, 6));
    now += 9_000;
    expect(recentOf(headCache)).toBe('w6');
    headCache.set(head(1, 6));
    now += 9_000;
    expect(recentOf(headCache)).toBe('w6');
    now += 2_000;
    expect(recentOf(headCache)).toBeNull();
    headCache.set(head(2, 7));
    headCache.set(head(1, 6));
    expect(recentOf(headCache)).toBe('w7');
  });

  test('is missing for a minute after another process wrote the object', () => {
    const headCache = createHeadCache(() => now);
    headCache.markContested('k');
    headCache.set(head(1, 6));
    expect(recentOf(headCache)).toBeNull();
    now += 61_000;
    headCache.set(head(2, 7));
    expect(recentOf(headCache)).toBe('w7');
  });
});
