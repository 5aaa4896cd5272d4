import * as z from 'zod/mini';
import type { Deliver, StreamedEntry } from '../../../events/stream/deliver.ts';
import type { Logger } from '../../../shared/base/telemetry/logger.ts';
import { readEntry } from '../../../shared/repository/notifications/change-log.ts';
import { timeAt } from './change-log.ts';

const RECORD = z.object({
  eventName: z.optional(z.string()),
  dynamodb: z.object({
    SequenceNumber: z.string(),
    NewImage: z.optional(z.object({ position: z.object({ S: z.string() }), entry: z.object({ S: z.string() }) })),
  }),
});

const EVENT = z.object({ Records: z.array(z.unknown()) });

/** The record of a batch from which to deliver again (AWS Lambda: partial batch responses). */
export type BatchResponse = { readonly batchItemFailures: readonly { readonly itemIdentifier: string }[] };

/** The used part of an invocation's context. */
export type Invocation = { getRemainingTimeInMillis(): number };

/** No delivery starts this long before the function's timeout: the longest takes less. */
const RESERVE_MS = 15_000;

/**
 * Handles batches of the stream of the log's table: delivers new entries and ignores expired ones. An entry that cannot be read is
 * logged and skipped, since it would block all later ones.
 *
 * @returns the handler of the function; it rejects when the whole batch must be delivered again
 */
export function createStreamHandler(
  deliver: Deliver,
  logger: Pick<Logger, 'error'>,
  now: () => number,
): (event: unknown, invocation: Invocation) => Promise<BatchResponse> {
  function delivered(record: unknown): StreamedEntry[] {
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
    const failed = await deliver(entries, now() + invocation.getRemainingTimeInMillis() - RESERVE_MS);
    return { batchItemFailures: failed === null ? [] : [{ itemIdentifier: failed }] };
  };
}
