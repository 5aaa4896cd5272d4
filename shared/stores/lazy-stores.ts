import { Problem } from '../base/errors/problem.ts';
import type { Logger } from '../base/telemetry/logger.ts';
import type { KeyValueStore } from '../repository/store/key-value-store.ts';
import type { ObjectStore, VectorIndex } from '../repository/store/object-store.ts';

/** The stores of a process. */
type Stores = { readonly objects: ObjectStore; readonly keyValues: KeyValueStore };

/** Stores that are opened at their first use. */
export type LazyStores<S extends Stores = Stores> = Stores & {
  /** Opens the stores, if they are not open. @throws Problem `store-unavailable` (503); a later call tries again */
  readonly opened: () => Promise<S>;
};

const RETRY_AFTER_SECONDS = 5;

/**
 * Opens stores at their first use, for functions in which many requests need no store. Concurrent calls share an attempt. A failed
 * attempt is logged, and the next call tries again.
 *
 * @param hasModel whether vectors are wanted: `vectors` is null without. With, it throws Problem `model-unavailable` (503) if the opened
 *   store has none
 */
export function createLazyStores<S extends Stores>(
  open: () => Promise<S>,
  logger: Pick<Logger, 'error'>,
  hasModel = false,
): LazyStores<S> {
  let attempt: Promise<S> | null = null;
  let failingSince: number | null = null;

  async function tryOpen(): Promise<S> {
    try {
      const stores = await open();
      failingSince = null;
      return stores;
    } catch (error) {
      attempt = null;
      failingSince ??= Date.now();
      logger.error('DATA', 'The store cannot be opened', { error: String(error) });
      if (error instanceof Problem) throw error;
      throw new Problem('store-unavailable', 'The store cannot be opened now.', { retryAfter: RETRY_AFTER_SECONDS });
    }
  }

  function opened(): Promise<S> {
    attempt ??= tryOpen();
    return attempt;
  }

  const objects = async () => (await opened()).objects;
  const keyValues = async () => (await opened()).keyValues;
  const vectors = async (): Promise<VectorIndex> => {
    const { vectors } = await objects();
    if (vectors === null) throw new Problem('model-unavailable', 'The store of this service has no vectors.');
    return vectors;
  };
  return {
    opened,
    objects: {
      heads: async (...given) => (await objects()).heads(...given),
      recentHeads: async (...given) => (await objects()).recentHeads(...given),
      texts: async (...given) => (await objects()).texts(...given),
      version: async (...given) => (await objects()).version(...given),
      history: async (...given) => (await objects()).history(...given),
      trail: async (...given) => (await objects()).trail(...given),
      write: async (...given) => (await objects()).write(...given),
      makeSearchable: async () => (await objects()).makeSearchable(),
      remove: async (...given) => (await objects()).remove(...given),
      search: async (...given) => (await objects()).search(...given),
      searchStates: async (...given) => (await objects()).searchStates(...given),
      vectors: hasModel
        ? {
            save: async (...given) => (await vectors()).save(...given),
            read: async (...given) => (await vectors()).read(...given),
            forgetOthers: async (...given) => (await vectors()).forgetOthers(...given),
          }
        : null,
      scan: async (...given) => (await objects()).scan(...given),
      changes: async (...given) => (await objects()).changes(...given),
      changesSince: async (...given) => (await objects()).changesSince(...given),
      changeTimes: async (...given) => (await objects()).changeTimes(...given),
      count: async (...given) => (await objects()).count(...given),
      restore: async (...given) => (await objects()).restore(...given),
      rebuild: async (...given) => (await objects()).rebuild(...given),
      tend: async (...given) => (await objects()).tend(...given),
      purge: async (...given) => (await objects()).purge(...given),
      async health() {
        try {
          return await (await objects()).health();
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          return { ready: false, detail: error.message, since: failingSince ?? Date.now() };
        }
      },
      async close() {
        if (attempt !== null) await (await objects()).close();
      },
    },
    keyValues: {
      get: async (...given) => (await keyValues()).get(...given),
      set: async (...given) => (await keyValues()).set(...given),
      increment: async (...given) => (await keyValues()).increment(...given),
      delete: async (...given) => (await keyValues()).delete(...given),
      list: async (...given) => (await keyValues()).list(...given),
      clear: async (...given) => (await keyValues()).clear(...given),
    },
  };
}
