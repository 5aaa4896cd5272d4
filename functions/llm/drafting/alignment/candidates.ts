import { createSlices } from '../../../../shared/base/concurrency/slices.ts';
import type { FrameworkNode } from '../../../../shared/exchange/frameworks/model.ts';
import { bestText, textsOf } from '../../../../shared/exchange/frameworks/values.ts';
import { tokenize } from '../../../../shared/repository/search/tokenizer.ts';
import { MAX_DESCRIPTION, MAX_NAME, textIn } from '../answer-text.ts';

/** A competency prepared for comparison. */
export type Comparable = { readonly id: string; readonly name: string; readonly description: string };

/** Finds competencies by words. */
export type AlignmentCandidates = {
  /** The competencies that have the most in common with one, the best first; excludes those with nothing in common. */
  readonly of: (node: FrameworkNode) => readonly Comparable[];
};

/** Maximum number of candidates for one competency. */
const MAX_CANDIDATES = 5;

/** Longer descriptions are cut to this length before they are compared. */
const MAX_COMPARED = 400;

/** Words in the name count more than in the description. */
const NAME_WEIGHT = 3;

/** The description of a node in a prompt. */
export function comparable(node: FrameworkNode): Comparable {
  const text = (name: string, maxLength: number) => textIn(bestText(node.properties.get(name)), maxLength);
  return { id: node.id, name: text('name', MAX_NAME), description: text('description', MAX_COMPARED) };
}

/**
 * Indexes competencies by their words in all languages, split as search splits them. The fewer competencies of the framework have a
 * word, the higher its weight.
 */
export async function indexCandidates(nodes: readonly FrameworkNode[]): Promise<AlignmentCandidates> {
  const slices = createSlices();
  const places = new Map<string, Map<number, number>>();
  const lengths: number[] = [];
  for (const [index, node] of nodes.entries()) {
    if (slices.over()) await slices.next();
    const weights = weightsOf(node);
    lengths[index] = Math.sqrt(weights.size + 1);
    for (const [word, weight] of weights) {
      const entry = places.get(word) ?? new Map<number, number>();
      entry.set(index, weight);
      places.set(word, entry);
    }
  }

  return {
    of(node) {
      const scores = new Map<number, number>();
      for (const [word, weight] of weightsOf(node)) {
        const found = places.get(word);
        if (found === undefined) continue;
        const rarity = Math.log(1 + nodes.length / found.size);
        for (const [index, other] of found) {
          scores.set(index, (scores.get(index) ?? 0) + (rarity * rarity * weight * other) / (lengths[index] ?? 1));
        }
      }
      const best = [...scores].toSorted(([one, first], [other, second]) => second - first || one - other);
      return best.slice(0, MAX_CANDIDATES).flatMap(([index]) => {
        const found = nodes[index];
        return found === undefined || found.id === node.id ? [] : [comparable(found)];
      });
    },
  };
}

function weightsOf({ properties }: FrameworkNode): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const add = (name: string, weight: number): void => {
    for (const { text } of textsOf(properties.get(name))) {
      for (const word of tokenize(text.slice(0, MAX_DESCRIPTION))) {
        weights.set(word, Math.max(weights.get(word) ?? 0, weight));
      }
    }
  };
  add('name', NAME_WEIGHT);
  add('description', 1);
  return weights;
}
