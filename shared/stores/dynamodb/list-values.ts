import * as z from 'zod/mini';
import type { KeyValueEntry, ListedEntry, ListedKey, ListPage } from '../../repository/store/key-value-store.ts';
import type { DynamoDb } from './client.ts';
import { cursorOf, headKey, headOf, idOfKey, keyOfCursor, listedKeyOf, type ValueHead } from './value-items.ts';

/** Maximum number of calls for one page of a list. Each scans up to 1 MB of the table. */
const MAX_SCANS = 8;

const ANSWER = z.object({ Items: z.array(z.unknown()), LastEvaluatedKey: z.optional(z.unknown()) });

type Values = {
  readonly dynamoDb: DynamoDb;
  readonly table: string;
  /** The entry of a head that was read just now; null when it has expired or was deleted. */
  readonly read: (id: string, head: ValueHead) => Promise<KeyValueEntry | null>;
};

/**
 * A page of a list, as `KeyValueStore.list` promises, in the order of the table. The calls scan the whole table, including
 * entries that do not match: lists are rare, and an index for them would add a cost to every write.
 *
 * @throws Problem `invalid-parameter` for a cursor that no list returned, and DynamoDbFailure
 */
export async function listValues(
  { dynamoDb, table, read }: Values,
  prefix: ListedKey,
  cursor: string | null,
  limit: number,
): Promise<ListPage> {
  const scan = {
    TableName: table,
    ConsistentRead: true,
    FilterExpression: 'begins_with(#key, :prefix)',
    ExpressionAttributeNames: { '#key': 'key' },
    ExpressionAttributeValues: { ':prefix': { S: prefix } },
  };
  const entries: ListedEntry[] = [];
  let start: unknown = cursor === null ? undefined : keyOfCursor(cursor);
  for (let scans = 0; scans < MAX_SCANS; scans++) {
    const from = start === undefined ? {} : { ExclusiveStartKey: start };
    const { Items, LastEvaluatedKey } = z.parse(ANSWER, await dynamoDb.call('Scan', { ...scan, ...from }));
    const wanted = Items.slice(0, limit - entries.length);
    for (const item of wanted) {
      const key = listedKeyOf(item);
      const entry = await read(idOfKey(key), headOf(item));
      if (entry !== null) entries.push({ ...entry, key });
    }
    const last = wanted.at(-1);
    const more = wanted.length < Items.length && last !== undefined;
    start = more ? headKey(idOfKey(listedKeyOf(last))) : LastEvaluatedKey;
    if (start === undefined || entries.length >= limit) break;
  }
  return { entries, next: start === undefined ? null : cursorOf(start) };
}
