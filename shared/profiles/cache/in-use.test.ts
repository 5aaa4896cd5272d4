import { describe, expect, test } from 'vitest';
import { accessFacts } from '../../access/access-facts.ts';
import { parsePublicKey } from '../../crypto/public-key.ts';
import { Problem } from '../../errors/problem.ts';
import type { WriteObservation } from '../../objects/write-observer.ts';
import { memoryKeyValues } from '../testing/key-values.ts';
import { createInvalidation } from './changes.ts';
import { createGenerations } from './generations.ts';
import { ALWAYS_IN_USE, createInUse, type InUse, QUICK, SETTLE } from './in-use.ts';

const COMPETENCY = { text: '{"@type":"Competency"}', access: accessFacts({}) };

/** A store that several processes ask, and the clocks of one of them. */
function world() {
  const clock = { steady: 5_000, wall: 1_000_000 };
  const memory = memoryKeyValues(() => 0);
  const clocks = { steady: () => clock.steady, wall: () => clock.wall };
  const open = () => createInUse(memory.keyValues, clocks);
  return { ...memory, clock, open, inUse: open() };
}

function changesOf({ keyValues }: ReturnType<typeof world>, inUse: InUse): WriteObservation {
  const generations = createGenerations({ keyValues, inUse, now: () => 0, lifetime: 1000 });
  return createInvalidation(generations, parsePublicKey).changes();
}

describe('a write of what profiles are made of', () => {
  /** What the store was asked by a write, besides for the write itself. */
  async function written(own: ReturnType<typeof world>, inUse = own.inUse, meanwhile: () => void = () => undefined) {
    const from = own.calls.length;
    const changes = changesOf(own, inUse);
    changes.watch();
    changes.add(COMPETENCY);
    await changes.begin();
    meanwhile();
    await changes.end();
    return own.calls.slice(from).map((call) => call.replace(/ .*\//, ' '));
  }

  test('ends nothing where nobody asks for profiles: the store is asked for that alone', async () => {
    expect(await written(world())).toEqual(['get in-use']);
  });

  test('ends what may have been kept meanwhile where it takes long', async () => {
    for (const which of ['steady', 'wall'] as const) {
      const own = world();
      const slow = () => {
        own.clock[which] += QUICK;
      };
      expect(await written(own, own.inUse, slow)).toEqual(['get in-use', 'delete all']);
      const quick = () => {
        own.clock[which] += QUICK - 1;
      };
      expect(await written(own, own.inUse, quick)).toEqual(['get in-use']);
    }
  });

  test('ends profiles before and after where somebody has asked for one, of whatever process', async () => {
    const own = world();
    await own.open().join();
    expect(await written(own)).toEqual(['get in-use', 'delete all', 'delete all']);
    expect(await written(own), 'once it is known, where nothing is kept').toEqual(['get all', 'delete all']);
    const reader = own.open();
    await reader.join();
    await own.keyValues.set('profile/generation/all', 'mark');
    expect(await written(own, reader), 'where something is').toEqual(['get all', 'delete all', 'delete all']);
  });

  test('ends profiles when it cannot be told', async () => {
    const own = world();
    const { get } = own.keyValues;
    own.keyValues.get = () => Promise.reject(new Problem('store-unavailable', 'away'));
    expect(await written(own)).toEqual(['delete all', 'delete all']);
    own.keyValues.get = get;
    expect(await written(own), 'no longer than that').toEqual(['get in-use']);
  });

  test('looks once, though several parts of a batch do', async () => {
    const own = world();
    const changes = changesOf(own, own.inUse);
    for (let part = 0; part < 3; part++) {
      changes.watch();
      changes.add(COMPETENCY);
      await changes.begin();
    }
    await changes.end();
    expect(own.calls).toEqual(['get profile/in-use']);
  });
});

describe('what is loaded is shared', () => {
  test('from two seconds after the first sight of the note, by the clock of the process', async () => {
    const { clock, inUse } = world();
    expect(await inUse.join()).toMatchObject({ settled: false });
    clock.steady += SETTLE - 1;
    clock.wall += 10 * SETTLE;
    expect(await inUse.join()).toMatchObject({ settled: false });
    clock.steady += 1;
    expect(await inUse.join()).toMatchObject({ settled: true });
  });

  test('by a process that starts later at once, under the same id', async () => {
    const { clock, inUse, open } = world();
    const first = await inUse.join();
    expect(await open().join()).toEqual({ ...first, settled: false });
    clock.steady += SETTLE;
    await inUse.join();
    expect(await open().join()).toEqual({ ...first, settled: true });
  });

  test('under another id, and not for two seconds, once the note is gone', async () => {
    for (const wait of [0, SETTLE]) {
      const { clock, inUse, open, keyValues } = world();
      const { id } = await inUse.join();
      clock.steady += wait;
      await inUse.join();
      await keyValues.clear();
      const next = await inUse.join();
      expect(next.settled).toBe(false);
      expect(next.id).not.toBe(id);
      expect(await open().join()).toEqual(next);
      clock.steady += SETTLE;
      expect(await inUse.join()).toEqual({ id: next.id, settled: true });
    }
  });

  test('though the note that it is old enough cannot be written', async () => {
    const { clock, inUse, keyValues } = world();
    const { id } = await inUse.join();
    clock.steady += SETTLE;
    keyValues.set = () => Promise.reject(new Problem('store-unavailable', 'away'));
    expect(await inUse.join()).toEqual({ id, settled: true });
  });
});

test('where the store is in the process, what is loaded is shared at once, and every write ends it without a look', async () => {
  const own = world();
  expect(await ALWAYS_IN_USE.join()).toMatchObject({ settled: true });
  const changes = changesOf(own, ALWAYS_IN_USE);
  changes.watch();
  changes.add(COMPETENCY);
  await changes.end();
  expect(own.calls).toEqual(['delete profile/generation/all']);
});
