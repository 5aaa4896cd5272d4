import * as z from 'zod/mini';
import type { Deliver } from '../../../events/delivery/deliver.ts';

const EVENT = z.object({
  Records: z.array(z.object({ dynamodb: z.object({ SequenceNumber: z.string() }) })),
});

/** The record of a batch from which to deliver again (AWS Lambda: partial batch responses). */
export type BatchResponse = { readonly batchItemFailures: readonly { readonly itemIdentifier: string }[] };

/** The used part of an invocation's context. */
export type Invocation = { getRemainingTimeInMillis(): number };

/** No message is sent this long before the function's timeout: storing the positions takes less. */
const RESERVE_MS = 15_000;

/**
 * Handles batches of the stream of the bell's table: delivers the changes of the store. The contents of the records do not matter.
 *
 * @returns the handler of the function. It requests the batch again when a subscriber has not received all changes. It rejects when
 *   the store does not respond, which has the same effect
 */
export function createStreamHandler(
  deliver: Deliver,
): (event: unknown, invocation: Invocation) => Promise<BatchResponse> {
  return async (event, invocation) => {
    const [first] = z.parse(EVENT, event).Records;
    if (first === undefined) return { batchItemFailures: [] };
    const isDone = await deliver(null, Math.max(0, invocation.getRemainingTimeInMillis() - RESERVE_MS));
    return { batchItemFailures: isDone ? [] : [{ itemIdentifier: first.dynamodb.SequenceNumber }] };
  };
}
