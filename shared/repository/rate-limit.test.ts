import { expect, test } from 'vitest';
import { memoryKeyValues } from '../profiles/testing/key-values.ts';
import { createRateLimit } from './rate-limit.ts';

function world(limit: number) {
  let now = 1_000_000;
  const memory = memoryKeyValues(() => now);
  let calls = 0;
  const keyValues = {
    increment(key: string, expires: number) {
      calls += 1;
      return memory.keyValues.increment(key, expires);
    },
  };
  const ctx = { config: { network: { rateLimitWindow: 60_000 } }, keyValues, now: () => now };
  return {
    instance: () => createRateLimit(ctx, 'sign-in', limit),
    calls: () => calls,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

test('requests up to the limit pass, and their headers contain the remaining number', async () => {
  const { instance, advance } = world(2);
  const limit = instance();
  expect(await limit.count('a')).toEqual({
    'ratelimit-policy': '"sign-in";q=2;w=60',
    ratelimit: '"sign-in";r=1;t=60',
    'ratelimit-limit': '2',
    'ratelimit-remaining': '1',
    'ratelimit-reset': '60',
  });
  advance(20_000);
  expect((await limit.count('a')).ratelimit).toBe('"sign-in";r=0;t=40');
  await expect(limit.count('a')).rejects.toMatchObject({ code: 'too-many-requests', extras: { retryAfter: 40 } });
});

test('instances over one store share the count, keys do not', async () => {
  const { instance } = world(2);
  const [one, other] = [instance(), instance()];
  await one.count('a');
  await other.count('a');
  await expect(one.count('a')).rejects.toMatchObject({ code: 'too-many-requests' });
  await expect(other.count('a')).rejects.toMatchObject({ code: 'too-many-requests' });
  await one.count('b');
});

test('a new window begins with the first request after the last has ended', async () => {
  const { instance, advance } = world(1);
  await instance().count('a');
  await expect(instance().count('a')).rejects.toMatchObject({ code: 'too-many-requests' });
  advance(60_001);
  await instance().count('a');
});

test('once the limit is reached, an instance refuses without a call to the store', async () => {
  const { instance, calls } = world(3);
  const limit = instance();
  for (let request = 0; request < 3; request++) await limit.count('a');
  for (let request = 0; request < 10; request++) await expect(limit.count('a')).rejects.toThrow('Too many requests');
  expect(calls()).toBe(3);
});
