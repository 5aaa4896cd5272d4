import { createSlices } from '../../../shared/base/concurrency/slices.ts';
import type { Statement, Words } from './statements.ts';

/** Compares statements by their words. */
export type WordComparison = {
  /** The statements of the target that have words in common with one, by their positions, with the similarity: 0 to 1. */
  readonly of: (statement: Statement) => ReadonlyMap<number, number>;
  /** The similarity to one statement of the target: 0 to 1. */
  readonly between: (statement: Statement, target: Statement) => number;
};

/** A statement of the target in one of its languages. */
type Target = { readonly position: number; readonly words: Words };

/**
 * Indexes statements by their words. The similarity of two is the cosine of the angle between their words, weighted by how few statements
 * of the target have them; of two that are in several languages, the greatest.
 */
export async function indexWords(targets: readonly Statement[]): Promise<WordComparison> {
  const slices = createSlices();
  const targetsWith = new Map<string, Target[]>();
  for (const [position, statement] of targets.entries()) {
    if (slices.over()) await slices.next();
    for (const words of statement.words) {
      for (const word of words.keys()) {
        const known = targetsWith.get(word);
        if (known === undefined) targetsWith.set(word, [{ position, words }]);
        else known.push({ position, words });
      }
    }
  }

  const rarity = (word: string): number => Math.log(1 + targets.length / (targetsWith.get(word)?.length ?? 1));
  const norms = new WeakMap<Words, number>();

  function normOf(words: Words): number {
    const known = norms.get(words);
    if (known !== undefined) return known;
    let squares = 0;
    for (const [word, weight] of words) squares += (weight * rarity(word)) ** 2;
    const norm = Math.sqrt(squares) || 1;
    norms.set(words, norm);
    return norm;
  }

  function cosine(product: number, one: Words, other: Words): number {
    return Math.min(1, product / (normOf(one) * normOf(other)));
  }

  /** The product with each text that has a word in common. */
  function productsOf(words: Words): ReadonlyMap<Words, Target & { product: number }> {
    const products = new Map<Words, Target & { product: number }>();
    for (const [word, weight] of words) {
      const factor = weight * rarity(word) ** 2;
      for (const target of targetsWith.get(word) ?? []) {
        const product = factor * (target.words.get(word) ?? 0);
        const known = products.get(target.words);
        if (known === undefined) products.set(target.words, { ...target, product });
        else known.product += product;
      }
    }
    return products;
  }

  return {
    of(statement) {
      const best = new Map<number, number>();
      for (const own of statement.words) {
        for (const [other, { position, product }] of productsOf(own)) {
          best.set(position, Math.max(best.get(position) ?? 0, cosine(product, own, other)));
        }
      }
      return best;
    },
    between(statement, target) {
      let best = 0;
      for (const own of statement.words) {
        for (const other of target.words) {
          let product = 0;
          for (const [word, weight] of own) product += weight * (other.get(word) ?? 0) * rarity(word) ** 2;
          best = Math.max(best, cosine(product, own, other));
        }
      }
      return best;
    },
  };
}
