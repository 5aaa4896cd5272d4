import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { accessFacts } from '../../repository/access/permissions.ts';
import type { WriteObservation } from '../../repository/objects/write-observer.ts';
import { memoryKeyValues } from '../testing/key-values.ts';
import { createGenerations } from './generations.ts';
import { createInvalidation } from './invalidation.ts';
import {
  ALWAYS_USED,
  createUsageFlag,
  MAX_READ_AGE_MS,
  QUICK_WRITE_MS,
  SETTLE_MS,
  type UsageFlag,
} from './usage-flag.ts';

const COMPETENCY = { text: '{"@type":"Competency"}', access: accessFacts({}) };

/** A store that several processes share, and the clocks of one of them. */
function world() {
  const clock = { monotonic: 5_000, wall: 1_000_000 };
  const memory = memoryKeyValues(() => 0);
  const clocks = { monotonic: () => clock.monotonic, wall: () => clock.wall };
  const open = () => createUsageFlag(memory.keyValues, clocks);
  return { ...memory, clock, open, usage: open() };
}

function changesOf({ keyValues }: ReturnType<typeof world>, usage: UsageFlag): WriteObservation {
  const generations = createGenerations({ keyValues, usage, now: () => 0, lifetime: 1000 });
  return createInvalidation(generations, parsePublicKey).observe();
}

describe('a write of objects that profiles depend on', () => {
  /** The calls to the key-value store that a write makes. */
  async function written(own: ReturnType<typeof world>, usage = own.usage, meanwhile: () => void = () => undefined) {
    const from = own.calls.length;
    const changes = changesOf(own, usage);
    changes.watch();
    changes.add(COMPETENCY);
    await changes.begin();
    meanwhile();
    await changes.end();
    return own.calls.slice(from).map((call) => call.replace(/ .*\//, ' '));
  }

  test('deletes nothing if profiles are never requested', async () => {
    expect(await written(world())).toEqual(['get in-use', 'get all']);
  });

  test('invalidates profiles that may have been cached during a slow write', async () => {
    for (const which of ['monotonic', 'wall'] as const) {
      const own = world();
      const slow = () => {
        own.clock[which] += QUICK_WRITE_MS;
      };
      expect(await written(own, own.usage, slow)).toEqual(['get in-use', 'get all', 'delete all']);
      const quick = () => {
        own.clock[which] += QUICK_WRITE_MS - 1;
      };
      expect(await written(own, own.usage, quick)).toEqual(['get in-use', 'get all']);
    }
  });

  test('relies on a read of the flag by an earlier write for as long as on its own read', async () => {
    const own = world();
    await written(own);
    own.clock.monotonic += MAX_READ_AGE_MS - 1;
    const pass = (milliseconds: number) => () => {
      own.clock.wall += milliseconds;
    };
    expect(await written(own)).toEqual(['get all']);
    expect(await written(own, own.usage, pass(QUICK_WRITE_MS - 1))).toEqual(['get all']);
    own.clock.monotonic += 1;
    expect(await written(own)).toEqual(['get in-use', 'get all']);
    expect(await written(own, own.usage, pass(QUICK_WRITE_MS))).toEqual(['get all', 'delete all']);
  });

  test('invalidates profiles once any process has requested one, and before that only existing ones', async () => {
    const own = world();
    await own.open().set();
    expect(await written(own)).toEqual(['get in-use', 'get all', 'delete all']);
    expect(await written(own), 'once that is known, where nothing is cached').toEqual(['get all', 'delete all']);
    const reader = own.open();
    await reader.set();
    await own.keyValues.set('profile/generation/all', 'mark');
    expect(await written(own, reader), 'where something is cached').toEqual(['get all', 'delete all', 'delete all']);
  });

  test('invalidates profiles when the flag cannot be read', async () => {
    const own = world();
    const { get } = own.keyValues;
    own.keyValues.get = () => Promise.reject(new Problem('store-unavailable', 'away'));
    expect(await written(own)).toEqual(['delete all', 'delete all']);
    own.keyValues.get = get;
    expect(await written(own), 'only as long').toEqual(['get in-use', 'get all']);
  });

  test('reads the flag once, however many parts the batch has', async () => {
    const own = world();
    const changes = changesOf(own, own.usage);
    for (let part = 0; part < 3; part++) {
      changes.watch();
      changes.add(COMPETENCY);
      await changes.begin();
    }
    await changes.end();
    expect(own.calls.filter((call) => call === 'get profile/in-use')).toHaveLength(1);
    expect(own.calls.filter((call) => call.startsWith('delete'))).toEqual([]);
  });
});

describe('loaded data is shared', () => {
  test('from some seconds after the process first saw the flag, by its own clock', async () => {
    const { clock, usage } = world();
    expect(await usage.set()).toMatchObject({ settled: false });
    clock.monotonic += SETTLE_MS - 1;
    clock.wall += 10 * SETTLE_MS;
    expect(await usage.set()).toMatchObject({ settled: false });
    clock.monotonic += 1;
    expect(await usage.set()).toMatchObject({ settled: true });
  });

  test('immediately by a process that starts later, under the same id', async () => {
    const { clock, usage, open } = world();
    const first = await usage.set();
    expect(await open().set()).toEqual({ ...first, settled: false });
    clock.monotonic += SETTLE_MS;
    await usage.set();
    expect(await open().set()).toEqual({ ...first, settled: true });
  });

  test('under another id, and not for some seconds, once the flag was removed', async () => {
    for (const wait of [0, SETTLE_MS]) {
      const { clock, usage, open, keyValues } = world();
      const { id } = await usage.set();
      clock.monotonic += wait;
      await usage.set();
      await keyValues.clear();
      const next = await usage.set();
      expect(next.settled).toBe(false);
      expect(next.id).not.toBe(id);
      expect(await open().set()).toEqual(next);
      clock.monotonic += SETTLE_MS;
      expect(await usage.set()).toEqual({ id: next.id, settled: true });
    }
  });

  test('even if the flag cannot be marked as settled', async () => {
    const { clock, usage, keyValues } = world();
    const { id } = await usage.set();
    clock.monotonic += SETTLE_MS;
    keyValues.set = () => Promise.reject(new Problem('store-unavailable', 'away'));
    expect(await usage.set()).toEqual({ id, settled: true });
  });
});

test('a flag that others keep removing fails the request with 503 after three attempts', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const { usage, keyValues } = world();
  const set = vi.fn(async () => null);
  keyValues.set = set;
  await expect(usage.set()).rejects.toMatchObject({ code: 'store-unavailable', status: 503 });
  expect(set).toHaveBeenCalledTimes(3);
});

test('in the embedded store loaded data is shared immediately, and every write invalidates without reading the flag', async () => {
  const own = world();
  expect(await ALWAYS_USED.set()).toMatchObject({ settled: true });
  const changes = changesOf(own, ALWAYS_USED);
  changes.watch();
  changes.add(COMPETENCY);
  await changes.end();
  expect(own.calls).toEqual(['get profile/generation/all', 'delete profile/generation/all']);
});
