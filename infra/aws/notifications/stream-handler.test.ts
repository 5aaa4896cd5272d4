import { beforeEach, expect, test } from 'vitest';
import type { StreamedEntry } from '../../../events/stream/deliver.ts';
import event from '../../../test/fixtures/events/dynamodb-stream.json' with { type: 'json' };
import { createStreamHandler } from './stream-handler.ts';

const invocation = { getRemainingTimeInMillis: () => 30_000 };
const NOW = 1_000_000;

let given: { readonly entries: readonly StreamedEntry[]; readonly deadline: number }[];
let failed: string | null;
let logged: number;

const handler = createStreamHandler(
  async (entries, deadline) => {
    given.push({ entries, deadline });
    return failed;
  },
  { error: () => void logged++ },
  () => NOW,
);

beforeEach(() => {
  given = [];
  failed = null;
  logged = 0;
});

const SEQUENCE = '4421584500000000017450439091';

test('new entries are delivered before the timeout of the function; expired entries are not', async () => {
  expect(await handler(event, invocation)).toEqual({ batchItemFailures: [] });
  const [{ entries, deadline } = { entries: [], deadline: 0 }] = given;
  expect(entries.map(({ sequence, time }) => ({ sequence, time }))).toEqual([
    { sequence: SEQUENCE, time: 1_795_262_400_000 },
  ]);
  expect(entries[0]?.entry).toMatchObject({
    kind: 'change',
    change: { kind: 'single', objects: [{ typeKey: 'schema.org.thing', deleted: false }] },
  });
  expect(deadline).toBeGreaterThan(NOW);
  expect(deadline).toBeLessThan(NOW + 30_000);
});

test('the response names the record from which to deliver again', async () => {
  failed = SEQUENCE;
  expect(await handler(event, invocation)).toEqual({ batchItemFailures: [{ itemIdentifier: SEQUENCE }] });
});

test('a record that cannot be read is logged and blocks nothing', async () => {
  const [record] = event.Records;
  const broken = structuredClone(record);
  if (broken?.dynamodb.NewImage) broken.dynamodb.NewImage.entry.S = '{"kind":"unheard of"}';
  expect(await handler({ Records: [broken, { eventName: 'INSERT' }, record] }, invocation)).toEqual({
    batchItemFailures: [],
  });
  expect(given[0]?.entries).toHaveLength(1);
  expect(logged).toBe(2);
});

test('a batch without new entries delivers nothing', async () => {
  expect(await handler({ Records: event.Records.slice(1) }, invocation)).toEqual({ batchItemFailures: [] });
  expect(given).toEqual([]);
});
