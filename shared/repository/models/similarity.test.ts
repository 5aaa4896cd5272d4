import { expect, test } from 'vitest';
import type { Embedder } from './embedder.ts';
import { withSimilarity } from './similarity.ts';

const { signal } = new AbortController();

/** A model for which the cosine of any two different texts of a call is the same. */
function modelWith(cosineOf: (texts: readonly string[]) => number): Embedder {
  return {
    model: 'constant',
    async embed(texts) {
      const common = cosineOf(texts);
      return texts.map((_text, index) => {
        const vector = new Float32Array(texts.length + 1);
        vector[0] = Math.sqrt(common);
        vector[index + 1] = Math.sqrt(1 - common);
        return vector;
      });
    },
  };
}

const similarityTo = (text: string, embedder: Embedder) =>
  withSimilarity(embedder).similarity({ text, kind: 'query' }, signal);

test.each([0, 0.1, 0.7])(
  'a model in which the cosine of unrelated texts is %s has the same scale',
  async (unrelated) => {
    const similarity = await similarityTo(
      'Weld pipes',
      modelWith(() => unrelated),
    );
    expect([-1, 0, unrelated - 0.01, unrelated].map(similarity)).toEqual([0, 0, 0, expect.closeTo(0, 5)]);
    expect(similarity(1)).toBe(1);
    expect(similarity(unrelated + 0.45 * (1 - unrelated))).toBeCloseTo(0.8, 5);
    const rising = Array.from({ length: 21 }, (_, step) => similarity(unrelated + (step / 20) * (1 - unrelated)));
    expect(rising).toEqual(rising.toSorted((one, other) => one - other));
    expect(new Set(rising).size).toBe(21);
  },
);

test('unrelated texts that some models find more similar than others have hardly any similarity', async () => {
  const angles = [0, 20, 75, 90];
  const similarity = await similarityTo('Weld pipes', {
    model: 'uneven',
    embed: async (texts) =>
      texts.map((_text, index) => {
        const angle = ((angles[index % angles.length] ?? 0) * Math.PI) / 180;
        return Float32Array.of(Math.cos(angle), Math.sin(angle));
      }),
  });
  expect(similarity(Math.cos(Math.PI / 4))).toBe(0);
  expect(similarity(1)).toBe(1);
});

test('a model to which all texts are the same still tells equal ones', async () => {
  const similarity = await similarityTo(
    'Weld pipes',
    modelWith(() => 1),
  );
  expect([similarity(0.9), similarity(1)]).toEqual([0, 1]);
});

test('texts in other scripts than Latin are compared with unrelated ones in theirs', async () => {
  const model = withSimilarity(
    modelWith(([first = '']) => (/\p{Script=Latin}/u.test(first) ? 0.6 : /\p{Script=Han}/u.test(first) ? 0.2 : 0.4)),
  );
  const [latin, han, arabic, cyrillic, mixed] = await Promise.all(
    ['Weld pipes, 焊接', '焊接钢管 (TIG)', 'لحام الأنابيب', 'Сварка труб', '1.2 – ΑΒΓ'].map((text) =>
      model.similarity({ text, kind: 'query' }, signal),
    ),
  );
  expect([latin?.(0.5), mixed?.(0.5)]).toEqual([0, 0]);
  expect(han?.(0.5)).toBeGreaterThan(arabic?.(0.5) ?? 1);
  expect(arabic?.(0.5)).toBe(cyrillic?.(0.5));
});
