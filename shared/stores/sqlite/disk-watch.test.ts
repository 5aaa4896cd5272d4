import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { type DiskWatchOptions, openDiskWatch } from './open.ts';

const HOUR = 3_600_000;

function watch(measure: DiskWatchOptions['measure']) {
  const clock = { now: 1_000_000 };
  const warnings: string[] = [];
  const look = openDiskWatch({
    directory: tmpdir(),
    clock: () => clock.now,
    warn: (sentence) => void warnings.push(sentence),
    ...(measure === undefined ? {} : { measure }),
  });
  return { clock, warnings, look };
}

test('low disk space is reported immediately, then once an hour', async () => {
  let bavail = 99;
  const { clock, warnings, look } = watch(async () => ({ blocks: 1_000, bavail, bsize: 50_000_000 }));
  for (let minute = 0; minute < 60; minute++) {
    await look();
    clock.now += HOUR / 60;
  }
  expect(warnings).toEqual([expect.stringContaining('5.0 GB free, 9 %')]);
  await look();
  expect(warnings).toHaveLength(2);
  clock.now += HOUR;
  bavail = 100;
  await look();
  expect(warnings).toHaveLength(2);
});

test('a disk whose size is unknown or zero is ignored', async () => {
  for (const measure of [() => Promise.reject(new Error('No.')), async () => ({ blocks: 0, bavail: 0, bsize: 0 })]) {
    const { warnings, look } = watch(measure);
    await look();
    expect(warnings).toEqual([]);
  }
});

test('the disk of an existing directory can be measured', async () => {
  const { look } = watch(undefined);
  await expect(look()).resolves.toBeUndefined();
});
