import { expect, test } from 'vitest';
import { framework } from '../../profile-engine/testing/notation.ts';
import { steadySpan } from '../../profile-engine/validity.ts';
import { createCompetencyIds } from './competency-ids.ts';
import { createSurroundingsMemory, type Surroundings } from './surroundings.ts';

/** A graph of one competency, with a resource whose text has so many characters. */
function surroundings(characters: number): Surroundings {
  const resources = [{ id: 'R', targets: ['A'], object: { name: 'x'.repeat(characters) } }];
  return { graph: { ...framework('', 'A'), resources }, ids: createCompetencyIds([]), steady: steadySpan([], 0) };
}

test('the memory holds no more than it may, the latest used', () => {
  const { recall, remember } = createSurroundingsMemory(1e9, 10_000);
  const [a, b, c] = [surroundings(3000), surroundings(3000), surroundings(3000)];
  remember('a', a);
  remember('b', b);
  expect(recall('a')).toBe(a);
  remember('c', c);
  expect([recall('a'), recall('b'), recall('c')]).toEqual([a, null, c]);
  remember('large', surroundings(10_000));
  expect([recall('large'), recall('a'), recall('c')]).toEqual([null, a, c]);
});

test('nothing is remembered where no profile is kept', () => {
  const { recall, remember } = createSurroundingsMemory(0);
  remember('a', surroundings(1));
  expect(recall('a')).toBeNull();
});
