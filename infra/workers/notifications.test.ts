import { afterEach, expect, test, vi } from 'vitest';
import { DELIVERED_URL, SUBSCRIBERS_URL } from './feed.ts';
import { Notifications } from './notifications.ts';
import type { DurableObjectState } from './runtime.ts';
import type { StoredSubscriber } from './stored-subscriber.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** The storage of an object, in the order of its keys, without connections. */
function storage() {
  const entries = new Map<string, unknown>();
  const state: DurableObjectState = {
    acceptWebSocket: () => {},
    getWebSockets: () => [],
    storage: {
      get: async (key) => entries.get(key),
      put: async (key, value) => void entries.set(key, value),
      delete: async (keys) => {
        for (const key of [keys].flat()) entries.delete(key);
      },
      async list({ start, end, limit = Number.POSITIVE_INFINITY }) {
        const keys = [...entries.keys()].sort().filter((key) => key >= start && key < end);
        return new Map(keys.slice(0, limit).map((key) => [key, entries.get(key)]));
      },
    },
  };
  return { entries, state };
}

const SUBSCRIBER: StoredSubscriber = {
  proofs: [],
  query: '',
  framework: null,
  notifyHidden: false,
  cursor: null,
  replayedAt: null,
};

test('a registration without a connection expires, also when the object hibernates in between; others stay', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 });
  const { entries, state } = storage();
  const register = async (): Promise<string> => {
    const body = JSON.stringify(SUBSCRIBER);
    const answer = await new Notifications(state).fetch(new Request(SUBSCRIBERS_URL, { method: 'POST', body }));
    return answer.text();
  };
  const tick = () => new Notifications(state).fetch(new Request(`${DELIVERED_URL}?since=0`));
  const gone = await register();
  vi.setSystemTime(1_000_000_050_000);
  const late = await register();
  await tick();
  expect([...entries.keys()].filter((key) => key.includes(gone))).not.toEqual([]);
  vi.setSystemTime(1_000_000_070_000);
  await tick();
  expect([...entries.keys()].filter((key) => key.includes(gone))).toEqual([]);
  expect([...entries.keys()].filter((key) => key.includes(late))).not.toEqual([]);
});
