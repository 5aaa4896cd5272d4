import { Problem } from '../../shared/base/errors/problem.ts';
import type { BlobCondition, BlobStore } from '../../shared/repository/store/blob-store.ts';
import type { R2Bucket, R2Conditional } from './runtime.ts';

/** Blobs as objects of an R2 bucket. */
export function createR2Blobs(bucket: R2Bucket): BlobStore {
  async function call<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      throw new Problem('store-unavailable', 'The bucket does not answer.', {}, { cause });
    }
  }

  return {
    async get(name) {
      return call(async () => {
        const found = await bucket.get(name);
        return found === null ? null : { text: await found.text(), tag: found.etag };
      });
    },
    async put(name, text, condition) {
      const written = await call(() =>
        bucket.put(name, text, {
          httpMetadata: { contentType: 'application/json' },
          ...(condition !== undefined && { onlyIf: conditional(condition) }),
        }),
      );
      return written?.etag ?? null;
    },
  };
}

function conditional({ expected }: BlobCondition): R2Conditional {
  return expected === null ? { etagDoesNotMatch: '*' } : { etagMatches: expected };
}
