import type { ObjectContext } from './context.ts';
import { type ForwardingSource, loadForwarding } from './load-forwarding.ts';

export type FollowOptions = {
  /** Milliseconds between two looks. */
  readonly interval: number;
  /** Hears of the first of several looks that fail one after the other. */
  readonly report: (error: unknown) => void;
};

/** Milliseconds that a look may take; where there are very many requests and it takes longer, looks become rarer. */
const QUICK = 2_000;

/** Times as long as a look took beyond that until the next one. */
const REST = 20;

/**
 * Keeps the forwarding table (specification: Internal event bus) as new as the store: RekeyRequests that any instance saves,
 * replaces or deletes count here within the interval, and none does after a purge. Those of this instance are among them: a save
 * whose answer was lost in between is known from here. However much is written, a look is one small search.
 *
 * @returns ends it
 */
export function followForwarding(
  ctx: ForwardingSource & Pick<ObjectContext, 'forwarding'>,
  { interval, report }: FollowOptions,
): () => void {
  let failing = false;
  let ended = false;
  let timer = setTimeout(look, interval);

  function look(): void {
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
        if (!ended) timer = setTimeout(look, Math.max(interval, (performance.now() - begin - QUICK) * REST));
      });
  }

  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
