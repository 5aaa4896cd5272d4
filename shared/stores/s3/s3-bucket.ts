import { createSigner } from '../../base/aws/signed-fetch.ts';
import type { Bucket } from '../../base/config/pna.ts';
import type { Bytes } from '../../base/crypto/base64.ts';
import { Problem } from '../../base/errors/problem.ts';
import { allBelow, NONE } from '../../base/outbound/allow-list.ts';
import { createOutboundFetch, type OutboundSend } from '../../base/outbound/outbound-fetch.ts';

export type BucketRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Bytes;
};

/** An answer that has been read. */
export type BucketAnswer = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Requests to a bucket, each for a path below its address. They fail with Problem `store-unavailable` (503). */
export type BucketRequests = {
  /** Resolves with the answer, whatever its status is. */
  send(path: string, request?: BucketRequest): Promise<BucketAnswer>;
  /**
   * The contents of an object, requested with the first read, as fast as they are read. Reading fails when the status is not
   * `expected`, and when nothing comes for {@link TIMEOUT_MS}.
   */
  read(path: string, headers: Readonly<Record<string, string>>, expected: number): ReadableStream<Bytes>;
};

/** For an answer, and for each piece of the contents of an object. */
const TIMEOUT_MS = 30_000;

/** Of an answer that is read as a whole; contents that are read as a stream have no limit. */
const MAX_TEXT_BYTES = 64 << 20;

/** Signs requests to a bucket (Amazon S3, REST API) and sends them. */
export function createBucketRequests(bucket: Bucket, send: OutboundSend): BucketRequests {
  const { region, name, accessKeyId, secretAccessKey } = bucket;
  const base = bucket.endpoint === null ? `https://${name}.s3.${region}.amazonaws.com/` : `${bucket.endpoint}${name}/`;
  const sign = createSigner({ region, service: 's3', credentials: async () => ({ accessKeyId, secretAccessKey }) });
  const policy = { allowed: NONE, trusted: [allBelow(base)] };
  const fetchOf = (maxBytes: number | null) =>
    createOutboundFetch(policy, { maxBytes, timeoutMs: null, types: null }, send);
  const [fetchText, fetchContents] = [fetchOf(MAX_TEXT_BYTES), fetchOf(null)];

  async function signed(
    fetch: typeof globalThis.fetch,
    path: string,
    { method = 'GET', headers = {}, body }: BucketRequest,
    signal: AbortSignal,
  ): Promise<Response> {
    const url = new URL(path, base);
    const given = body instanceof Uint8Array ? { ...headers, 'x-amz-content-sha256': await digestOf(body) } : headers;
    const text = typeof body === 'string' ? body : null;
    const all = await sign({ url, method, headers: given, body: text });
    return fetch(url, { method, headers: all, signal, ...(body !== undefined && { body }) });
  }

  return {
    send: (path, request = {}) =>
      inTime(new AbortController(), async (signal) => {
        const response = await signed(fetchText, path, request, signal);
        return { status: response.status, headers: response.headers, text: await response.text() };
      }),
    read(path, headers, expected) {
      const ended = new AbortController();
      let reader: ReadableStreamDefaultReader<Bytes> | null = null;

      async function next(): Promise<ReadableStreamReadResult<Bytes>> {
        if (reader === null) {
          const response = await signed(fetchContents, path, { headers }, ended.signal);
          if (response.status !== expected || response.body === null) {
            const text = response.ok ? '' : await response.text(); // a server without ranges sends all of the object
            ended.abort();
            throw refused({ status: response.status, text });
          }
          reader = response.body.getReader();
        }
        return reader.read();
      }

      return new ReadableStream<Bytes>(
        {
          async pull(controller) {
            const { done, value } = await inTime(ended, next);
            if (done) controller.close();
            else controller.enqueue(value);
          },
          cancel: () => ended.abort(),
        },
        { highWaterMark: 0 },
      );
    },
  };
}

async function digestOf(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The Problem for a refusal; the text of the service is only for the log. */
export function refused({ status, text }: Pick<BucketAnswer, 'status' | 'text'>): Problem {
  const cause = new Error(`S3 answers ${status}: ${text.slice(0, 500)}`);
  return new Problem('store-unavailable', 'The bucket refuses the request.', {}, { cause });
}

/** Aborts work that takes longer than {@link TIMEOUT_MS}. @throws Problem `store-unavailable` (503) for any failure */
async function inTime<T>(controller: AbortController, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timer = setTimeout(() => controller.abort(new Error('It takes too long.')), TIMEOUT_MS);
  try {
    return await work(controller.signal);
  } catch (cause) {
    if (cause instanceof Problem && cause.code === 'store-unavailable') throw cause;
    throw new Problem('store-unavailable', 'The bucket does not answer.', {}, { cause });
  } finally {
    clearTimeout(timer);
  }
}
