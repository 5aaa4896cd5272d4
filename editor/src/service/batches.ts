import * as z from 'zod/mini';
import { chunks, chunksBySize } from '../../../shared/base/concurrency/chunks.ts';
import { isObject, type JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { StoredObject } from './objects.ts';
import { asObjects } from './result-page.ts';
import type { Sender } from './send.ts';

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

/** Maximum number of ids per request: 5,000 of usual length are half a megabyte. */
const IDS_PER_REQUEST = 5000;

/** Maximum length of the objects in one request, in characters. */
const MAX_PUT_CHARACTERS = 4_000_000;

/** An object to save, and the tag of the state that it replaces. */
export type TaggedObject = { readonly object: JsonObject; readonly etag: string };

/** Many objects at once, split into as many requests as their size needs. All throw ServiceError. */
export type Batches = {
  /** The objects that exist and that the caller may read, in the order asked for. */
  readonly getMany: (ids: readonly string[], signal?: AbortSignal) => Promise<readonly JsonObject[]>;
  /** Saves each, whatever is stored. @returns the items that were refused */
  readonly putMany: (objects: readonly JsonObject[], signal?: AbortSignal) => Promise<readonly BatchFailure[]>;
  /** As {@link Batches.getMany}, each with the tag of its state. */
  readonly readMany: (ids: readonly string[], signal?: AbortSignal) => Promise<readonly StoredObject[]>;
  /** Saves each that is still in the state of its tag. @returns the items that were refused, others with status 412 */
  readonly saveMany: (items: readonly TaggedObject[], signal?: AbortSignal) => Promise<readonly BatchFailure[]>;
  /** Deletes each, whatever is stored. @returns the items that were refused */
  readonly removeMany: (ids: readonly string[], signal?: AbortSignal) => Promise<readonly BatchFailure[]>;
};

export function createBatches({ sendForJson }: Sender): Batches {
  const post = (name: string, json: unknown, signal: AbortSignal | undefined) =>
    sendForJson(`sky/repo/${name}`, { json, ...(signal !== undefined && { signal }) });

  return {
    async getMany(ids, signal) {
      const pages = chunks(ids, IDS_PER_REQUEST).map(async (page) => asObjects(await post('multiGet', page, signal)));
      return (await Promise.all(pages)).flat();
    },
    async putMany(objects, signal) {
      const failed: BatchFailure[] = [];
      for (const page of chunksBySize(objects, sizeOf, { maxSize: MAX_PUT_CHARACTERS })) {
        failed.push(...putSchema.parse(await post('multiPut', page, signal)).failed);
      }
      return failed;
    },
    async readMany(ids, signal) {
      const pages = chunks(ids, IDS_PER_REQUEST).map(async (page) => {
        const answer = await post('multiGet', { signatureSheet: [], data: page, etags: true }, signal);
        return asObjects(answer).flatMap(({ object, etag }) =>
          isObject(object) && typeof etag === 'string' ? [{ object, etag }] : [],
        );
      });
      return (await Promise.all(pages)).flat();
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
  };
}

function sizeOf(object: JsonObject): number {
  return JSON.stringify(object).length;
}
