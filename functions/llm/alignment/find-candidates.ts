import { createSlices } from '../../../shared/base/concurrency/slices.ts';
import type { VectorSimilarity, Vectors } from './compare-meaning.ts';
import { indexWords } from './compare-words.ts';
import type { Statement } from './statements.ts';

/** How much two statements agree, each from 0 to 1; absent: not at all, or not compared. */
export type Reasons = {
  readonly words?: number;
  /** 1, divided by the number of statements of the target with the same notation. */
  readonly notation?: number;
  readonly meaning?: number;
  /** The agreement of their parents. */
  readonly position?: number;
};

/** Two statements that may correspond. */
export type Candidate = {
  readonly source: Statement;
  readonly target: Statement;
  /** All reasons together, from 0 to 1. */
  readonly score: number;
  readonly reasons: Reasons;
};

/** Statements of one side. */
export type Side = {
  readonly statements: readonly Statement[];
  /** Null: meanings are not compared. */
  readonly vectors: Vectors | null;
};

export type CandidateOptions = {
  /** Candidates of each source. */
  readonly limit: number;
  /** Candidates with less are left out. */
  readonly minScore: number;
  /** Whether two statements may be a candidate. */
  readonly isWanted: (source: Statement, target: Statement) => boolean;
  /** How similar each source is to a target; null: meanings are not compared. */
  readonly similarities: readonly VectorSimilarity[] | null;
  /** Called with the number of sources that are done. */
  readonly progress: (done: number) => void;
  readonly signal: AbortSignal;
};

/** Candidates that words, and meanings, each give a source, before all reasons are weighed. */
const PER_REASON = 20;

/** How far a reason alone decides. */
const WEIGHTS = [
  ['words', 0.9],
  ['meaning', 0.9],
  ['notation', 0.4],
  ['position', 0.15],
] as const;

/** Targets between two looks at the clock. */
const SLICE_STEP = 64;

/** Sources between two calls of `progress`. */
const PROGRESS_STEP = 50;

/**
 * The statements of the target that may correspond to each of the source: the best first, in the order of the sources. A reason that
 * agrees fully decides as far as its weight, and reasons add up: the score is 1 less the product of what each leaves open.
 *
 * @throws the reason of `signal` once it is aborted
 */
export async function findCandidates(
  source: Side,
  target: Side,
  { limit, minScore, isWanted, similarities, progress, signal }: CandidateOptions,
): Promise<readonly Candidate[]> {
  const words = await indexWords(target.statements);
  const withNotation = Map.groupBy(target.statements.keys(), (position) => target.statements[position]?.notation ?? '');
  const [sourcePositions, targetPositions] = [positionsById(source), positionsById(target)];
  const byMeaning = new Float32Array(similarities === null ? 0 : target.statements.length); // of the source at hand
  const slices = createSlices();
  const found: Candidate[] = [];

  function meaningOf(from: number, to: number): number {
    const [one, other] = [source.vectors?.[from] ?? null, target.vectors?.[to] ?? null];
    return one === null || other === null ? 0 : (similarities?.[from]?.(one, other) ?? 0);
  }

  async function compareMeanings(from: number): Promise<void> {
    for (const to of target.statements.keys()) {
      if (to % SLICE_STEP === 0 && slices.over()) await slices.next();
      byMeaning[to] = meaningOf(from, to);
    }
  }

  /** How far the words and meanings of two parents agree. */
  function positionOf(from: Statement, to: Statement): number {
    let best = 0;
    for (const parent of from.parents) {
      for (const other of to.parents) {
        const [one, another] = [sourcePositions.get(parent) ?? -1, targetPositions.get(other) ?? -1];
        const [first, second] = [source.statements[one], target.statements[another]];
        if (first === undefined || second === undefined) continue;
        best = Math.max(best, scoreOf({ words: words.between(first, second), meaning: meaningOf(one, another) }));
      }
    }
    return best;
  }

  for (const [from, statement] of source.statements.entries()) {
    const byWords = words.of(statement);
    if (similarities !== null) await compareMeanings(from);
    signal.throwIfAborted();
    const equal = statement.notation === null ? [] : (withNotation.get(statement.notation) ?? []);
    const sameNotation = equal.length > PER_REASON ? [] : equal; // the number of a list, such as 1, says nothing
    const compared = new Set([...best(byWords), ...best(byMeaning.entries()), ...sameNotation]);
    const candidates = [...compared].flatMap((to): Candidate[] => {
      const other = target.statements[to];
      if (other === undefined || other.id === statement.id || !isWanted(statement, other)) return [];
      const agreement = {
        words: byWords.get(to) ?? 0,
        notation: sameNotation.includes(to) ? 1 / sameNotation.length : 0,
        meaning: byMeaning[to] ?? 0,
        position: positionOf(statement, other),
      };
      return [{ source: statement, target: other, score: rounded(scoreOf(agreement)), reasons: reasonsOf(agreement) }];
    });
    const likely = candidates.filter(({ score }) => score > 0 && score >= minScore);
    found.push(...likely.toSorted((one, other) => other.score - one.score).slice(0, limit));
    if (slices.over()) await slices.next();
    if ((from + 1) % PROGRESS_STEP === 0 || from + 1 === source.statements.length) progress(from + 1);
  }
  return found;
}

function positionsById({ statements }: Side): ReadonlyMap<string, number> {
  return new Map(statements.map(({ id }, position) => [id, position]));
}

/** The positions with the greatest values above 0, the greatest first. */
function best(values: Iterable<readonly [position: number, value: number]>): readonly number[] {
  const greatest: (readonly [position: number, value: number])[] = [];
  for (const entry of values) {
    const [, value] = entry;
    if (value <= 0 || (greatest.length === PER_REASON && value <= (greatest.at(-1)?.[1] ?? 0))) continue;
    const place = greatest.findIndex(([, other]) => other < value);
    greatest.splice(place === -1 ? greatest.length : place, 0, entry);
    greatest.splice(PER_REASON);
  }
  return greatest.map(([position]) => position);
}

function scoreOf(agreement: Reasons): number {
  let open = 1;
  for (const [name, weight] of WEIGHTS) open *= 1 - weight * (agreement[name] ?? 0);
  return 1 - open;
}

function reasonsOf(agreement: Required<Reasons>): Reasons {
  return Object.fromEntries(
    Object.entries(agreement).flatMap(([name, value]) => (rounded(value) > 0 ? [[name, rounded(value)]] : [])),
  );
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
