import { expect, test } from 'vitest';
import { deliverAll, type StreamRecord, sequenceOf } from './batches.ts';

function record(sequence: number, length = 0): StreamRecord {
  return { dynamodb: { SequenceNumber: String(sequence) }, text: 'x'.repeat(length) };
}

/** The events that a function gets, in order. @param answers to the events, one after the other; then all is done */
async function given(records: readonly StreamRecord[], answers: readonly unknown[] = []) {
  const events: number[][] = [];
  const reports: unknown[] = [];
  await deliverAll(
    records,
    async ({ Records }) => {
      expect(JSON.stringify({ Records }).length).toBeLessThan(6 * 1024 * 1024);
      const answer = answers[events.push(Records.map((one) => Number(sequenceOf(one)))) - 1];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    { signal: new AbortController().signal, report: (error) => reports.push(error) },
  );
  return { events, reports };
}

function failedFrom(sequence: number | string): unknown {
  return { batchItemFailures: [{ itemIdentifier: String(sequence) }] };
}

const THREE = [record(1), record(2), record(3)];

test('successful records are delivered once', async () => {
  expect((await given(THREE)).events).toEqual([[1, 2, 3]]);
  expect((await given(THREE, [{ batchItemFailures: [] }])).events).toEqual([[1, 2, 3]]);
});

test('after a failure, delivery repeats from the record that the function names', async () => {
  const { events } = await given(THREE, [failedFrom(2), failedFrom(3)]);
  expect(events).toEqual([[1, 2, 3], [2, 3], [3]]);
});

test('the whole batch is delivered again when an invocation fails or names no record, and failures are reported', async () => {
  const error = new Error('It ended.');
  const { events, reports } = await given(THREE, [error, failedFrom('unknown')]);
  expect(events).toEqual([
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
  ]);
  expect(reports).toEqual([error]);
});

test('no event is larger than Lambda takes', async () => {
  const large = Array.from({ length: 40 }, (_, place) => record(place, 350_000));
  const { events } = await given(large);
  expect(events.length).toBeGreaterThan(2);
  expect(events.flat()).toEqual(large.map((_, place) => place));
});
