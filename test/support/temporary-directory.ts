import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

const PREFIX = 'competency-service-tests-';

/** Several times the data that the largest tests write at once, including the data of the engines. */
const MIN_FREE_BYTES = 8 * 1024 ** 3;

/**
 * Set-up of a whole test run: puts temporary files in memory if the machine has plenty of it. The engines of the tests
 * synchronise their files at every write: on a disk the tests on OpenSearch take half as long again. `TMPDIR` has precedence.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TMPDIR'] !== undefined || totalmem() < 2 * MIN_FREE_BYTES) return undefined;
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0, // this system has none
  );
  if (free < MIN_FREE_BYTES) return undefined;
  await removeAbandoned();
  const directory = join(MEMORY, `${PREFIX}${process.pid}`);
  await mkdir(directory);
  process.env['TMPDIR'] = directory;
  return () => rm(directory, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes what killed runs have left. */
async function removeAbandoned(): Promise<void> {
  const left = (await readdir(MEMORY)).filter((name) => name.startsWith(PREFIX));
  const ended = left.filter((name) => !isRunning(Number(name.slice(PREFIX.length))));
  await Promise.all(ended.map((name) => rm(join(MEMORY, name), { recursive: true, force: true })));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
