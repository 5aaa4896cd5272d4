import { expect, it } from 'vitest';
import type { Json } from '../../../../shared/repository/linked-data/json.ts';
import { createMeaningComparer } from './meant-pairs.ts';

it('takes from an answer what means something similar, by the ids without versions, and leaves what has other reasons alone', async () => {
  const asked: unknown[] = [];
  const answer: Json = {
    meaning: true,
    candidates: [
      {
        source: 'https://c.example/api/data/competency/a/1',
        target: 'https://c.example/api/data/competency/x/2',
        score: 0.9,
        reasons: { words: 0.2, meaning: 0.8 },
      },
      {
        source: 'https://c.example/api/data/competency/a/1',
        target: 'https://c.example/api/data/competency/y',
        score: 0.6,
        reasons: { meaning: 0.65, position: 1 },
      },
      {
        source: 'https://c.example/api/data/competency/a/1',
        target: 'https://c.example/api/data/competency/z',
        score: 0.4,
        reasons: { meaning: 0.3 },
      },
      {
        source: 'https://c.example/api/data/competency/b',
        target: 'https://c.example/api/data/competency/x',
        score: 0.7,
        reasons: { words: 0.7 },
      },
    ],
  };
  const { compareMeaning } = createMeaningComparer({
    async sendForJson(path, options) {
      asked.push([path, options?.json]);
      return answer;
    },
  });
  const pairs = await compareMeaning('urn:first', 'urn:second', new AbortController().signal);
  expect(asked).toEqual([['align', { source: 'urn:first', targets: ['urn:second'], limit: 5 }]]);
  expect([...pairs.keys()]).toHaveLength(1);
  expect([...(pairs.get('https://c.example/api/data/competency/a') ?? [])]).toEqual([
    ['https://c.example/api/data/competency/x', 0.8],
    ['https://c.example/api/data/competency/y', 0.65],
  ]);
});
