import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';

/** A record of a stream in Lambda's format. */
export type StreamRecord = Readonly<Record<string, unknown>>;

/** Invokes a function with an event; a rejection has the whole batch delivered again. */
export type Invoke = (event: { readonly Records: readonly StreamRecord[] }) => Promise<unknown>;

/** A function's response to a batch; empty when all records are done. */
const RESPONSE = z.object({
  batchItemFailures: z.optional(z.array(z.object({ itemIdentifier: z.string() }))),
});

const NUMBERED = z.object({ dynamodb: z.object({ SequenceNumber: z.string() }) });

/** Lambda's limit of an event. */
const MAX_EVENT_BYTES = 6_000_000;

const FIRST_RETRY_DELAY_MS = 50;
const MAX_RETRY_DELAY_MS = 1_000;

/**
 * Delivers records to a function as Lambda does: in order, in events of limited size, and after a failure again from the record
 * that the function names, with growing delays, until all are done.
 *
 * @param signal stops it between two invocations
 * @param report logs a failed invocation
 */
export async function deliverAll(
  records: readonly StreamRecord[],
  invoke: Invoke,
  { signal, report }: { readonly signal: AbortSignal; readonly report: (error: unknown) => void },
): Promise<void> {
  let left = records;
  let delay = FIRST_RETRY_DELAY_MS;
  while (left.length > 0 && !signal.aborted) {
    const batch = fitting(left);
    const done = await doneOf(batch);
    left = left.slice(done);
    delay = done > 0 ? FIRST_RETRY_DELAY_MS : Math.min(delay * 2, MAX_RETRY_DELAY_MS);
    if (done < batch.length) await sleep(delay, undefined, { signal }).catch(() => undefined);
  }

  /** How many of a batch are done, from its beginning. */
  async function doneOf(batch: readonly StreamRecord[]): Promise<number> {
    try {
      const failed = failedIn(await invoke({ Records: batch }));
      if (failed === null) return batch.length;
      return Math.max(
        0,
        batch.findIndex((record) => sequenceOf(record) === failed),
      );
    } catch (error) {
      report(error);
      return 0;
    }
  }
}

/** The sequence number of a record. @throws Error when it has none */
export function sequenceOf(record: StreamRecord): string {
  return z.parse(NUMBERED, record).dynamodb.SequenceNumber;
}

function failedIn(response: unknown): string | null {
  const { data } = z.safeParse(RESPONSE, response);
  return data?.batchItemFailures?.[0]?.itemIdentifier ?? null;
}

/** As many records as an event takes, one at least. */
function fitting(records: readonly StreamRecord[]): readonly StreamRecord[] {
  let bytes = 0;
  const over = records.findIndex((record, place) => {
    bytes += Buffer.byteLength(JSON.stringify(record)) + 1;
    return place > 0 && bytes > MAX_EVENT_BYTES;
  });
  return over === -1 ? records : records.slice(0, over);
}
