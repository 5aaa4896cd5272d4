import * as z from 'zod/mini';
import type { ChangeLog } from '../../../shared/notifications/change-log.ts';
import { changeTexts, readEntry, replayText } from '../../../shared/notifications/log-entry.ts';
import type { DynamoDb } from '../../../shared/store/dynamodb/client.ts';
import { toProblem } from '../../../shared/store/dynamodb/failure.ts';
import { readAll } from '../../../shared/store/dynamodb/read-all.ts';
import { TTL } from '../../../shared/store/dynamodb/tables.ts';

/** The one partition of the log: DynamoDB keeps the order of what is written to a partition, and so does its stream. */
export const LOG = 'log';

/** Milliseconds that entries stay: as long as the stream has them. */
const STAYS = 86_400_000;

/** Milliseconds by which the clocks of instances may differ. */
const SKEW = 60_000;

/** Digits of the time in a position. */
const DIGITS = 15;

const ITEM = z.object({ entry: z.object({ S: z.string() }) });

export type ChangeLogOptions = {
  readonly dynamoDb: DynamoDb;
  /** Name of the table, which has a stream of new images. */
  readonly table: string;
  /** Now, UTC milliseconds. */
  readonly now: () => number;
};

/**
 * {@link ChangeLog} in one table of DynamoDB with a stream. All entries are in one partition, so that the stream has them in
 * the order in which they were written, which is also that of the writes of each object: entries that list many objects would
 * else overtake those of one. A partition takes 1,000 entries of up to 1 KB per second.
 */
export function createDynamoChangeLog({ dynamoDb, table, now }: ChangeLogOptions): ChangeLog {
  async function append(texts: Iterable<string>): Promise<void> {
    try {
      for (const text of texts) await put(text);
    } catch (error) {
      throw toProblem(error);
    }
  }

  /** Written twice when an answer is lost: the second is the same item, of which the stream tells nothing. */
  async function put(text: string): Promise<void> {
    const time = now();
    await dynamoDb.call('PutItem', {
      TableName: table,
      Item: {
        id: { S: LOG },
        position: { S: `${positionOf(time)}.${crypto.randomUUID()}` },
        entry: { S: text },
        [TTL]: { N: String(Math.ceil((time + STAYS) / 1000)) },
      },
    });
  }

  return {
    publish: ({ kind, objects }) => append(changeTexts({ kind, objects })),
    askReplay: (connection, step) => append([replayText(connection, step)]),
    async recordedSince(time) {
      const recorded = new Set<string>();
      const query = {
        TableName: table,
        KeyConditionExpression: 'id = :log AND #position >= :since',
        ExpressionAttributeNames: { '#position': 'position' },
        ExpressionAttributeValues: { ':log': { S: LOG }, ':since': { S: positionOf(Math.max(0, time - SKEW)) } },
        ConsistentRead: true,
      };
      try {
        for await (const items of readAll(dynamoDb, 'Query', query)) {
          for (const item of items) for (const writeId of writesIn(z.parse(ITEM, item).entry.S)) recorded.add(writeId);
        }
      } catch (error) {
        throw toProblem(error);
      }
      return recorded;
    },
  };
}

function writesIn(text: string): readonly string[] {
  const entry = readEntry(text);
  return entry.kind === 'change' ? entry.change.objects.map(({ writeId }) => writeId) : [];
}

/** When the entry at a position was written down, UTC milliseconds. */
export function timeAt(position: string): number {
  return Number(position.slice(0, DIGITS));
}

function positionOf(time: number): string {
  return String(Math.floor(time)).padStart(DIGITS, '0');
}
