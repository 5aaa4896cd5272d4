import { openEmbeddedRepository, saveAll } from '../../../../test/support/repository.ts';
import type { LogFields, Logger } from '../../../base/telemetry/logger.ts';
import type { Caller } from '../../access/caller.ts';
import { callerWith, publicKey } from '../../access/testing/caller.ts';
import type { Json } from '../../linked-data/json.ts';
import { removeMany } from '../../objects/remove-many.ts';
import { createOperations, type OperationControl } from '../operations.ts';

/** Own address of the service under test. */
export const BASE = 'http://localhost:8080/api/';

const adminKey = publicKey(255);

/** The admin, by key. */
export const ADMIN: Caller = callerWith([adminKey], [adminKey.id]);

/** An operation whose progress is ignored and that is never stopped. */
export const ALONE: OperationControl = { report: () => {}, throwIfEnded: () => {} };

/** The parts of a context that admin operations use, over an embedded store in this directory. */
export async function openAdminContext(directory: string) {
  const logged: { readonly message: string; readonly fields: LogFields }[] = [];
  const log = (_category: string, message: string, fields: LogFields = {}) => void logged.push({ message, fields });
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  const parts = { readers: 2, logger, settings: { searchDeadline: 20_000 } };
  const { stores, ctx: repository } = await openEmbeddedRepository(directory, parts);
  const { keyValues, now } = repository;
  const ctx = {
    ...repository,
    operations: createOperations({ keyValues, now, logger }),
  };
  return {
    ctx,
    logged,
    /** Saves objects as the admin. @throws what the first one that is refused was refused for */
    async save(...objects: readonly Json[]): Promise<void> {
      await saveAll(ctx, objects, ADMIN);
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
