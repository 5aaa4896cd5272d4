import type { Context } from '../../shared/repository/context.ts';
import { createVectorKeeper } from '../../shared/repository/meaning/keep-vectors.ts';
import type { Embedder } from '../../shared/repository/models/embedder.ts';
import type { Schedule } from '../../shared/repository/schedule/run-tick.ts';

const PERIOD_MS = 2_000;

/** Several calls of a slow model, each up to its own time limit, so that a tick gets something done. */
const LIMIT_MS = 1_800_000;

/** Makes the vectors of what has been written, behind the writes; null if the store has no vectors. */
export function vectorSchedule(
  { store, logger, now }: Pick<Context, 'store' | 'logger' | 'now'>,
  embedder: Embedder,
): Schedule | null {
  const { vectors } = store;
  if (vectors === null) return null;
  return {
    name: 'vectors',
    period: PERIOD_MS,
    limit: LIMIT_MS,
    tick: createVectorKeeper({ store, vectors, embedder, logger, now }),
  };
}
