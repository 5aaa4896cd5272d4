import { createSignedFetch } from '../../base/aws/signed-fetch.ts';
import type { Bucket } from '../../base/config/pna.ts';
import { Problem } from '../../base/errors/problem.ts';
import { allBelow, NONE } from '../../base/outbound/allow-list.ts';
import { createOutboundFetch, type OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import type { BlobName, BlobStore } from '../../repository/store/blob-store.ts';

const LIMITS = { maxBytes: 64 << 20, timeoutMs: 30_000, types: null };

/** Statuses for a failed condition: the object for `If-Match` is missing (404), a concurrent write (409), another tag (412). */
const CONDITION_FAILED: ReadonlySet<number> = new Set([404, 409, 412]);

/** Blobs as objects of an S3 bucket (Amazon S3, conditional writes). */
export function createS3Blobs(bucket: Bucket, send: OutboundSend): BlobStore {
  const { region, name, accessKeyId, secretAccessKey } = bucket;
  const base = bucket.endpoint === null ? `https://${name}.s3.${region}.amazonaws.com/` : `${bucket.endpoint}${name}/`;
  const fetch = createSignedFetch({
    region,
    service: 's3',
    credentials: async () => ({ accessKeyId, secretAccessKey }),
    fetch: createOutboundFetch({ allowed: NONE, trusted: [allBelow(base)] }, LIMITS, send),
  });

  async function call(key: BlobName, init: RequestInit = {}): Promise<Response> {
    try {
      return await fetch(new URL(key, base), init);
    } catch (cause) {
      throw new Problem('store-unavailable', 'The bucket does not answer.', {}, { cause });
    }
  }

  return {
    async get(key) {
      const response = await call(key);
      if (response.status === 200) return { text: await response.text(), tag: tagOf(response) };
      const answer = await response.text();
      if (response.status === 404) return null;
      throw refused(response.status, answer);
    },
    async put(key, text, condition) {
      const response = await call(key, {
        method: 'PUT',
        body: text,
        headers: {
          'content-type': 'application/json',
          ...(condition?.expected === null && { 'if-none-match': '*' }),
          ...(typeof condition?.expected === 'string' && { 'if-match': `"${condition.expected}"` }),
        },
      });
      const answer = await response.text();
      if (response.ok) return tagOf(response);
      if (condition !== undefined && CONDITION_FAILED.has(response.status)) return null;
      throw refused(response.status, answer);
    },
  };
}

function tagOf({ headers }: Response): string {
  return (headers.get('etag') ?? '').replaceAll('"', '');
}

/** The Problem for a refusal; the response of the service is only for the log. */
function refused(status: number, answer: string): Problem {
  const cause = new Error(`S3 answers ${status}: ${answer.slice(0, 500)}`);
  return new Problem('store-unavailable', 'The bucket refuses the request.', {}, { cause });
}
