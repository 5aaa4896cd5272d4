import * as z from 'zod/mini';
import { sleep } from '../../timing/sleep.ts';
import type { DynamoDb } from './client.ts';
import { DynamoDbFailure } from './failure.ts';

/** Requests that one call takes (Amazon DynamoDB API reference: BatchWriteItem). */
const REQUESTS = 25;

/** UTF-16 code units of all requests of a call; its limit is 16 MB. */
const LENGTH = 3_000_000;

/** How often what was left over is sent again. */
const ROUNDS = 8;

/** The longest first pause in milliseconds before what was left over is sent again; each one after it may be twice as long. */
const FIRST_PAUSE = 50;

const ANSWER = z.object({ UnprocessedItems: z.optional(z.record(z.string(), z.array(z.unknown()))) });

/**
 * Writes and removes items without conditions, in any order. What DynamoDB leaves over when it has too much to do is sent
 * again.
 *
 * @param requests `PutRequest` or `DeleteRequest`, no two of the same item
 * @throws DynamoDbFailure: some may be done then
 */
export async function writeAll(dynamoDb: DynamoDb, table: string, requests: readonly unknown[]): Promise<void> {
  for (const slice of slicesOf(requests)) {
    let left: readonly unknown[] = slice;
    for (let round = 0; left.length > 0; round++) {
      if (round === ROUNDS) throw new DynamoDbFailure('ThrottlingException', 'Writes were left over again and again.');
      if (round > 0) await sleep(Math.random() * FIRST_PAUSE * 2 ** round);
      const answer = await dynamoDb.call('BatchWriteItem', { RequestItems: { [table]: left } });
      left = z.parse(ANSWER, answer).UnprocessedItems?.[table] ?? [];
    }
  }
}

function* slicesOf(requests: readonly unknown[]): Generator<readonly unknown[]> {
  let slice: unknown[] = [];
  let length = 0;
  for (const request of requests) {
    const more = JSON.stringify(request).length;
    if (slice.length > 0 && (slice.length === REQUESTS || length + more > LENGTH)) {
      yield slice;
      slice = [];
      length = 0;
    }
    slice.push(request);
    length += more;
  }
  if (slice.length > 0) yield slice;
}
