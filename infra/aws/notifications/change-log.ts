import * as z from 'zod/mini';
import {
  type ChangeLog,
  changeTexts,
  readEntry,
  replayText,
} from '../../../shared/repository/notifications/change-log.ts';
import { readAll } from '../../../shared/stores/dynamodb/batches.ts';
import type { DynamoDb } from '../../../shared/stores/dynamodb/client.ts';
import { toProblem } from '../../../shared/stores/dynamodb/failure.ts';
import { TTL } from '../../../shared/stores/dynamodb/tables.ts';

/** The one partition of the log: within a partition, DynamoDB and its stream keep the order of writes. */
export const LOG = 'log';

/** As long as the stream keeps entries. */
const TTL_MS = 86_400_000;

/** How far clocks of instances may differ. */
const MAX_CLOCK_SKEW_MS = 60_000;

/** Digits of the time in a position. */
const TIME_DIGITS = 15;

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
 * the order of their writes, which is also the order of the writes to each object: otherwise entries of many objects could overtake
 * those of one. A partition takes 1,000 entries of up to 1 KB per second.
 */
export function createDynamoChangeLog({ dynamoDb, table, now }: ChangeLogOptions): ChangeLog {
  async function append(texts: Iterable<string>): Promise<void> {
    try {
      for (const text of texts) await put(text);
    } catch (error) {
      throw toProblem(error);
    }
  }

  /** When a response is lost, the retry writes the same item, which the stream does not repeat. */
  async function put(text: string): Promise<void> {
    const time = now();
    await dynamoDb.call('PutItem', {
      TableName: table,
      Item: {
        id: { S: LOG },
        position: { S: `${positionOf(time)}.${crypto.randomUUID()}` },
        entry: { S: text },
        [TTL]: { N: String(Math.ceil((time + TTL_MS) / 1000)) },
      },
    });
  }

  return {
    publish: ({ kind, objects }) => append(changeTexts({ kind, objects })),
    requestReplay: (connection, step) => append([replayText(connection, step)]),
    async recordedSince(time) {
      const recorded = new Set<string>();
      const query = {
        TableName: table,
        KeyConditionExpression: 'id = :log AND #position >= :since',
        ExpressionAttributeNames: { '#position': 'position' },
        ExpressionAttributeValues: {
          ':log': { S: LOG },
          ':since': { S: positionOf(Math.max(0, time - MAX_CLOCK_SKEW_MS)) },
        },
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

/** When the entry at a position was written, UTC milliseconds. */
export function timeAt(position: string): number {
  return Number(position.slice(0, TIME_DIGITS));
}

function positionOf(time: number): string {
  return String(Math.floor(time)).padStart(TIME_DIGITS, '0');
}
