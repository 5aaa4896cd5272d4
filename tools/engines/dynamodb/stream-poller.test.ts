import { expect, onTestFinished, test, vi } from 'vitest';
import type { DynamoDb } from '../../../shared/stores/dynamodb/client.ts';
import { DynamoDbFailure } from '../../../shared/stores/dynamodb/failure.ts';
import type { StreamRecord } from './batches.ts';
import { pollStream } from './stream-poller.ts';

/** A shard as DynamoDB Local has it: what is forgotten cannot be read, and an iterator from before that is refused. */
type Shard = { readonly parent?: string; records: number[]; forgotten: number; isClosed: boolean };

/** Shards by their id, in a DynamoDB that answers as the real one does. */
function streamOf(shards: Readonly<Record<string, Shard>>): DynamoDb {
  const shardOf = (id: string): Shard => {
    const shard = shards[id];
    if (shard === undefined) throw new DynamoDbFailure('ResourceNotFoundException', 'There is none.', 400);
    return shard;
  };
  const answers: Record<string, (body: Record<string, unknown>) => unknown> = {
    DescribeTable: () => ({ Table: { LatestStreamArn: 'arn' } }),
    DescribeStream: () => ({
      StreamDescription: {
        Shards: Object.entries(shards).map(([ShardId, { parent, isClosed }]) => ({
          ShardId,
          ...(parent !== undefined && { ParentShardId: parent }),
          SequenceNumberRange: isClosed ? { EndingSequenceNumber: '99' } : {},
        })),
      },
    }),
    GetShardIterator({ ShardId, SequenceNumber }) {
      const { records, forgotten } = shardOf(String(ShardId));
      const first = records.find((record) => record > forgotten) ?? 0;
      return { ShardIterator: `${ShardId} ${SequenceNumber === undefined ? first : Number(SequenceNumber) + 1}` };
    },
    GetRecords({ ShardIterator, Limit }) {
      const [id = '', from] = String(ShardIterator).split(' ');
      const { records, forgotten, isClosed } = shardOf(id);
      const kept = records.filter((record) => record > forgotten);
      if (records.length > 0 && Number(from) < (kept[0] ?? Number.POSITIVE_INFINITY)) {
        throw new DynamoDbFailure('TrimmedDataAccessException', 'It is forgotten.', 400);
      }
      const found = kept.filter((record) => record >= Number(from));
      const given = found.slice(0, Number(Limit));
      const next = `${id} ${(given.at(-1) ?? Number(from) - 1) + 1}`;
      return {
        Records: given.map((record) => ({ dynamodb: { SequenceNumber: String(record) } })),
        ...((!isClosed || found.length > given.length) && { NextShardIterator: next }),
      };
    },
  };
  return { call: async (operation, body) => answers[operation]?.({ ...body }) };
}

function shard(more: Partial<Shard> = {}): Shard {
  return { records: [], forgotten: 0, isClosed: false, ...more };
}

/** The sequence numbers that a function gets, in order. */
function follow(shards: Readonly<Record<string, Shard>>): number[] {
  const given: number[] = [];
  const numberOf = (record: StreamRecord) => Number((record['dynamodb'] as { SequenceNumber: string }).SequenceNumber);
  const stop = pollStream({
    dynamoDb: streamOf(shards),
    table: 'changes',
    invoke: async ({ Records }) => void given.push(...Records.map(numberOf)),
    batchSize: 2,
    pollIntervalMs: 1,
  });
  onTestFinished(stop);
  return given;
}

test('shards are read to their end, each after its parent', async () => {
  const given = follow({
    third: shard({ parent: 'second', records: [6] }),
    first: shard({ records: [1, 2, 3], isClosed: true }),
    second: shard({ parent: 'first', records: [4, 5], isClosed: true }),
  });
  await vi.waitFor(() => expect(given).toEqual([1, 2, 3, 4, 5, 6]));
});

test('records written to an empty shard are delivered', async () => {
  const only = shard();
  const given = follow({ only });
  await new Promise((resolve) => setTimeout(resolve, 10));
  only.records.push(5, 6);
  await vi.waitFor(() => expect(given).toEqual([5, 6]));
});

test('trimmed records are skipped, and the stream continues', async () => {
  const only = shard({ records: [1, 2] });
  const given = follow({ only });
  await vi.waitFor(() => expect(given).toEqual([1, 2]));
  only.records = [1, 2, 5, 7, 8];
  only.forgotten = 5;
  await vi.waitFor(() => expect(given).toEqual([1, 2, 7, 8]));
});

test('a trimmed shard does not block the next', async () => {
  const given = follow({
    first: shard({ records: [1, 2], forgotten: 2, isClosed: true }),
    second: shard({ parent: 'first', records: [3] }),
  });
  await vi.waitFor(() => expect(given).toEqual([3]));
});
