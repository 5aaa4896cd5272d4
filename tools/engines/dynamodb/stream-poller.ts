import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { DynamoDb } from '../../../shared/stores/dynamodb/client.ts';
import { DynamoDbFailure } from '../../../shared/stores/dynamodb/failure.ts';
import { deliverAll, type Invoke, sequenceOf } from './batches.ts';

export type StreamPollerOptions = {
  readonly dynamoDb: DynamoDb;
  /** Name of the table whose stream is read, from its beginning. */
  readonly table: string;
  readonly invoke: Invoke;
  /** Maximum records of a batch. */
  readonly batchSize?: number;
  /** Pause before a shard without new records, or that cannot be read, is polled again. */
  readonly pollIntervalMs?: number;
  /** Logs a fault. */
  readonly report?: (error: unknown) => void;
};

/** Interval in which new shards are looked for. */
const SHARD_POLL_INTERVAL_MS = 2_000;

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

/** Position in a shard: the sequence number of the last record; null at its beginning. */
type Position = { last: string | null };

/**
 * Delivers the stream of a table to a function as Lambda does: the records of a shard in order and in batches; a batch that fails
 * is delivered again from the record that the function names, until it is done. Records that the stream has trimmed are skipped.
 * For DynamoDB Local, which has no Lambda.
 *
 * @returns stops it; resolves when the last invocation has ended
 */
export function pollStream(options: StreamPollerOptions): () => Promise<void> {
  const { dynamoDb, table, invoke, batchSize = 100, pollIntervalMs = 200, report = () => undefined } = options;
  const end = new AbortController();
  const { signal } = end;
  const shards = new Map<string, Promise<void>>();
  /** Shards that are complete. */
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

  /** Starts reading every new shard. */
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
      await pause(SHARD_POLL_INTERVAL_MS);
    }
  }

  /** A child shard is read after its parent. */
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
    const place: Position = { last: null };
    for (let isOver = false; !isOver && !signal.aborted; ) {
      const isWhole = place.last === null && closed.has(`${StreamArn} ${ShardId}`);
      try {
        return await readOn(StreamArn, ShardId, place);
      } catch (error) {
        isOver = endsAt(error, place, isWhole);
        await pause(pollIntervalMs);
      }
    }
  }

  /**
   * Whether an error means the end of a shard: it no longer exists, or all of it was trimmed.
   *
   * @param isWhole it was read from its beginning, and receives no more writes
   */
  function endsAt(error: unknown, place: Position, isWhole: boolean): boolean {
    const kind = error instanceof DynamoDbFailure ? error.kind : null;
    if (kind !== 'TrimmedDataAccessException') {
      report(error);
      return kind === 'ResourceNotFoundException';
    }
    // An iterator that was made while the shard was empty also ends like this.
    const isForgotten = isWhole && place.last === null;
    place.last = null;
    return isForgotten;
  }

  async function readOn(StreamArn: string, ShardId: string, place: Position): Promise<void> {
    let iterator = await iteratorAfter(StreamArn, ShardId, place.last);
    while (iterator !== undefined && !signal.aborted) {
      const answer = await dynamoDb.call('GetRecords', { ShardIterator: iterator, Limit: batchSize });
      const { Records, NextShardIterator } = z.parse(RECORDS, answer);
      const records = Records.map((record) => ({ ...record, eventSourceARN: StreamArn }));
      await deliverAll(records, invoke, { signal, report });
      const last = Records.at(-1);
      if (last === undefined) await pause(pollIntervalMs);
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
