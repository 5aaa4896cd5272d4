import { expect, test } from 'vitest';
import { createFollowers } from './followers.ts';

/** A feed without changes. */
const FEED = { subscribeFrom: async () => () => {} };

test('responses beyond the limit are refused until another one ends', () => {
  const { follow } = createFollowers(FEED, 2);
  const [first] = [follow('a'), follow('b')];
  expect(() => follow('c')).toThrow(expect.objectContaining({ code: 'overloaded' }));
  first?.close();
  follow('c').close();
});

test('when the server stops, all responses end, and so do new ones', async () => {
  const { follow, close } = createFollowers(FEED);
  const waiting = follow('a').next(60_000);
  close();
  expect(await waiting).toBe('ended');
  expect(await follow('a').next(60_000)).toBe('ended');
});
