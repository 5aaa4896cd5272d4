import { callerWith, publicKey } from '../access/caller.fixture.ts';
import type { Caller } from '../access/caller.ts';
import { createForwarding } from '../access/forwarding.ts';
import { toConfig } from '../config/config.ts';
import type { ServerContext } from '../context.ts';
import { createKeyRing } from '../crypto/key-ring.ts';
import type { Json } from '../linked-data/json.ts';
import { searchDocument } from '../linked-data/search-copy.ts';
import { createChangeFeed } from '../notifications/change-feed.ts';
import { putMany } from '../objects/put-many.ts';
import { removeMany } from '../objects/remove-many.ts';
import { storedObject } from '../objects/stored-object.ts';
import { createTurns } from '../objects/turns.ts';
import { NO_INVALIDATION } from '../profiles/cache/changes.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import type { LogFields, Logger } from '../telemetry/logger.ts';
import { createOperations, type OperationControl } from './operations.ts';

/** Own address of the service under test. */
export const BASE = 'http://localhost:8080/api/';

const adminKey = publicKey(255);

/** The admin, by key. */
export const ADMIN: Caller = callerWith([adminKey], [adminKey.id]);

/** An operation that nobody asks about and nothing stops. */
export const ALONE: OperationControl = { report: () => {}, mayGoOn: () => {} };

/** The parts of a context that admin operations use, over an embedded store in this directory. */
export async function openAdminContext(directory: string) {
  const readKey = createKeyRing();
  const stores = await openSqliteStore({
    directory,
    describe: (stored) => searchDocument(storedObject(stored), stored.access, readKey),
  });
  const logged: { readonly message: string; readonly fields: LogFields }[] = [];
  const log = (_category: string, message: string, fields: LogFields = {}) => void logged.push({ message, fields });
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  const ctx = {
    config: toConfig({ SEARCH_DEADLINE: '20000' }, '1'),
    store: stores.objects,
    keyValues: stores.keyValues,
    forwarding: createForwarding({ readKey, logger }),
    changes: createChangeFeed(() => {}),
    turns: createTurns(),
    operations: createOperations({ keyValues: stores.keyValues, now: Date.now, logger }),
    logger,
    readKey,
    now: Date.now,
    profiles: { ...NO_INVALIDATION, service: null },
  } satisfies Partial<ServerContext>;
  return {
    ctx,
    logged,
    /** Saves objects as the admin. @throws what the first one that is refused was refused for */
    async save(...objects: readonly Json[]): Promise<void> {
      const results = await putMany(
        ctx,
        objects.map((object) => ({ object })),
        ADMIN,
        'batch',
      );
      for (const result of results) if ('problem' in result) throw result.problem;
    },
    async remove(...shortIds: readonly string[]): Promise<void> {
      await removeMany(
        ctx,
        shortIds.map((name) => ({ name, version: null })),
        ADMIN,
        'batch',
      );
    },
    /** Short ids of all objects that are not deleted, in their order. */
    async contents(): Promise<readonly string[]> {
      const { objects } = await stores.objects.scan(null, 1000);
      return objects.flatMap(({ head }) => (head.deleted ? [] : [head.shortId])).sort();
    },
    close: () => stores.close(),
  };
}
