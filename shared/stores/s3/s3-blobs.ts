import type { Bucket } from '../../base/config/pna.ts';
import type { OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import type { BlobStore } from '../../repository/store/blob-store.ts';
import { type BucketAnswer, createBucketRequests, refused } from './s3-bucket.ts';

/** Statuses for a failed condition: the object for `If-Match` is missing (404), a concurrent write (409), another tag (412). */
const CONDITION_FAILED: ReadonlySet<number> = new Set([404, 409, 412]);

/** Blobs as objects of an S3 bucket (Amazon S3, conditional writes). */
export function createS3Blobs(bucket: Bucket, send: OutboundSend): BlobStore {
  const requests = createBucketRequests(bucket, send);
  return {
    async get(key) {
      const answer = await requests.send(key);
      if (answer.status === 200) return { text: answer.text, tag: tagOf(answer) };
      if (answer.status === 404) return null;
      throw refused(answer);
    },
    async put(key, text, condition) {
      const answer = await requests.send(key, {
        method: 'PUT',
        body: text,
        headers: {
          'content-type': 'application/json',
          ...(condition?.expected === null && { 'if-none-match': '*' }),
          ...(typeof condition?.expected === 'string' && { 'if-match': `"${condition.expected}"` }),
        },
      });
      if (answer.status === 200) return tagOf(answer);
      if (condition !== undefined && CONDITION_FAILED.has(answer.status)) return null;
      throw refused(answer);
    },
  };
}

function tagOf({ headers }: BucketAnswer): string {
  return (headers.get('etag') ?? '').replaceAll('"', '');
}
