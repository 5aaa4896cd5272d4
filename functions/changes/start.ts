import { readSubscription, type Subscription } from '../../shared/repository/notifications/subscription.ts';

/** What a caller subscribes to, and where it begins; `since` null: now. */
export type Start = Pick<Subscription, 'wantsType' | 'framework' | 'since'> & {
  /** Names the parameter that the cursor came from. */
  readonly where: 'since' | 'Last-Event-ID';
};

/** A value of `since` besides those of the notification channel. */
const NOW = 'now';

const BEGINNING = { time: 0 };

/**
 * Reads the parameters that the notification channel has too.
 *
 * @param lastEventId the cursor of an event stream that is resumed; it takes precedence over `since`
 * @throws Problem `invalid-parameter` (400) naming the invalid parameter
 */
export function readStart(query: URLSearchParams, lastEventId: string | null): Start {
  if (lastEventId) {
    const rest = new URLSearchParams(query);
    rest.delete('since');
    return { ...readSubscription(rest), since: { cursor: lastEventId }, where: 'Last-Event-ID' };
  }
  const subscription = readSubscription(query);
  const { since } = subscription;
  const isNow = since !== null && 'cursor' in since && since.cursor === NOW;
  return { ...subscription, since: isNow ? null : (since ?? BEGINNING), where: 'since' };
}

/** Whether a caller begins with an empty copy: it need not know of a purge. */
export function isFromBeginning({ since }: Start): boolean {
  return since !== null && 'time' in since && since.time === BEGINNING.time;
}
