import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeOnce } from './jars.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'once-'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

test('concurrent makers leave one complete directory and nothing else', async () => {
  const directory = join(root, 'deep', 'made');
  let makers = 0;
  const make = async (fresh: string) => {
    await writeFile(join(fresh, 'a'), 'whole');
    makers += 1;
    while (makers < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  await Promise.all([makeOnce(directory, make), makeOnce(directory, make), makeOnce(directory, make)]);
  expect(await readFile(join(directory, 'a'), 'utf8')).toBe('whole');
  expect(await readdir(join(root, 'deep'))).toEqual(['made']);
});

test('an existing directory is not made again; a failure leaves nothing and can be retried', async () => {
  const directory = join(root, 'made');
  const failing = async (fresh: string) => {
    await writeFile(join(fresh, 'half'), '');
    throw new Error('no network');
  };
  await expect(makeOnce(directory, failing)).rejects.toThrow('no network');
  expect(await readdir(root)).toEqual([]);
  await makeOnce(directory, (fresh) => writeFile(join(fresh, 'a'), ''));
  await makeOnce(directory, failing);
  expect(await readdir(directory)).toEqual(['a']);
});
