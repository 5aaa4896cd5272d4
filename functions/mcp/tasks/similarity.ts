import { mapInSlices } from '../../../shared/base/concurrency/slices.ts';
import { displayText } from '../../../shared/profiles/engine/stored-values.ts';
import { member } from '../../../shared/repository/linked-data/json.ts';
import type { StoredAnswer } from '../repository.ts';

/** Two competencies that share words. */
export type Pair = {
  readonly source: StoredAnswer;
  readonly target: StoredAnswer;
  /** Share of the words of both names that are in both: 0 to 1. */
  readonly similarity: number;
};

/** Maximum number of words of a name that are compared: a framework may have thousands of names. */
const MAX_WORDS = 50;

/**
 * For each source, the target whose name has the most words in common with its name, best first; none below `least`. Other tasks of
 * the event loop run in between.
 */
export async function bestPairs(
  sources: readonly StoredAnswer[],
  targets: readonly StoredAnswer[],
  least: number,
): Promise<readonly Pair[]> {
  const wordsOfTargets = targets.map(wordsOf);
  const withWord = Map.groupBy(
    wordsOfTargets.flatMap((words, at) => [...words].map((word) => ({ word, at }))),
    ({ word }) => word,
  );
  const shared = new Uint8Array(targets.length);

  function bestOf(source: StoredAnswer): Pair | null {
    const words = wordsOf(source);
    shared.fill(0);
    for (const word of words) for (const { at } of withWord.get(word) ?? []) shared[at] = (shared[at] ?? 0) + 1;
    let best: Pair | null = null;
    for (const [at, target] of targets.entries()) {
      const count = shared[at] ?? 0;
      const similarity = count === 0 ? 0 : count / (words.size + (wordsOfTargets[at]?.size ?? 0) - count);
      if (similarity >= least && similarity > (best?.similarity ?? 0)) best = { source, target, similarity };
    }
    return best;
  }

  const pairs = await mapInSlices(sources, bestOf);
  return pairs.filter((pair) => pair !== null).toSorted((one, other) => other.similarity - one.similarity);
}

/** The first words of a name, of three letters or more, in lower case. */
function wordsOf({ object }: StoredAnswer): ReadonlySet<string> {
  const name = displayText(member(object, 'name')) ?? '';
  const words = new Set<string>();
  for (const [word] of name.toLowerCase().matchAll(/[\p{L}\p{N}]{3,}/gu)) {
    if (words.add(word).size === MAX_WORDS) break;
  }
  return words;
}
