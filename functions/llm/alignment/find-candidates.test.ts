import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../shared/repository/search/tokenizer.ts';
import { type Candidate, type CandidateOptions, findCandidates } from './find-candidates.ts';
import type { Statement } from './statements.ts';

function statement(name: string, members: Partial<Statement> = {}): Statement {
  const words = [new Map(tokenize(name).map((word) => [word, 1]))];
  return { id: name, name, description: '', words, notation: null, text: name, key: null, parents: [], ...members };
}

/** Vectors of two numbers, by their angle in degrees. */
const at = (degrees: number | null): Float32Array | null =>
  degrees === null ? null : Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));

const cosine = (one: Float32Array, other: Float32Array): number =>
  (one[0] ?? 0) * (other[0] ?? 0) + (one[1] ?? 0) * (other[1] ?? 0);

async function find(
  sources: readonly Statement[],
  targets: readonly Statement[],
  options: Partial<CandidateOptions> & { readonly angles?: readonly (readonly (number | null)[])[] } = {},
): Promise<readonly Candidate[]> {
  const { angles, ...others } = options;
  const [source, target] = angles ?? [];
  return findCandidates(
    { statements: sources, vectors: source?.map(at) ?? null },
    { statements: targets, vectors: target?.map(at) ?? null },
    {
      limit: 5,
      minScore: 0,
      isWanted: () => true,
      similarities: angles === undefined ? null : sources.map(() => cosine),
      progress: () => {},
      signal: new AbortController().signal,
      ...others,
    },
  );
}

const pairs = (candidates: readonly Candidate[]) => candidates.map(({ source, target }) => [source.name, target.name]);

describe('candidates', () => {
  it('have words in common, those with rarer ones first', async () => {
    const targets = ['Weld pipes', 'Weld steel plates', 'Paint pipes', 'Bake bread'].map((name) => statement(name));
    const found = await find([statement('Weld thick pipes')], targets);
    expect(pairs(found).map(([, target]) => target)).toEqual(['Weld pipes', 'Paint pipes', 'Weld steel plates']);
    expect(found.every(({ score, reasons: { words = 0 } }) => score > 0 && words > 0 && words < 1)).toBe(true);
  });

  it('are as similar as the measure of each source says', async () => {
    const sources = [statement('Weld'), statement('焊接')];
    const found = await find(sources, [statement('Bake')], {
      angles: [[0, 0], [0]],
      similarities: [() => 0.5, () => 0.8],
    });
    expect(found.map(({ source, reasons }) => [source.name, reasons])).toEqual([
      ['Weld', { meaning: 0.5 }],
      ['焊接', { meaning: 0.8 }],
    ]);
  });

  it('with the same words agree fully, whatever their order and language', async () => {
    const bilingual = statement('Rohre', { words: [new Map([['rohre', 1]]), new Map([['pipes', 1]])] });
    const found = await find([statement('pipes')], [bilingual, statement('pumps')]);
    expect(found).toMatchObject([{ target: { name: 'Rohre' }, reasons: { words: 1 }, score: 0.9 }]);
  });

  it('have the same notation, which says less if several have it', async () => {
    const targets = [
      statement('a', { notation: '3a' }),
      statement('b', { notation: '1' }),
      statement('c', { notation: '1' }),
    ];
    const unique = await find([statement('x', { notation: '3a' })], targets);
    expect(unique).toMatchObject([{ target: { name: 'a' }, reasons: { notation: 1 } }]);
    const shared = await find([statement('x', { notation: '1' })], targets);
    expect(shared.map(({ reasons }) => reasons.notation)).toEqual([0.5, 0.5]);
    expect(shared[0]?.score).toBeLessThan(unique[0]?.score ?? 0);
    expect(await find([statement('x')], targets)).toEqual([]);
    const numbered = Array.from({ length: 50 }, (_, index) => statement(`item ${index}`, { notation: '1' }));
    expect(await find([statement('x', { notation: '1' })], numbered)).toEqual([]);
  });

  it('have a similar meaning, and reasons add up', async () => {
    const targets = ['interprets schematics', 'reads aloud', 'bakes'].map((name) => statement(name));
    const found = await find([statement('reads drawings')], targets, { angles: [[0], [10, 50, 90]] });
    expect(pairs(found).map(([, target]) => target)).toEqual(['interprets schematics', 'reads aloud']);
    const both = await find([statement('reads aloud', { id: 'source' })], targets, { angles: [[0], [10, 10, 90]] });
    expect(both[0]).toMatchObject({ target: { name: 'reads aloud' }, reasons: { words: 1, meaning: 0.98 } });
    expect(both[0]?.score).toBeGreaterThan(both[1]?.score ?? 1);
  });

  it('without a vector are compared by words', async () => {
    const targets = [statement('weld pipes'), statement('bakes')];
    const found = await find([statement('weld')], targets, { angles: [[0], [null, 20]] });
    expect(found.map(({ target, reasons }) => [target.name, Object.keys(reasons)])).toEqual([
      ['bakes', ['meaning']],
      ['weld pipes', ['words']],
    ]);
  });

  it('below parents that agree come before equal ones that are elsewhere', async () => {
    const sources = [statement('Welding'), statement('Prepare the work', { parents: ['Welding'] })];
    const targets = [
      statement('Painting'),
      statement('Prepare work', { id: 'painting', parents: ['Painting'] }),
      statement('Welding', { id: 'w' }),
      statement('Prepare work', { id: 'welding', parents: ['w'] }),
    ];
    const found = (await find(sources, targets)).filter(({ source }) => source.name === 'Prepare the work');
    expect(found.map(({ target }) => target.id)).toEqual(['welding', 'painting']);
    expect(found[0]?.reasons.position).toBeGreaterThan(0.5);
  });

  it('are limited in number and by score, and leave out unwanted pairs and the statement itself', async () => {
    const targets = ['weld pipes', 'weld plates', 'weld', 'weld steel'].map((name) => statement(name));
    const found = await find([statement('weld')], targets, {
      limit: 2,
      isWanted: (_one, { id }) => id !== 'weld steel',
    });
    expect(pairs(found)).toEqual([
      ['weld', 'weld pipes'],
      ['weld', 'weld plates'],
    ]);
    expect(await find([statement('weld')], targets, { minScore: 0.99 })).toEqual([]);
  });

  it('are reported while they are compared, and not found once it is aborted', async () => {
    const sources = Array.from({ length: 120 }, (_, index) => statement(`skill ${index}`));
    const progress: number[] = [];
    await find(sources, sources, { progress: (done) => progress.push(done) });
    expect(progress).toEqual([50, 100, 120]);
    const reason = new Error('closed');
    await expect(find(sources, sources, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

it('leaves other callers served while large frameworks are compared', async () => {
  const alike = Array.from({ length: 1_000 }, (_, index) => statement(`weld pipes in all positions ${index + 1_000}`));
  const angles = alike.map((_, index) => index % 90);
  let ticks = 0;
  const tick = (): void => {
    ticks++;
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  expect(await find(alike, alike, { angles: [angles, angles], limit: 1 })).toHaveLength(alike.length);
  clearImmediate(next);
  expect(ticks).toBeGreaterThan(1);
});
