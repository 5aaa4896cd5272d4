import * as z from 'zod/mini';
import type { DynamoDb } from './client.ts';

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
