import { CLASSES, type Pair } from './pairs.ts';

/** The notations of the statements that a search finds for a query, the best first. */
export type Ranking = (query: string) => Promise<readonly string[]>;

/** How well a ranking finds the statements of one kind of pairs. */
export type Quality = {
  /** What makes the ranking. */
  readonly ranking: string;
  /** The class of the pairs, and the language of their queries. */
  readonly kind: string;
  readonly pairs: number;
  /** The share of the pairs whose statement is among the first ten. */
  readonly recall: number;
  /** The mean of 1 / rank of the statement, 0 if it is not among the first ten. */
  readonly reciprocalRank: number;
};

const FIRST = 10;

/** Measures a ranking, by class and by language. */
export async function measureQuality(ranking: string, rank: Ranking, pairs: readonly Pair[]): Promise<Quality[]> {
  const ranks = new Map<Pair, number>();
  for (const pair of pairs) ranks.set(pair, (await rank(pair.query)).slice(0, FIRST).indexOf(pair.notation) + 1);
  return CLASSES.flatMap((kind) =>
    [
      ...Map.groupBy(
        pairs.filter((pair) => pair.kind === kind),
        ({ language }) => language,
      ),
    ].map(([language, group]) => {
      const found = group.map((pair) => ranks.get(pair) ?? 0).filter((place) => place > 0);
      return {
        ranking,
        kind: `${kind}, ${language}`,
        pairs: group.length,
        recall: found.length / group.length,
        reciprocalRank: found.reduce((sum, place) => sum + 1 / place, 0) / group.length,
      };
    }),
  );
}

/** A table of Markdown. */
export function printQuality(rows: readonly Quality[]): string {
  const lines = rows.map(
    ({ ranking, kind, pairs, recall, reciprocalRank }) =>
      `| ${[ranking, kind, pairs, recall.toFixed(2), reciprocalRank.toFixed(2)].join(' | ')} |`,
  );
  return ['| ranking | queries | pairs | recall@10 | MRR |', '|---|---|---|---|---|', ...lines].join('\n');
}
