import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { DynamoDb } from '../../shared/store/dynamodb/client.ts';
import { DynamoDbFailure } from '../../shared/store/dynamodb/failure.ts';
import { giveAll, type Invoke, sequenceOf } from './batches.ts';

export type StreamPollerOptions = {
  readonly dynamoDb: DynamoDb;
  /** Name of the table whose stream is read, from its beginning. */
  readonly table: string;
  readonly invoke: Invoke;
  /** Records of a batch at most. */
  readonly batchSize?: number;
  /** Milliseconds between two looks at a shard that has nothing new or cannot be read. */
  readonly idle?: number;
  /** Hears of what goes wrong. */
  readonly report?: (error: unknown) => void;
};

/** Milliseconds between two looks for new shards. */
const SHARDS = 2_000;

const TABLE = z.object({ Table: z.object({ LatestStreamArn: z.optional(z.string()) }) });
const SHARD = z.object({
  ShardId: z.string(),
  ParentShardId: z.optional(z.string()),
  SequenceNumberRange: z.optional(z.object({ EndingSequenceNumber: z.optional(z.string()) })),
});
const STREAM = z.object({ StreamDescription: z.object({ Shards: z.optional(z.array(SHARD)) }) });
const ITERATOR = z.object({ ShardIterator: z.optional(z.string()) });
const RECORDS = z.object({
  Records: z.array(z.record(z.string(), z.unknown())),
  NextShardIterator: z.optional(z.string()),
});

/** How far a shard was read: the sequence number of the last record; null at its beginning. */
type Place = { last: string | null };

/**
 * Gives a function what the stream of a table has, as Lambda does: the records of a shard in order and in batches; a batch that
 * fails is given again from the record on that the function names, until it is done. What the stream forgot meanwhile is left
 * out. For DynamoDB Local, which has no Lambda.
 *
 * @returns ends it; resolves when no invocation is under way any more
 */
export function pollStream(options: StreamPollerOptions): () => Promise<void> {
  const { dynamoDb, table, invoke, batchSize = 100, idle = 200, report = () => undefined } = options;
  const end = new AbortController();
  const { signal } = end;
  const shards = new Map<string, Promise<void>>();
  /** Shards to which nothing is written any more. */
  const closed = new Set<string>();
  const watching = watch();

  return async () => {
    end.abort();
    await watching;
    await Promise.all(shards.values());
  };

  async function pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  /** Begins with every shard that appears. */
  async function watch(): Promise<void> {
    while (!signal.aborted) {
      try {
        const { LatestStreamArn: StreamArn } = z.parse(
          TABLE,
          await dynamoDb.call('DescribeTable', { TableName: table }),
        ).Table;
        if (StreamArn !== undefined) {
          const stream = z.parse(STREAM, await dynamoDb.call('DescribeStream', { StreamArn })).StreamDescription;
          begin(StreamArn, stream.Shards ?? []);
        }
      } catch (error) {
        report(error);
      }
      await pause(SHARDS);
    }
  }

  /** A shard that goes on with another's records begins when that one is done. */
  function begin(arn: string, found: readonly z.infer<typeof SHARD>[]): void {
    const known = new Set(found.map(({ ShardId }) => ShardId));
    for (const { ShardId, SequenceNumberRange: range } of found) {
      if (range?.EndingSequenceNumber !== undefined) closed.add(`${arn} ${ShardId}`);
    }
    for (let more = true; more; ) {
      more = false;
      for (const { ShardId, ParentShardId } of found) {
        const waits = ParentShardId !== undefined && known.has(ParentShardId);
        const parent = waits ? shards.get(`${arn} ${ParentShardId}`) : Promise.resolve();
        if (parent === undefined || shards.has(`${arn} ${ShardId}`)) continue;
        shards.set(
          `${arn} ${ShardId}`,
          parent.then(() => follow(arn, ShardId)),
        );
        more = true;
      }
    }
  }

  /** Reads a shard to its end. */
  async function follow(StreamArn: string, ShardId: string): Promise<void> {
    const place: Place = { last: null };
    for (let isOver = false; !isOver && !signal.aborted; ) {
      const isWhole = place.last === null && closed.has(`${StreamArn} ${ShardId}`);
      try {
        return await readOn(StreamArn, ShardId, place);
      } catch (error) {
        isOver = endsAt(error, place, isWhole);
        await pause(idle);
      }
    }
  }

  /**
   * Whether an error is the end of a shard: it is gone, or forgotten as a whole.
   *
   * @param isWhole it was read from its beginning, and nothing is written to it any more
   */
  function endsAt(error: unknown, place: Place, isWhole: boolean): boolean {
    const kind = error instanceof DynamoDbFailure ? error.kind : null;
    if (kind !== 'TrimmedDataAccessException') {
      report(error);
      return kind === 'ResourceNotFoundException';
    }
    // So an iterator ends too that was made while the shard was empty.
    const isForgotten = isWhole && place.last === null;
    place.last = null;
    return isForgotten;
  }

  async function readOn(StreamArn: string, ShardId: string, place: Place): Promise<void> {
    let iterator = await iteratorAfter(StreamArn, ShardId, place.last);
    while (iterator !== undefined && !signal.aborted) {
      const answer = await dynamoDb.call('GetRecords', { ShardIterator: iterator, Limit: batchSize });
      const { Records, NextShardIterator } = z.parse(RECORDS, answer);
      const records = Records.map((record) => ({ ...record, eventSourceARN: StreamArn }));
      await giveAll(records, invoke, { signal, report });
      const last = Records.at(-1);
      if (last === undefined) await pause(idle);
      else place.last = sequenceOf(last);
      iterator = NextShardIterator;
    }
  }

  async function iteratorAfter(StreamArn: string, ShardId: string, last: string | null): Promise<string | undefined> {
    const place =
      last === null
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last };
    return z.parse(ITERATOR, await dynamoDb.call('GetShardIterator', { StreamArn, ShardId, ...place })).ShardIterator;
  }
}
