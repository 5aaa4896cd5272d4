import { beforeEach, expect, test } from 'vitest';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import { createForwarding } from '../access/forwarding.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { createFreshForwarding } from './load-forwarding.ts';

let time: number;
let loads: number;
let isAway: boolean;
let freshen: (age?: number) => Promise<void>;

const store: Pick<ObjectStore, 'searchStates' | 'heads' | 'texts'> = {
  texts: async () => [],
  heads: async () => [],
  async searchStates() {
    if (isAway) throw new Error('away');
    loads++;
    return { hits: [], next: null };
  },
};

beforeEach(() => {
  time = 1_000_000;
  loads = 0;
  isAway = false;
  const forwarding = createForwarding({ readKey: parsePublicKey, logger: { info: () => {} } });
  const fresh = createFreshForwarding({ now: () => time, config: { searchDeadline: 1_000 }, forwarding });
  freshen = (age) => fresh(store, age);
});

test('the forwarding table is loaded first, and reloaded when it is too old', async () => {
  await freshen();
  await freshen();
  expect(loads).toBe(1);
  time += 30_000;
  await freshen();
  expect(loads).toBe(2);
});

test('a call can require a current forwarding table', async () => {
  await freshen();
  await freshen(0);
  expect(loads).toBe(2);
});

test('after a failed load of the forwarding table the next call loads it', async () => {
  await freshen();
  isAway = true;
  await expect(freshen(0)).rejects.toThrow('away');
  isAway = false;
  await freshen();
  expect(loads).toBe(2);
});
