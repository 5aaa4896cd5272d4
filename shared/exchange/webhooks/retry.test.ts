import { describe, expect, test } from 'vitest';
import { afterFailure, afterSuccess, MAX_PAUSE_MS, pauseMs } from './retry.ts';
import { MAX_DELIVERIES, readWebhook, type Webhook, webhookText } from './webhook.ts';

const HOUR = 3_600_000;
const NEW: Webhook = {
  id: 'a',
  created: 0,
  keys: ['pem'],
  url: 'https://receiver.example/',
  description: null,
  type: null,
  framework: null,
  owner: null,
  secrets: [{ number: 1, until: null }],
  state: 'active',
  cursor: 'before',
  failing: null,
  lastError: null,
  deliveries: [],
};
const OPTIONS = { retryDelay: 1_000, giveUp: HOUR };

const attempt = (time: number, status: number | null, retryAfterMs: number | null = null) => {
  const result = { status, error: 'It failed.', retryAfterMs, durationMs: 1 };
  return { delivery: { id: 'msg', time, status, error: result.error, durationMs: 1, changes: 1 }, result };
};

function failed(webhook: Webhook, time: number, status: number | null, retryAfter: number | null = null): Webhook {
  const { delivery, result } = attempt(time, status, retryAfter);
  return afterFailure(webhook, delivery, result, OPTIONS);
}

describe('pauses', () => {
  test('grow to six hours, and vary by a fifth', () => {
    const pauses = (random: number) => [1, 2, 3, 4, 20].map((count) => pauseMs(count, null, 1_000, () => random));
    expect(pauses(0.5)).toEqual([1_000, 3_000, 9_000, 27_000, MAX_PAUSE_MS]);
    expect(pauses(0)).toEqual([800, 2_400, 7_200, 21_600, MAX_PAUSE_MS * 0.8]);
    expect(pauses(1)).toEqual([1_200, 3_600, 10_800, 32_400, MAX_PAUSE_MS * 1.2]);
  });

  test('are as long as a receiver asks for, within bounds', () => {
    expect([0, 5_000, 7 * HOUR].map((asked) => pauseMs(1, asked, 1_000))).toEqual([1_000, 5_000, MAX_PAUSE_MS]);
  });
});

describe('a receiver that fails', () => {
  test('is called again until the time to give up has passed since the first failure', () => {
    const first = failed(NEW, 10, 500);
    expect(first).toMatchObject({ state: 'active', cursor: 'before', failing: { since: 10, attempts: 1 } });
    expect(first.lastError).toEqual({ time: 10, status: 500, detail: 'It failed.' });
    const second = failed(first, HOUR / 2, null);
    expect(second).toMatchObject({ state: 'active', failing: { since: 10, attempts: 2 } });
    const last = failed(second, HOUR, null);
    expect(last).toMatchObject({ state: 'failed', failing: null, lastError: { time: HOUR, status: null } });
  });

  test('ends the webhook with 410, and no other status does', () => {
    expect(failed(NEW, 10, 410)).toMatchObject({ state: 'disabled', failing: null });
    for (const status of [301, 400, 401, 404, 429, 503]) expect(failed(NEW, 10, status).state).toBe('active');
  });

  test('has failed no more once it accepts a message', () => {
    const { delivery } = attempt(20, 200);
    const after = afterSuccess(failed(NEW, 10, 500), { ...delivery, error: null }, 'after');
    expect(after).toMatchObject({ cursor: 'after', failing: null, lastError: { status: 500 } });
    expect(after.deliveries.map(({ time }) => time)).toEqual([20, 10]);
  });
});

test('a webhook remembers its last attempts only', () => {
  let webhook = NEW;
  for (let time = 1; time <= MAX_DELIVERIES + 5; time++) webhook = failed({ ...webhook, failing: null }, time, 500);
  expect(webhook.deliveries).toHaveLength(MAX_DELIVERIES);
  expect(webhook.deliveries[0]?.time).toBe(MAX_DELIVERIES + 5);
});

test('a stored webhook is read as it was, and one of another form is left out', () => {
  expect(readWebhook(webhookText(NEW))).toEqual(NEW);
  expect(readWebhook('{"id":"a"}')).toBeNull();
});
