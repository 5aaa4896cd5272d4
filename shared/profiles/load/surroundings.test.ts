import { expect, test } from 'vitest';
import { steadySpan } from '../engine/relations.ts';
import { framework } from '../engine/testing/notation.ts';
import { createCompetencyIds } from './ids.ts';
import { createSurroundingsCache, type Surroundings } from './surroundings.ts';

/** A graph of one competency and a resource whose text has this length. */
function surroundings(characters: number): Surroundings {
  const resources = [{ id: 'R', targets: ['A'], object: { name: 'x'.repeat(characters) } }];
  return { graph: { ...framework('', 'A'), resources }, ids: createCompetencyIds([]), steady: steadySpan([], 0) };
}

test('the cache holds at most its capacity, and drops the least recently used', () => {
  const cache = createSurroundingsCache(1e9, 10_000);
  const [a, b, c] = [surroundings(3000), surroundings(3000), surroundings(3000)];
  cache.set('a', a);
  cache.set('b', b);
  expect(cache.get('a')).toBe(a);
  cache.set('c', c);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([a, null, c]);
  cache.set('large', surroundings(10_000));
  expect([cache.get('large'), cache.get('a'), cache.get('c')]).toEqual([null, a, c]);
});

test('a TTL of 0 caches nothing', () => {
  const cache = createSurroundingsCache(0);
  cache.set('a', surroundings(1));
  expect(cache.get('a')).toBeNull();
});
