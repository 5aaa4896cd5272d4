import * as z from 'zod/mini';
import { isObject, type JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { Sender } from './send.ts';

/** What an admin can start. */
export type OperationName = 'reindex' | 'cull';

const recordsSchema = z.object({
  operations: z.array(
    z.looseObject({
      operation: z.string(),
      state: z.enum(['running', 'done', 'failed', 'interrupted', 'cancelled']),
      dryRun: z.boolean(),
      began: z.string(),
      seen: z.string(),
      progress: z.optional(z.record(z.string(), z.unknown())),
      result: z.optional(z.record(z.string(), z.unknown())),
      detail: z.optional(z.string()),
    }),
  ),
});

/** The last operation of a kind, running or ended. */
export type OperationRecord = z.infer<typeof recordsSchema>['operations'][number];

const healthSchema = z.looseObject({
  status: z.string(),
  state: z.string(),
  detail: z.optional(z.string()),
  replication: z.optional(
    z.looseObject({
      way: z.nullable(z.string()),
      lagSeconds: z.nullable(z.number()),
      refusedCount: z.number(),
      failures: z.number(),
    }),
  ),
});

/** Whether the service serves, and how far another server is replicated. */
export type Health = z.infer<typeof healthSchema>;

const culledSchema = z.looseObject({
  scanned: z.number(),
  removed: z.number(),
  tookMs: z.number(),
  objects: z.optional(z.array(z.string())),
});

/** What an operation did, or would do. */
export type OperationResult = z.infer<typeof culledSchema>;

const importSchema = z.looseObject({
  restored: z.number(),
  present: z.number(),
  failedCount: z.number(),
  failed: z.array(
    z.object({
      line: z.number(),
      '@id': z.nullable(z.string()),
      type: z.optional(z.string()),
      detail: z.string(),
    }),
  ),
});

/** What an import of versions stored and refused. */
export type VersionImport = z.infer<typeof importSchema>;

const recordStoresSchema = z.object({
  recordStores: z.array(
    z.object({
      name: z.string(),
      endpoint: z.string(),
      enabled: z.boolean(),
      polledAt: z.nullable(z.string()),
      storedUntil: z.nullable(z.string()),
      stored: z.number(),
      ignored: z.number(),
      rejected: z.number(),
      fault: z.nullable(z.object({ at: z.string(), detail: z.string() })),
      nextPollAt: z.nullable(z.string()),
    }),
  ),
});

/** A learning record store, and the results of its polls. */
export type RecordStore = z.infer<typeof recordStoresSchema>['recordStores'][number];

/** For operators (docs/operate/operate.md). All throw ServiceError; all but `health` and `configuration` need the key of an admin. */
export type Operations = {
  /** Also resolves when the service is not ready: then `status` says so. */
  readonly health: (signal?: AbortSignal) => Promise<Health>;
  /** The settings in effect, none of them secret. */
  readonly configuration: (signal?: AbortSignal) => Promise<JsonObject>;
  readonly operations: (signal?: AbortSignal) => Promise<readonly OperationRecord[]>;
  readonly recordStores: (signal?: AbortSignal) => Promise<readonly RecordStore[]>;
  readonly runOperation: (name: OperationName, dryRun: boolean) => Promise<OperationResult>;
  /** Imports the lines of an export. */
  readonly importVersions: (file: Blob, signal?: AbortSignal) => Promise<VersionImport>;
  /** Every object with all its versions, and every stored identity. */
  readonly exportAll: (signal?: AbortSignal) => Promise<Blob>;
};

export function createOperations({ send, sendForJson }: Sender): Operations {
  const withSignal = (signal: AbortSignal | undefined) => ({ ...(signal !== undefined && { signal }) });
  return {
    async health(signal) {
      return healthSchema.parse(await sendForJson('../readyz?full=true', { signed: false, ...withSignal(signal) }));
    },
    async configuration(signal) {
      const answer = await sendForJson('sky/admin?full=true', withSignal(signal));
      return isObject(answer) ? answer : {};
    },
    async operations(signal) {
      return recordsSchema.parse(await sendForJson('util/operations', withSignal(signal))).operations;
    },
    async recordStores(signal) {
      return recordStoresSchema.parse(await sendForJson('util/recordStores', withSignal(signal))).recordStores;
    },
    async runOperation(name, dryRun) {
      return culledSchema.parse(await sendForJson(`util/${name}`, { json: { dryRun } }));
    },
    async importVersions(file, signal) {
      const headers = { 'content-type': 'application/x-ndjson' };
      return importSchema.parse(await sendForJson('util/import', { body: file, headers, ...withSignal(signal) }));
    },
    async exportAll(signal) {
      const headers = { accept: 'application/x-ndjson' };
      return (await send('util/export', { headers, ...withSignal(signal) })).blob();
    },
  };
}
