import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { openSqliteStore, type SqliteStore } from '../../stores/sqlite/open.ts';
import type { KeyValueStore } from './key-value-store.ts';
import { acquireLease, type Lease, type LeaseOptions } from './lease.ts';

const HOUR = 3_600_000;

let directory: string;
let instances: SqliteStore[];
/** The time of every instance's clock. */
let time: number;
let leases: Lease[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lease-'));
  time = 1_700_000_000_000;
  leases = [];
  instances = await Promise.all([openInstance(), openInstance()]);
});
afterEach(async () => {
  await Promise.all(leases.map((lease) => lease.release()));
  await Promise.all(instances.map((instance) => instance.close()));
  await rm(directory, { recursive: true, force: true });
});

function openInstance(): Promise<SqliteStore> {
  const describe = () => ({ typeKey: '', visibleTo: null, participants: [], fields: [] });
  return openSqliteStore({ directory, describe, clock: () => time });
}

function valuesOf(instance: number): KeyValueStore {
  const store = instances[instance];
  if (store === undefined) throw new Error('There are two instances.');
  return store.keyValues;
}

/** Asks an instance for a lease of an hour, which no real time that a test takes renews. */
async function ask(instance: number, options: Partial<LeaseOptions> = {}): Promise<Lease | string> {
  const keyValues = valuesOf(instance);
  const asked = { keyValues, now: () => time, name: 'l', purpose: `of ${instance}`, ttlMs: HOUR, ...options };
  const answer = await acquireLease(asked);
  if ('holder' in answer) return answer.holder.purpose;
  leases.push(answer.lease);
  return answer.lease;
}

async function take(instance: number, options: Partial<LeaseOptions> = {}): Promise<Lease> {
  const lease = await ask(instance, options);
  if (typeof lease === 'string') throw new Error(`The lease is taken: ${lease}`);
  return lease;
}

describe('a lease', () => {
  test('has one holder at a time over all instances, and names it', async () => {
    await take(0);
    expect(await ask(0)).toBe('of 0');
    expect(await ask(1)).toBe('of 0');
  });

  test('is acquired by exactly one of many concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index % 2)));
    expect(answers.filter((answer) => typeof answer !== 'string')).toHaveLength(1);
  });

  test('is refused with 503 after three attempts, where others keep taking and releasing it', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const set = vi.fn(async () => null);
    const keyValues = { ...valuesOf(0), set, get: async () => null };
    await expect(ask(0, { keyValues })).rejects.toMatchObject({ code: 'store-unavailable', status: 503 });
    expect(set).toHaveBeenCalledTimes(3);
  });

  test('does not concern leases of another name', async () => {
    await take(0);
    await take(1, { name: 'another' });
  });

  test('is free immediately after its release', async () => {
    await (await take(0)).release();
    await take(1);
  });

  test('is reported when it cannot be released, and expires', async () => {
    const report = vi.fn();
    const failure = new Problem('store-unavailable', 'The store is away.');
    const keyValues = { ...valuesOf(0), delete: () => Promise.reject(failure) };
    await (await take(0, { keyValues, report })).release();
    expect(report).toHaveBeenCalledExactlyOnceWith(failure);
    expect(await ask(1)).toBe('of 0');
    time += HOUR;
    await take(1);
  });

  test('is free when its holder has not renewed it in time, and is lost to that one', async () => {
    const first = await take(0);
    time += HOUR + 1;
    const second = await take(1);
    expect(first.lost.aborted).toBe(false);
    expect(await first.renew()).toBe(false);
    expect(first.lost.aborted).toBe(true);
    expect(second.lost.aborted).toBe(false);
    await first.release();
    expect(await ask(0)).toBe('of 1');
  });

  test('stays with a holder that renews it', async () => {
    const lease = await take(0);
    for (let round = 0; round < 5; round++) {
      time += HOUR - 1;
      expect(await lease.renew()).toBe(true);
    }
    expect(await ask(1)).toBe('of 0');
  });

  test('renews itself while it is held', async () => {
    const lease = await take(0, { ttlMs: 40 });
    const revisions = new Set<string | undefined>();
    while (revisions.size < 4) {
      revisions.add((await valuesOf(1).get('lease/l'))?.revision);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(lease.lost.aborted).toBe(false);
  });

  test('is lost when all entries are removed, and releasing it then does not release that of another holder', async () => {
    const lease = await take(0);
    await valuesOf(1).delete('lease/l');
    const next = await take(1);
    await lease.release();
    expect(await next.renew()).toBe(true);
    expect(await lease.renew()).toBe(false);
  });
});

describe('when the store fails', () => {
  /** The store of an instance whose next writes are executed as given, and answered with a failure. */
  function failing(instance: number, happens: boolean): { keyValues: KeyValueStore; fail: () => void } {
    const real = valuesOf(instance);
    let failures = 0;
    return {
      fail: () => {
        failures = 1;
      },
      keyValues: {
        ...real,
        async set(key, value, options) {
          const fails = failures-- > 0;
          const entry = !fails || happens ? await real.set(key, value, options) : null;
          if (fails) throw new Problem('store-unavailable', 'No answer came.');
          return entry;
        },
      },
    };
  }

  test.each([true, false])('a renewal without answer does not lose the lease (it happened: %s)', async (happens) => {
    const { keyValues, fail } = failing(0, happens);
    const lease = await take(0, { keyValues });
    fail();
    await expect(lease.renew()).rejects.toMatchObject({ code: 'store-unavailable' });
    expect(await lease.renew()).toBe(true);
    expect(await ask(1)).toBe('of 0');
    await lease.release();
    await take(1);
  });
});
