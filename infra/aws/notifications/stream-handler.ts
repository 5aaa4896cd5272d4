import * as z from 'zod/mini';
import type { Deliver, Delivered } from '../../../events/stream/deliver.ts';
import { readEntry } from '../../../shared/notifications/log-entry.ts';
import type { Logger } from '../../../shared/telemetry/logger.ts';
import { timeAt } from './change-log.ts';

const RECORD = z.object({
  eventName: z.optional(z.string()),
  dynamodb: z.object({
    SequenceNumber: z.string(),
    NewImage: z.optional(z.object({ position: z.object({ S: z.string() }), entry: z.object({ S: z.string() }) })),
  }),
});

const EVENT = z.object({ Records: z.array(z.unknown()) });

/** What Lambda is told of a batch: from which record on to deliver again (AWS Lambda: partial batch responses). */
export type BatchResponse = { readonly batchItemFailures: readonly { readonly itemIdentifier: string }[] };

/** What is needed of the context of an invocation. */
export type Invocation = { getRemainingTimeInMillis(): number };

/** Milliseconds before the function's end at which a delivery begins nothing more: what is under way may take so long. */
const RESERVE = 15_000;

/**
 * Answers batches of the stream of the log's table: new entries are delivered. Entries that time removes are none of its
 * business; one that cannot be read is reported and left out, since it would hold up all that come after it.
 *
 * @returns the handler of the function; it rejects when the whole batch is to be delivered again
 */
export function createStreamHandler(
  deliver: Deliver,
  logger: Pick<Logger, 'error'>,
  now: () => number,
): (event: unknown, invocation: Invocation) => Promise<BatchResponse> {
  function delivered(record: unknown): Delivered[] {
    try {
      const { eventName, dynamodb } = z.parse(RECORD, record);
      if (eventName !== 'INSERT') return [];
      const { SequenceNumber: sequence, NewImage: image } = dynamodb;
      if (image === undefined) throw new Error('The record has no new image.');
      return [{ sequence, time: timeAt(image.position.S), entry: readEntry(image.entry.S) }];
    } catch (error) {
      logger.error('SYSTEM', 'An entry of the change log cannot be read', { error: String(error) });
      return [];
    }
  }

  return async (event, invocation) => {
    const entries = z.parse(EVENT, event).Records.flatMap(delivered);
    if (entries.length === 0) return { batchItemFailures: [] };
    const failed = await deliver(entries, now() + invocation.getRemainingTimeInMillis() - RESERVE);
    return { batchItemFailures: failed === null ? [] : [{ itemIdentifier: failed }] };
  };
}
