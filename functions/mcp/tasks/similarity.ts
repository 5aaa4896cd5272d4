import { member } from '../../../shared/linked-data/json.ts';
import { displayText } from '../../../shared/profile-engine/stored-values.ts';
import type { Stored } from '../repository.ts';

/** Two competencies that share words. */
export type Pair = {
  readonly source: Stored;
  readonly target: Stored;
  /** Words in both names, of those in either: 0 to 1. */
  readonly similarity: number;
};

/** For each source the target whose name has the most words in common with its name, best first; none below `least`. */
export function bestPairs(sources: readonly Stored[], targets: readonly Stored[], least: number): readonly Pair[] {
  const wordsOfTargets = new Map(targets.map((one) => [one, wordsOf(one)]));
  const byWord = Map.groupBy(
    [...wordsOfTargets].flatMap(([one, words]) => [...words].map((word) => [word, one] as const)),
    ([word]) => word,
  );
  const pairs = sources.flatMap((source) => {
    const words = wordsOf(source);
    const shared = new Map<Stored, number>();
    for (const word of words) {
      for (const [, target] of byWord.get(word) ?? []) shared.set(target, (shared.get(target) ?? 0) + 1);
    }
    let best: Pair | null = null;
    for (const [target, count] of shared) {
      const similarity = count / (words.size + (wordsOfTargets.get(target)?.size ?? 0) - count);
      if (similarity >= least && similarity > (best?.similarity ?? 0)) best = { source, target, similarity };
    }
    return best === null ? [] : [best];
  });
  return pairs.toSorted((one, other) => other.similarity - one.similarity);
}

/** Words of a name, of three letters or more, in lower case. */
function wordsOf({ object }: Stored): ReadonlySet<string> {
  const name = displayText(member(object, 'name')) ?? '';
  return new Set(name.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
}
