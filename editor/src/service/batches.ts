import { chunks } from '../../../shared/base/concurrency/chunks.ts';
import { isObject, type JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { StoredObject } from './objects.ts';
import { asObjects } from './result-page.ts';
import type { Sender } from './send.ts';

/** Maximum number of ids per request: 5,000 of usual length are half a megabyte. */
export const IDS_PER_REQUEST = 5000;

/** Reads many objects at once, in as many requests as their number needs. All throw ServiceError. */
export type Batches = {
  /** The objects that exist and that the caller may read, in the order asked for. */
  readonly getMany: (ids: readonly string[], signal?: AbortSignal) => Promise<readonly JsonObject[]>;
  /** As {@link Batches.getMany}, each with the tag of its state. */
  readonly readMany: (ids: readonly string[], signal?: AbortSignal) => Promise<readonly StoredObject[]>;
};

export function createBatches({ sendForJson }: Sender): Batches {
  const post = (name: string, json: unknown, signal: AbortSignal | undefined) =>
    sendForJson(`sky/repo/${name}`, { json, ...(signal !== undefined && { signal }) });

  return {
    async getMany(ids, signal) {
      const pages = chunks(ids, IDS_PER_REQUEST).map(async (page) => asObjects(await post('multiGet', page, signal)));
      return (await Promise.all(pages)).flat();
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
  };
}
