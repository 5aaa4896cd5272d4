import { expect, test } from 'vitest';
import { bestPairs } from './similarity.ts';

const named = (name: string) => ({ id: `https://example.org/${name}`, object: { name } });

test('the target with the most words in common is proposed, the best pair first', async () => {
  const [pipes, steel, plan] = [named('Weld pipes'), named('Weld steel plates'), named('Plan work')];
  const [all, some] = [named('weld PIPES'), named('Weld thick steel plates by hand')];
  expect(await bestPairs([steel, pipes, plan], [some, all], 0.3)).toEqual([
    { source: pipes, target: all, similarity: 1 },
    { source: steel, target: some, similarity: 0.6 },
  ]);
});

test('other callers are served while large frameworks are compared', async () => {
  const alike = Array.from({ length: 2000 }, (_, index) => named(`weld pipes in all positions ${index + 1000}`));
  let turns = 0;
  const turn = (): void => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  expect(await bestPairs(alike, alike, 0.3)).toHaveLength(alike.length);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(1);
});
