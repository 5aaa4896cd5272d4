import type { Delivery, Webhook } from '../../shared/exchange/webhooks/webhook.ts';

/** Answers are about the moment, and about one caller. */
export const NO_STORE = { 'cache-control': 'no-store' };

/** A webhook as its owner sees it: without keys and secrets, with times of RFC 3339. */
export function shown(webhook: Webhook) {
  const { id, created, url, description, type, framework, owner, state, cursor, failing, lastError } = webhook;
  return {
    id,
    created: dateTime(created),
    url,
    description,
    type,
    framework,
    owner,
    state,
    cursor,
    failing: failing && { ...failing, since: dateTime(failing.since), next: dateTime(failing.next) },
    lastError: lastError && { ...lastError, time: dateTime(lastError.time) },
    deliveries: webhook.deliveries.map(shownDelivery),
  };
}

export function shownDelivery(delivery: Delivery) {
  return { ...delivery, time: dateTime(delivery.time) };
}

function dateTime(time: number): string {
  return new Date(time).toISOString();
}
