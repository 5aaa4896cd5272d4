import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';

/** A record of a stream in the form in which Lambda gets it. */
export type StreamRecord = Readonly<Record<string, unknown>>;

/** Invokes a function with an event; a rejection means that the whole batch is to be given again. */
export type Invoke = (event: { readonly Records: readonly StreamRecord[] }) => Promise<unknown>;

/** What a function answers to a batch; nothing means that all is done. */
const RESPONSE = z.object({
  batchItemFailures: z.optional(z.array(z.object({ itemIdentifier: z.string() }))),
});

const NUMBERED = z.object({ dynamodb: z.object({ SequenceNumber: z.string() }) });

/** Bytes of the records of one event: Lambda takes events of 6 MB, and fills them no further. */
const EVENT = 6_000_000;

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

/**
 * Gives a function records as Lambda does: in order, no event too large, and what fails again from the record on that the function
 * names, with pauses that grow, until all are done.
 *
 * @param signal ends it between two invocations
 * @param report hears of invocations that fail
 */
export async function giveAll(
  records: readonly StreamRecord[],
  invoke: Invoke,
  { signal, report }: { readonly signal: AbortSignal; readonly report: (error: unknown) => void },
): Promise<void> {
  let left = records;
  let most = FIRST_PAUSE;
  while (left.length > 0 && !signal.aborted) {
    const batch = fitting(left);
    const done = await doneOf(batch);
    left = left.slice(done);
    most = done > 0 ? FIRST_PAUSE : Math.min(most * 2, LONGEST_PAUSE);
    if (done < batch.length) await sleep(most, undefined, { signal }).catch(() => undefined);
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
    return place > 0 && bytes > EVENT;
  });
  return over === -1 ? records : records.slice(0, over);
}
