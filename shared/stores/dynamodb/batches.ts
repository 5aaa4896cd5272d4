import * as z from 'zod/mini';
import { chunksBySize } from '../../base/concurrency/chunks.ts';
import { sleep } from '../../base/concurrency/sleep.ts';
import type { DynamoDb } from './client.ts';
import { DynamoDbFailure } from './failure.ts';

const PAGE = z.object({
  Items: z.array(z.record(z.string(), z.unknown())),
  LastEvaluatedKey: z.optional(z.unknown()),
});

/** All pages of a query or scan. @throws DynamoDbFailure */
export async function* readAll(
  dynamoDb: DynamoDb,
  operation: 'Query' | 'Scan',
  body: Readonly<Record<string, unknown>>,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  let start: unknown;
  do {
    const from = start === undefined ? {} : { ExclusiveStartKey: start };
    const { Items, LastEvaluatedKey } = z.parse(PAGE, await dynamoDb.call(operation, { ...body, ...from }));
    yield Items;
    start = LastEvaluatedKey;
  } while (start !== undefined);
}

/** Maximum number of requests in one call (Amazon DynamoDB API reference: BatchWriteItem). */
const MAX_REQUESTS = 25;

/** Maximum length of all requests of a call, in UTF-16 code units; DynamoDB's limit is 16 MB. */
const MAX_LENGTH = 3_000_000;

const MAX_ATTEMPTS = 8;

/** Upper bound of the first random delay; doubled for each further attempt. */
const FIRST_RETRY_DELAY_MS = 50;

const ANSWER = z.object({ UnprocessedItems: z.optional(z.record(z.string(), z.array(z.unknown()))) });

/**
 * Writes and deletes items without conditions, in any order. Requests that DynamoDB left unprocessed are sent again.
 *
 * @param requests `PutRequest` or `DeleteRequest`, no two of the same item
 * @throws DynamoDbFailure: some may have been written then
 */
export async function writeAll(dynamoDb: DynamoDb, table: string, requests: readonly unknown[]): Promise<void> {
  const lengthOf = (request: unknown): number => JSON.stringify(request).length;
  for (const slice of chunksBySize(requests, lengthOf, { maxSize: MAX_LENGTH, maxItems: MAX_REQUESTS })) {
    let left: readonly unknown[] = slice;
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === MAX_ATTEMPTS)
        throw new DynamoDbFailure('ThrottlingException', 'DynamoDB left requests unprocessed.');
      if (attempt > 0) await sleep(Math.random() * FIRST_RETRY_DELAY_MS * 2 ** attempt);
      const answer = await dynamoDb.call('BatchWriteItem', { RequestItems: { [table]: left } });
      left = z.parse(ANSWER, answer).UnprocessedItems?.[table] ?? [];
    }
  }
}
