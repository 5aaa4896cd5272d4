import * as z from 'zod/mini';
import { type AwsCredentialProvider, createSignedFetch } from '../../base/aws/signed-fetch.ts';
import { sleep } from '../../base/concurrency/sleep.ts';
import { DynamoDbFailure, isTransient, type TableItem } from './failure.ts';

/** The operations used here, by the names of the protocol (Amazon DynamoDB API reference, JSON 1.0). */
export type TableOperation =
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'Query'
  | 'Scan'
  | 'CreateTable'
  | 'DeleteTable'
  | 'DescribeTable'
  | 'UpdateTimeToLive'
  | 'DescribeStream'
  | 'GetShardIterator'
  | 'GetRecords';

/** A client of DynamoDB. */
export type DynamoDb = {
  /**
   * Makes one call. Transient failures are retried with exponential backoff and full jitter until the timeout, so a write may
   * happen twice.
   *
   * @returns the response, not validated
   * @throws DynamoDbFailure when it refuses, or does not respond in time
   */
  call(operation: TableOperation, body: Readonly<Record<string, unknown>>): Promise<unknown>;
};

export type DynamoDbOptions = {
  /** Address of the service, such as `https://dynamodb.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: AwsCredentialProvider;
  readonly fetch: typeof globalThis.fetch;
  /** Time for one call with all its attempts. */
  readonly timeoutMs?: number;
  /** Returns a random number, at least 0 and less than 1. */
  readonly random?: () => number;
};

const CALL_TIMEOUT_MS = 5_000;
const ATTEMPT_TIMEOUT_MS = 2_000;

/** Upper bounds of the random delays: the first, doubled for each further attempt, up to the last. */
const FIRST_RETRY_DELAY_MS = 25;
const MAX_RETRY_DELAY_MS = 1_000;

/** On AWS streams have an endpoint of their own, which functions do not call; DynamoDB Local has one for all. */
const STREAM_OPERATIONS: ReadonlySet<TableOperation> = new Set(['DescribeStream', 'GetShardIterator', 'GetRecords']);

const REFUSAL = z.object({
  __type: z.optional(z.string()),
  message: z.optional(z.string()),
  Message: z.optional(z.string()),
  Item: z.optional(z.record(z.string(), z.unknown())),
});

/** DynamoDB over signed calls. */
export function createDynamoDb(options: DynamoDbOptions): DynamoDb {
  const { endpoint, region, credentials, timeoutMs = CALL_TIMEOUT_MS, random = Math.random } = options;
  const signing = { region, service: 'dynamodb', credentials, ...(options.fetch && { fetch: options.fetch }) };
  const send = createSignedFetch(signing);

  async function attempt(operation: TableOperation, body: string, timeout: number): Promise<unknown> {
    const api = STREAM_OPERATIONS.has(operation) ? 'DynamoDBStreams' : 'DynamoDB';
    const target = `${api}_20120810.${operation}`;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeout);
    try {
      const response = await send(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target },
        body,
        redirect: 'error',
        signal: controller.signal,
      });
      return answerOf(response.status, await response.text());
    } catch (error) {
      if (error instanceof DynamoDbFailure) throw error;
      throw new DynamoDbFailure(controller.signal.aborted ? 'timeout' : 'away', String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async call(operation, body) {
      const text = JSON.stringify(body);
      const end = performance.now() + timeoutMs;
      for (let maxDelay = FIRST_RETRY_DELAY_MS; ; maxDelay = Math.min(maxDelay * 2, MAX_RETRY_DELAY_MS)) {
        try {
          return await attempt(operation, text, Math.min(ATTEMPT_TIMEOUT_MS, end - performance.now()));
        } catch (error) {
          const delay = random() * maxDelay;
          if (!(error instanceof DynamoDbFailure && isTransient(error)) || performance.now() + delay >= end)
            throw error;
          await sleep(delay);
        }
      }
    },
  };
}

function answerOf(status: number, text: string): unknown {
  const body = parse(status, text);
  if (status < 300) return body;
  const { data } = z.safeParse(REFUSAL, body);
  const kind = data?.__type?.split('#').at(-1) ?? 'unnamed';
  const item = (data?.Item ?? null) as TableItem | null; // every response has items in this form
  throw new DynamoDbFailure(kind, data?.message ?? data?.Message ?? `It answered with status ${status}.`, status, item);
}

function parse(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DynamoDbFailure(
      'away',
      `The response with status ${status} was not JSON.`,
      status >= 500 ? status : null,
    );
  }
}
