import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { type DiskWatchOptions, openDiskWatch } from './disk-watch.ts';

const HOUR = 3_600_000;

function watch(measure: DiskWatchOptions['measure']) {
  const clock = { now: 1_000_000 };
  const told: string[] = [];
  const look = openDiskWatch({
    directory: tmpdir(),
    clock: () => clock.now,
    warn: (sentence) => void told.push(sentence),
    ...(measure === undefined ? {} : { measure }),
  });
  return { clock, told, look };
}

test('little room is told at once, and once an hour while it lasts', async () => {
  let bavail = 99;
  const { clock, told, look } = watch(async () => ({ blocks: 1_000, bavail, bsize: 50_000_000 }));
  for (let minute = 0; minute < 60; minute++) {
    await look();
    clock.now += HOUR / 60;
  }
  expect(told).toEqual([expect.stringContaining('5.0 GB free, 9 %')]);
  await look();
  expect(told).toHaveLength(2);
  clock.now += HOUR;
  bavail = 100;
  await look();
  expect(told).toHaveLength(2);
});

test('a disk that tells nothing, or has no size, is no matter', async () => {
  for (const measure of [() => Promise.reject(new Error('No.')), async () => ({ blocks: 0, bavail: 0, bsize: 0 })]) {
    const { told, look } = watch(measure);
    await look();
    expect(told).toEqual([]);
  }
});

test('the disk of a directory that is there can be looked at', async () => {
  const { look } = watch(undefined);
  await expect(look()).resolves.toBeUndefined();
});
