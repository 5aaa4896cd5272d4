import type { Context } from '../../shared/repository/context.ts';
import { keepVectors } from '../../shared/repository/meaning/keep-vectors.ts';
import type { Embedder } from '../../shared/repository/models/embedder.ts';
import type { Schedule } from '../../shared/repository/schedule/run-tick.ts';

const PERIOD_MS = 2_000;

/** Makes the vectors of what has been written, behind the writes; null if the store has no vectors. */
export function vectorSchedule(
  { store, logger }: Pick<Context, 'store' | 'logger'>,
  embedder: Embedder,
): Schedule | null {
  const { vectors } = store;
  if (vectors === null) return null;
  return {
    name: 'vectors',
    period: PERIOD_MS,
    tick: (given) => keepVectors({ store, vectors, embedder, logger }, given),
  };
}
