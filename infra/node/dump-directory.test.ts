import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dumps } from '../../shared/exchange/bulk/dump.ts';
import { checksumsOf, type Dump, readDumps } from '../../shared/exchange/bulk/dump-index.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import { publicKey } from '../../shared/repository/access/testing/caller.ts';
import { removeMany } from '../../shared/repository/objects/remove-many.ts';
import { runTick } from '../../shared/repository/schedule/run-tick.ts';
import { dumpFilesContract } from '../../shared/repository/store/contract/dump-files.contract.ts';
import type { DumpFiles } from '../../shared/repository/store/dump-files.ts';
import { openEmbeddedRepository, saveAll } from '../../test/support/repository.ts';
import { createDumpDirectory } from './dump-directory.ts';

const COUNT = 1200;
const DAY_MS = 86_400_000;
const NOON = Date.parse('2030-01-01T12:00:00Z');
const run = promisify(execFile);

let root: string;
let directory: string;
let repository: Awaited<ReturnType<typeof openEmbeddedRepository>>;
let time: number;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'dumps-'));
  repository = await openEmbeddedRepository(join(root, 'store'));
  const objects = Array.from({ length: COUNT }, (_, index) =>
    thing(index, { text: Array.from({ length: 20 }, () => crypto.randomUUID()) }),
  );
  const reader = publicKey(1).pem;
  const hidden = [1, 2, 3].map((index) => thing(COUNT + index, { name: 'hidden', '@reader': [reader] }));
  const partly = thing(COUNT + 4, { part: { '@type': 'Part', name: 'hidden', '@reader': [reader] } });
  await saveAll(repository.ctx, [...objects, ...hidden, partly], ANONYMOUS);
});
afterAll(async () => {
  await repository.stores.close();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  directory = await mkdtemp(join(root, 'dumps-'));
  time = NOON;
  await repository.stores.keyValues.clear();
});

function thing(index: number, members: Record<string, string | object> = {}) {
  return { '@context': 'https://schema.org', '@type': 'Thing', '@id': idOf(index), ...members };
}

function idOf(index: number): string {
  return `https://example.org/things/${index}`;
}

/** A tick in a process of its own. */
function tick(files: DumpFiles = createDumpDirectory(directory), { keep = 7, maxFileBytes = 20_000 } = {}) {
  const ctx = { ...repository.ctx, now: () => time };
  return runTick(ctx, dumps(ctx, files, { keep, maxFileBytes }), { until: time + 60_000 });
}

/** The objects of a dump, whose checksums `sha256sum` has verified. */
async function objectsOf(dump: Dump): Promise<{ readonly '@id': string; readonly [name: string]: unknown }[]> {
  await writeFile(join(directory, 'SHA256SUMS'), checksumsOf(dump));
  await run('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd: directory });
  const texts = await Promise.all(
    dump.files.map(async ({ name }) => gunzipSync(await readFile(join(directory, name)))),
  );
  return texts.flatMap((text) => String(text).split('\n').slice(0, -1)).map((line) => JSON.parse(line));
}

async function onlyDump(): Promise<Dump> {
  const [dump, ...others] = await readDumps(createDumpDirectory(directory));
  if (dump === undefined) throw new Error('There is no dump.');
  expect(others).toEqual([]);
  return dump;
}

test('a dump has what everybody may read, each object once, in files of limited size', async () => {
  expect(await tick()).toBe('done');
  const dump = await onlyDump();
  expect(dump).toMatchObject({ id: '2030-01-01', begun: '2030-01-01T12:00:00.000Z', objects: COUNT + 1 });
  expect(dump.files.length).toBeGreaterThan(2);
  const objects = await objectsOf(dump);
  expect(new Set(objects.map((object) => object['@id'])).size).toBe(COUNT + 1);
  expect(objects).toHaveLength(COUNT + 1);
  expect(JSON.stringify(objects)).not.toContain('hidden');
  expect((await repository.ctx.store.changes(dump.since, 64)).objects).toEqual([]);
});

test('there is one dump a day', async () => {
  await tick();
  const { ended } = await onlyDump();
  time += DAY_MS / 3;
  await tick();
  expect((await onlyDump()).ended).toBe(ended);
});

describe('a process that is killed', () => {
  /** Files whose n-th write does not happen: the process is gone. */
  function failing(writes: number): DumpFiles {
    const files = createDumpDirectory(directory);
    let left = writes;
    return {
      ...files,
      async put(name, bytes) {
        if (left-- <= 0) throw new Error('killed');
        await files.put(name, bytes);
      },
    };
  }

  test.each([0, 1, 2, 5])('after %i files: the next one continues, and nothing is there twice', async (writes) => {
    expect(await tick(failing(writes))).toBe('failed');
    expect(await readDumps(createDumpDirectory(directory))).toEqual([]);
    await saveAll(repository.ctx, [thing(0, { text: 'changed' }), thing(COUNT - 1, { text: 'changed' })], ANONYMOUS);
    await tick();
    const dump = await onlyDump();
    const ids = (await objectsOf(dump)).map((object) => object['@id']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(COUNT + 1);
    const files = (await readdir(directory)).filter((name) => name !== 'SHA256SUMS');
    expect(files.toSorted()).toEqual([...dump.files.map(({ name }) => name), 'index.json'].toSorted());
  });

  test('what it had begun is removed with the next dump', async () => {
    await writeFile(join(directory, 'new-begun'), 'x');
    await tick();
    expect(await readdir(directory)).not.toContain('new-begun');
  });

  test('an object that is deleted in between does not bring others twice', async () => {
    await saveAll(repository.ctx, [thing(9999)], ANONYMOUS);
    expect(await tick(failing(1))).toBe('failed');
    await removeMany(repository.ctx, [{ name: idOf(9999), version: null }], ANONYMOUS, 'single');
    await tick();
    const ids = (await objectsOf(await onlyDump())).map((object) => object['@id']);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('with its files lost, the next one begins again', async () => {
    await tick(failing(2));
    await rm(directory, { recursive: true });
    await mkdir(directory);
    await tick();
    expect(await objectsOf(await onlyDump())).toHaveLength(COUNT + 1);
  });
});

test('a tick without time continues at the next one', async () => {
  const files = createDumpDirectory(directory);
  const slow: DumpFiles = {
    ...files,
    async put(name, bytes) {
      await files.put(name, bytes);
      time += 30_000;
    },
  };
  let ticks = 0;
  while ((await readDumps(files)).length === 0 && ticks++ < 20) expect(await tick(slow)).toBe('done');
  expect(ticks).toBeGreaterThan(2);
  expect(await objectsOf(await onlyDump())).toHaveLength(COUNT + 1);
});

test('a time that is too short for a file is enough to get on', async () => {
  const files = createDumpDirectory(directory);
  const { memory } = repository.ctx;
  let ticks = 0;
  while ((await readDumps(files)).length === 0 && ticks++ < 20) {
    const stop = new AbortController();
    const reserve = () => {
      stop.abort(); // while the first page of the file is written
      return memory.reserve();
    };
    const ctx = { ...repository.ctx, now: () => time, memory: { ...memory, reserve } };
    const options = { until: time + 60_000, stop: stop.signal };
    expect(await runTick(ctx, dumps(ctx, files, { keep: 7 }), options)).toBe('done');
  }
  expect(ticks).toBeGreaterThan(1);
  expect(await objectsOf(await onlyDump())).toHaveLength(COUNT + 1);
});

test('of several processes, one writes', async () => {
  expect((await Promise.all([tick(), tick(), tick()])).toSorted()).toEqual(['done', 'elsewhere', 'elsewhere']);
  await onlyDump();
});

test('as many dumps are kept as are wanted', async () => {
  const kept: string[][] = [];
  for (let day = 0; day < 4; day++, time += DAY_MS) {
    await tick(createDumpDirectory(directory), { keep: 2, maxFileBytes: 1 << 20 });
    kept.push((await readDumps(createDumpDirectory(directory))).map(({ id }) => id));
  }
  expect(kept).toEqual([
    ['2030-01-01'],
    ['2030-01-02', '2030-01-01'],
    ['2030-01-03', '2030-01-02'],
    ['2030-01-04', '2030-01-03'],
  ]);
  expect(await readdir(directory)).toHaveLength(3);
});

test('an empty store makes an empty dump', async () => {
  const empty = await openEmbeddedRepository(await mkdtemp(join(root, 'empty-')));
  const ctx = { ...empty.ctx, now: () => time };
  await runTick(ctx, dumps(ctx, createDumpDirectory(directory), { keep: 1 }), { until: time + 60_000 });
  expect(await objectsOf(await onlyDump())).toEqual([]);
  await empty.stores.close();
});

describe('its files', () => {
  let place: string;
  beforeAll(async () => {
    place = await mkdtemp(join(root, 'files-'));
  });
  dumpFilesContract(() => createDumpDirectory(place));
});
