import { createKeyedQueue } from '../../shared/base/concurrency/keyed-queue.ts';
import { createMemoryBudget } from '../../shared/base/concurrency/memory-budget.ts';
import { type Config, toConfig } from '../../shared/base/config/config.ts';
import { createKeyRing, type ReadKey } from '../../shared/base/crypto/public-key.ts';
import type { Logger } from '../../shared/base/telemetry/logger.ts';
import type { Caller } from '../../shared/repository/access/caller.ts';
import { createForwarding } from '../../shared/repository/access/forwarding.ts';
import type { Json } from '../../shared/repository/linked-data/json.ts';
import { createChangeFeed } from '../../shared/repository/objects/change-feed.ts';
import { largeObjectsHere } from '../../shared/repository/objects/large-objects.ts';
import { putMany } from '../../shared/repository/objects/put-many.ts';
import { storedObject } from '../../shared/repository/objects/stored-versions.ts';
import { searchDocument } from '../../shared/repository/search/search-copy.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import { openSqliteStore } from '../../shared/stores/sqlite/open.ts';
import { SILENT } from './silent.ts';

/** The parts of a repository that differ from the default: configuration, log, and key cache. */
export type RepositoryParts = {
  readonly settings?: Partial<Config>;
  readonly logger?: Logger;
  readonly readKey?: ReadKey;
};

const MEMORY_BYTES = 1 << 28;

/** The parts of a context for reading and writing, over a store. An error of a write observer fails the write. */
export function repositoryContext<Store extends ObjectStore>(store: Store, parts: RepositoryParts = {}) {
  const { settings = {}, logger = SILENT, readKey = createKeyRing() } = parts;
  return {
    store,
    config: { ...toConfig({}, '1'), ...settings },
    readKey,
    logger,
    changes: createChangeFeed((error) => {
      throw error;
    }),
    memory: createMemoryBudget(MEMORY_BYTES),
    writeQueue: createKeyedQueue(),
    large: largeObjectsHere(readKey),
    forwarding: createForwarding({ readKey, logger }),
    observers: [],
    now: () => Date.now(),
  };
}

/** A repository without HTTP over an embedded store in a directory. The caller closes its stores. */
export async function openEmbeddedRepository(
  directory: string,
  parts: RepositoryParts & { readonly readers?: number } = {},
) {
  const { readers = 1, readKey = createKeyRing(), ...others } = parts;
  const stores = await openSqliteStore({
    directory,
    readers,
    describe: (stored) => searchDocument(storedObject(stored), stored.access, readKey),
  });
  return { stores, ctx: { ...repositoryContext(stores.objects, { readKey, ...others }), keyValues: stores.keyValues } };
}

/** Saves objects in one batch; the caller must not use them afterwards. @throws Problem of the first refused one */
export async function saveAll(
  ctx: Parameters<typeof putMany>[0],
  objects: readonly Json[],
  caller: Caller,
): Promise<void> {
  const items = objects.map((object) => ({ object }));
  const results = await putMany(ctx, items, caller, 'batch');
  for (const result of results) if ('problem' in result) throw result.problem;
}
