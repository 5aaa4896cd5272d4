import type { Embedder } from '../../shared/repository/models/embedder.ts';
import { cosineOf, type Similarity, withSimilarity } from '../../shared/repository/models/similarity.ts';
import type { Pair, Statement } from './pairs.ts';

/** What the measure of similarity says about paraphrases and the statements in their language. */
export type Similarities = {
  readonly language: string;
  readonly pairs: number;
  /** The median similarity of a paraphrase and the statement that it means. */
  readonly median: number;
  /** The share of paraphrases whose statement is among the first ten, and left out. */
  readonly lost: number;
  /** The share of the other statements that are not left out. */
  readonly kept: number;
};

const FIRST = 10;

/** Measures by a model alone, by language. */
export async function measureSimilarities(
  embedder: Embedder,
  statements: readonly Statement[],
  pairs: readonly Pair[],
): Promise<Similarities[]> {
  const { embed, similarity } = withSimilarity(embedder);
  const { signal } = new AbortController();
  const paraphrases = pairs.filter(({ kind }) => kind === 'paraphrase');
  const rows: Similarities[] = [];
  for (const [language, group] of Map.groupBy(paraphrases, (pair) => pair.language)) {
    const own = statements.filter((statement) => statement.language === language);
    const texts = own.map(({ text }) => text);
    const documents = await embed(texts, signal, 'document');
    const queries = await embed(
      group.map(({ query }) => query),
      signal,
      'query',
    );
    const found: Found[] = [];
    for (const [index, { query, notation }] of group.entries()) {
      const vector = queries[index] ?? new Float32Array();
      const place = own.findIndex((statement) => statement.notation === notation);
      const measure = await similarity({ text: query, kind: 'query' }, signal);
      found.push(
        foundBy(
          documents.map((document) => cosineOf(vector, document)),
          place,
          measure,
        ),
      );
    }
    rows.push({
      language,
      pairs: group.length,
      median: found.map(({ wanted }) => wanted).toSorted((one, other) => one - other)[group.length >> 1] ?? 0,
      lost: found.filter(({ wanted, rank }) => wanted === 0 && rank < FIRST).length / group.length,
      kept: found.reduce((sum, { kept }) => sum + kept, 0) / (group.length * (own.length - 1)),
    });
  }
  return rows;
}

/** Similarity and place of the statement that a query means, and how many others are not left out. */
type Found = { readonly wanted: number; readonly rank: number; readonly kept: number };

function foundBy(cosines: readonly number[], place: number, similarity: Similarity): Found {
  const wanted = cosines[place] ?? 0;
  return {
    wanted: similarity(wanted),
    rank: cosines.filter((cosine) => cosine > wanted).length,
    kept: cosines.filter((cosine, other) => other !== place && similarity(cosine) > 0).length,
  };
}

/** A table of Markdown. */
export function printSimilarities(model: string, rows: readonly Similarities[]): string {
  const lines = rows.map(
    ({ language, pairs, median, lost, kept }) =>
      `| ${[model, language, pairs, median.toFixed(2), lost.toFixed(3), kept.toFixed(2)].join(' | ')} |`,
  );
  return [
    '| model | language | pairs | median similarity | lost | others kept |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
