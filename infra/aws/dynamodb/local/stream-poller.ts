import * as z from 'zod/mini';
import type { DynamoDb } from '../client.ts';
import { DynamoDbFailure } from '../failure.ts';

/** A record of a stream in the form in which Lambda gets it. */
export type StreamRecord = Readonly<Record<string, unknown>>;

/** What a function answers to a batch; nothing means that all is done. */
const RESPONSE = z.object({
  batchItemFailures: z.optional(z.array(z.object({ itemIdentifier: z.string() }))),
});

export type StreamPollerOptions = {
  readonly dynamoDb: DynamoDb;
  /** Name of the table whose stream is read, from its beginning. */
  readonly table: string;
  /** Invokes the function with an event; a rejection means that the whole batch is to be given again. */
  readonly invoke: (event: { readonly Records: readonly StreamRecord[] }) => Promise<unknown>;
  /** Records of a batch at most. */
  readonly batchSize?: number;
  /** Milliseconds between two looks at a stream that has nothing new. */
  readonly idle?: number;
  /** Hears of what goes wrong. */
  readonly report?: (error: unknown) => void;
};

/** Milliseconds between two looks for new shards. */
const SHARDS = 2_000;

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

const TABLE = z.object({ Table: z.object({ LatestStreamArn: z.optional(z.string()) }) });
const STREAM = z.object({
  StreamDescription: z.object({
    Shards: z.optional(z.array(z.object({ ShardId: z.string(), ParentShardId: z.optional(z.string()) }))),
  }),
});
const ITERATOR = z.object({ ShardIterator: z.optional(z.string()) });
const RECORDS = z.object({
  Records: z.array(z.record(z.string(), z.unknown())),
  NextShardIterator: z.optional(z.string()),
});
const NUMBERED = z.object({ dynamodb: z.object({ SequenceNumber: z.string() }) });

/** How far a shard was read: the sequence number of the last record; null at its beginning. */
type Place = { last: string | null };

/**
 * Gives a function what the stream of a table has, as Lambda does: the records of a shard in order and in batches; a batch that
 * fails is given again from the record on that the function names, until it is done. For DynamoDB Local, which has no Lambda.
 *
 * @returns ends it; resolves when no invocation is under way any more
 */
export function pollStream(options: StreamPollerOptions): () => Promise<void> {
  const { dynamoDb, table, invoke, batchSize = 100, idle = 200, report = () => undefined } = options;
  const end = new AbortController();
  const shards = new Map<string, Promise<void>>();
  const watching = watch();

  return async () => {
    end.abort();
    await watching;
    await Promise.all(shards.values());
  };

  async function pause(milliseconds: number): Promise<void> {
    if (end.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, milliseconds);
      end.signal.addEventListener('abort', done);
      function done(): void {
        clearTimeout(timer);
        end.signal.removeEventListener('abort', done);
        resolve();
      }
    });
  }

  /** Begins with every shard that appears. */
  async function watch(): Promise<void> {
    while (!end.signal.aborted) {
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
  function begin(
    arn: string,
    found: readonly { readonly ShardId: string; readonly ParentShardId?: string | undefined }[],
  ) {
    const known = new Set(found.map(({ ShardId }) => ShardId));
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
    while (!end.signal.aborted) {
      try {
        return await readOn(StreamArn, ShardId, place);
      } catch (error) {
        // An iterator of a shard that was empty is over once; a new one goes on.
        if (!(error instanceof DynamoDbFailure && error.kind === 'TrimmedDataAccessException')) report(error);
        if (error instanceof DynamoDbFailure && error.kind === 'ResourceNotFoundException') return;
        await pause(FIRST_PAUSE);
      }
    }
  }

  async function readOn(StreamArn: string, ShardId: string, place: Place): Promise<void> {
    let iterator = await iteratorAfter(StreamArn, ShardId, place.last);
    while (iterator !== undefined && !end.signal.aborted) {
      const answer = await dynamoDb.call('GetRecords', { ShardIterator: iterator, Limit: batchSize });
      const { Records, NextShardIterator } = z.parse(RECORDS, answer);
      await insist(Records.map((record) => ({ ...record, eventSourceARN: StreamArn })));
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

  /** Gives a batch until all of it is done. */
  async function insist(batch: readonly StreamRecord[]): Promise<void> {
    let left = batch;
    for (let most = FIRST_PAUSE; left.length > 0 && !end.signal.aborted; most = Math.min(most * 2, LONGEST_PAUSE)) {
      try {
        const failed = failedIn(await invoke({ Records: left }));
        if (failed === null) return;
        const place = left.findIndex((record) => sequenceOf(record) === failed);
        if (place > 0) left = left.slice(place);
      } catch (error) {
        report(error);
      }
      await pause(most);
    }
  }
}

function failedIn(response: unknown): string | null {
  const { data } = z.safeParse(RESPONSE, response);
  return data?.batchItemFailures?.[0]?.itemIdentifier ?? null;
}

function sequenceOf(record: StreamRecord): string {
  return z.parse(NUMBERED, record).dynamodb.SequenceNumber;
}
