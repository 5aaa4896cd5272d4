import * as z from 'zod/mini';
import { type AwsCredentialProvider, createSignedFetch } from '../../aws/signed-fetch.ts';
import { sleep } from '../../timing/sleep.ts';
import { DynamoDbFailure, type Item, isPassing } from './failure.ts';

/** The calls that are used here, by the names of the protocol (Amazon DynamoDB API reference, JSON 1.0). */
export type Operation =
  | 'GetItem'
  | 'PutItem'
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

/** The way to DynamoDB. */
export type DynamoDb = {
  /**
   * One call. What may pass is tried again, with random pauses (full jitter) that grow, while its time lasts: a write may
   * therefore happen twice.
   *
   * @returns what it answered, not checked
   * @throws DynamoDbFailure when it refuses, or does not answer in time
   */
  call(operation: Operation, body: Readonly<Record<string, unknown>>): Promise<unknown>;
};

export type DynamoDbOptions = {
  /** Address of the service, such as `https://dynamodb.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: AwsCredentialProvider;
  readonly fetch?: typeof fetch;
  /** Milliseconds that one call may take with all attempts. */
  readonly patience?: number;
  /** A number from 0 to below 1 by chance. */
  readonly random?: () => number;
};

const PATIENCE = 5_000;

/** Milliseconds that one attempt may take. */
const ATTEMPT = 2_000;

/** The longest first pause in milliseconds; each one after it may be twice as long. */
const FIRST_PAUSE = 25;
const LONGEST_PAUSE = 1_000;

/** Those of streams have an address of their own on AWS, where functions need none of them; DynamoDB Local has one for all. */
const STREAM_OPERATIONS: ReadonlySet<Operation> = new Set(['DescribeStream', 'GetShardIterator', 'GetRecords']);

const REFUSAL = z.object({
  __type: z.optional(z.string()),
  message: z.optional(z.string()),
  Message: z.optional(z.string()),
  Item: z.optional(z.record(z.string(), z.unknown())),
});

/** DynamoDB over signed calls. */
export function createDynamoDb(options: DynamoDbOptions): DynamoDb {
  const { endpoint, region, credentials, patience = PATIENCE, random = Math.random } = options;
  const signing = { region, service: 'dynamodb', credentials, ...(options.fetch && { fetch: options.fetch }) };
  const send = createSignedFetch(signing);

  async function attempt(operation: Operation, body: string, timeout: number): Promise<unknown> {
    const api = STREAM_OPERATIONS.has(operation) ? 'DynamoDBStreams' : 'DynamoDB';
    const target = `${api}_20120810.${operation}`;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeout);
    try {
      const response = await send(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target },
        body,
        redirect: 'error',
        signal: late.signal,
      });
      return answerOf(response.status, await response.text());
    } catch (error) {
      if (error instanceof DynamoDbFailure) throw error;
      throw new DynamoDbFailure(late.signal.aborted ? 'timeout' : 'away', String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async call(operation, body) {
      const text = JSON.stringify(body);
      const end = performance.now() + patience;
      for (let most = FIRST_PAUSE; ; most = Math.min(most * 2, LONGEST_PAUSE)) {
        try {
          return await attempt(operation, text, Math.min(ATTEMPT, end - performance.now()));
        } catch (error) {
          const pause = random() * most;
          if (!(error instanceof DynamoDbFailure && isPassing(error)) || performance.now() + pause >= end) throw error;
          await sleep(pause);
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
  const item = (data?.Item ?? null) as Item | null; // items have this form in every answer
  throw new DynamoDbFailure(kind, data?.message ?? data?.Message ?? `It answered with status ${status}.`, status, item);
}

function parse(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DynamoDbFailure('away', `The answer with status ${status} was no JSON.`, status >= 500 ? status : null);
  }
}
