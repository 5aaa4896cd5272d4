import * as z from 'zod/mini';
import { chunks, chunksBySize } from '../../../shared/base/concurrency/chunks.ts';
import { importReport } from '../../../shared/http/exchange/report-schema.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { addressOf } from '../../../shared/repository/linked-data/names.ts';
import { IDS_PER_REQUEST } from './batches.ts';
import { type ImportReport, type ImportSource, importRequest } from './exchange.ts';
import { type StoredObject, storedObject } from './objects.ts';
import type { Sender } from './send.ts';

/** The condition of a write: the object is in the state of this tag, it is new, or none. */
export type Condition = { readonly etag: string } | 'new' | 'any';

const failureSchema = z.object({
  '@id': z.nullable(z.string()),
  status: z.number(),
  type: z.optional(z.string()),
  detail: z.optional(z.string()),
});

/** Why one item of a batch was refused. */
export type BatchFailure = z.infer<typeof failureSchema>;

const putSchema = z.object({ stored: z.number(), failed: z.array(failureSchema) });
const deleteSchema = z.object({ deleted: z.number(), failed: z.array(failureSchema) });

/** Maximum length of the objects in one request, in characters. */
const MAX_PUT_CHARACTERS = 4_000_000;

/** An object to save, and the tag of the state that it replaces. */
export type TaggedObject = { readonly object: JsonObject; readonly etag: string };

/** Everything that changes stored objects. Many objects are split into as many requests as their size needs. All throw ServiceError. */
export type Writes = {
  /** Saves; `conflict` when the condition is not met. */
  readonly save: (
    shortId: string,
    object: JsonObject,
    condition: Condition,
    signal?: AbortSignal,
  ) => Promise<StoredObject>;
  readonly remove: (shortId: string, condition: Condition, signal?: AbortSignal) => Promise<void>;
  /** Saves each, whatever is stored. @returns the items that were refused */
  readonly putMany: (objects: readonly JsonObject[], signal?: AbortSignal) => Promise<readonly BatchFailure[]>;
  /** Saves each that is still in the state of its tag. @returns the items that were refused, others with status 412 */
  readonly saveMany: (items: readonly TaggedObject[], signal?: AbortSignal) => Promise<readonly BatchFailure[]>;
  /** Deletes each, whatever is stored. @returns the items that were refused */
  readonly removeMany: (ids: readonly string[], signal?: AbortSignal) => Promise<readonly BatchFailure[]>;
  /** Imports a document, or the CASE package at an address. Its objects belong to the first key that the caller holds. */
  readonly importFrom: (source: ImportSource, signal?: AbortSignal) => Promise<ImportReport>;
};

/**
 * The writes as the service takes them, of any object. Only `writer.ts` calls this.
 *
 * @param base the address of the service, ending in `/api/`
 */
export function createWrites(base: string, { send, sendForJson }: Sender): Writes {
  const address = (shortId: string) => addressOf(shortId, [base]);
  const withSignal = (signal: AbortSignal | undefined) => ({ ...(signal !== undefined && { signal }) });
  const post = (name: string, json: unknown, signal: AbortSignal | undefined) =>
    sendForJson(`sky/repo/${name}`, { json, ...withSignal(signal) });

  return {
    async save(shortId, object, condition, signal) {
      const headers = { ...conditionHeaders(condition) };
      return storedObject(await send(address(shortId), { json: object, headers, ...withSignal(signal) }));
    },
    async remove(shortId, condition, signal) {
      await send(address(shortId), { method: 'DELETE', headers: conditionHeaders(condition), ...withSignal(signal) });
    },
    async putMany(objects, signal) {
      const failed: BatchFailure[] = [];
      for (const page of chunksBySize(objects, sizeOf, { maxSize: MAX_PUT_CHARACTERS })) {
        failed.push(...putSchema.parse(await post('multiPut', page, signal)).failed);
      }
      return failed;
    },
    async saveMany(items, signal) {
      const failed: BatchFailure[] = [];
      const size = ({ object }: TaggedObject): number => sizeOf(object);
      for (const page of chunksBySize(items, size, { maxSize: MAX_PUT_CHARACTERS })) {
        const [data, ifMatch] = [page.map(({ object }) => object), page.map(({ etag }) => etag)];
        failed.push(...putSchema.parse(await post('multiPut', { signatureSheet: [], data, ifMatch }, signal)).failed);
      }
      return failed;
    },
    async removeMany(ids, signal) {
      const failed: BatchFailure[] = [];
      for (const page of chunks(ids, IDS_PER_REQUEST)) {
        failed.push(...deleteSchema.parse(await post('multiDelete', page, signal)).failed);
      }
      return failed;
    },
    async importFrom(source, signal) {
      const { path, options } = importRequest(source);
      return importReport.parse(await sendForJson(path, { ...options, ...withSignal(signal) }));
    },
  };
}

function conditionHeaders(condition: Condition): Readonly<Record<string, string>> {
  if (condition === 'any') return {};
  return condition === 'new' ? { 'if-none-match': '*' } : { 'if-match': condition.etag };
}

function sizeOf(object: JsonObject): number {
  return JSON.stringify(object).length;
}
