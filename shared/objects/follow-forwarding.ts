import type { ObjectContext } from './context.ts';
import { type ForwardingSource, loadForwarding } from './load-forwarding.ts';

export type FollowOptions = {
  /** Milliseconds between two loads. */
  readonly interval: number;
  /** Is called for the first of several consecutive failures. */
  readonly report: (error: unknown) => void;
};

/** A load that takes longer, because there are very many requests, makes the following ones rarer. */
const EXPECTED_LOAD_MS = 2_000;

/** The pause after a slow load, as a multiple of the excess time. */
const PAUSE_FACTOR = 20;

/**
 * Reloads the forwarding table (specification: Internal event bus) periodically: RekeyRequests that any instance saves, replaces or
 * deletes take effect here within the interval, and none has any after a purge. Those of this instance are included, as the answer
 * of the store to a save may have been lost. However much is written, a load is one small search.
 *
 * @returns a function that stops it
 */
export function followForwarding(
  ctx: ForwardingSource & Pick<ObjectContext, 'forwarding'>,
  { interval, report }: FollowOptions,
): () => void {
  let failing = false;
  let ended = false;
  let timer = setTimeout(reload, interval);

  function reload(): void {
    const begin = performance.now();
    loadForwarding(ctx)
      .then(
        () => {
          failing = false;
        },
        (error: unknown) => {
          if (!failing && !ended) report(error);
          failing = true;
        },
      )
      .finally(() => {
        if (!ended)
          timer = setTimeout(reload, Math.max(interval, (performance.now() - begin - EXPECTED_LOAD_MS) * PAUSE_FACTOR));
      });
  }

  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
