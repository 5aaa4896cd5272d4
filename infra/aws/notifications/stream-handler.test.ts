import { beforeEach, expect, test } from 'vitest';
import event from '../../../test/fixtures/events/dynamodb-stream.json' with { type: 'json' };
import { createStreamHandler } from './stream-handler.ts';

const invocation = { getRemainingTimeInMillis: () => 30_000 };

let timeouts: number[];
let isDone: boolean;

const handler = createStreamHandler(async (change, timeoutMs) => {
  expect(change).toBeNull();
  timeouts.push(timeoutMs);
  return isDone;
});

beforeEach(() => {
  timeouts = [];
  isDone = true;
});

test('a batch of any records causes one delivery, which ends before the timeout of the function', async () => {
  expect(await handler(event, invocation)).toEqual({ batchItemFailures: [] });
  expect(timeouts).toHaveLength(1);
  expect(timeouts[0]).toBeGreaterThan(0);
  expect(timeouts[0]).toBeLessThan(30_000);
});

test('while a subscriber has not received all changes, the response requests the whole batch again', async () => {
  isDone = false;
  const itemIdentifier = event.Records[0]?.dynamodb.SequenceNumber;
  expect(await handler(event, invocation)).toEqual({ batchItemFailures: [{ itemIdentifier }] });
});

test('a batch without records delivers nothing', async () => {
  expect(await handler({ Records: [] }, invocation)).toEqual({ batchItemFailures: [] });
  expect(timeouts).toEqual([]);
});
