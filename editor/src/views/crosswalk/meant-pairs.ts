import * as z from 'zod/mini';
import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import type { Sender } from '../../service/send.ts';

const answerSchema = z.object({
  candidates: z.array(
    z.object({ source: z.string(), target: z.string(), reasons: z.object({ meaning: z.optional(z.number()) }) }),
  ),
});

/** How similar competencies of the second framework are to one of the first in what they mean, from 0 to 1, by their short ids. */
export type MeantPairs = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Less similar competencies have little more in common than their subject. */
const LEAST = 0.6;

/** Candidates for each competency. */
const MOST = 5;

/** Compares frameworks by the service's embedding model. */
export type MeaningComparer = {
  /**
   * Finds pairs that mean something similar; none where the service has no model. Takes a while for large frameworks.
   *
   * @param first id of the framework for whose competencies the other one is searched
   * @throws ServiceError
   */
  readonly compareMeaning: (first: string, second: string, signal: AbortSignal) => Promise<MeantPairs>;
};

export function createMeaningComparer({ sendForJson }: Pick<Sender, 'sendForJson'>): MeaningComparer {
  return {
    async compareMeaning(first, second, signal) {
      const json = { source: first, targets: [second], limit: MOST };
      const { candidates } = answerSchema.parse(await sendForJson('align', { json, signal }));
      const pairs = new Map<string, Map<string, number>>();
      for (const { source, target, reasons } of candidates) {
        const { meaning = 0 } = reasons;
        if (meaning < LEAST) continue;
        const id = shortIdOf(source, []);
        const found = pairs.get(id) ?? new Map<string, number>();
        pairs.set(id, found.set(shortIdOf(target, []), meaning));
      }
      return pairs;
    },
  };
}
