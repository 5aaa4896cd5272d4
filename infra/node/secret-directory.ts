import { randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import { secretFromEnv } from '../../shared/base/config/secrets.ts';
import type { SecretStore } from '../../shared/repository/secrets/secret-store.ts';

export type SecretDirectoryOptions = {
  /** Directory of the secrets, one file each. Created with the first secret. */
  readonly directory: string;
  /** Values that take precedence over the files, see {@link secretFromEnv}. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether to cache secrets in memory; suitable for few secrets. */
  readonly cached: boolean;
};

/** Begins with a letter or digit, so that a name neither leaves the directory nor names a temporary file. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;

/** Windows has no permission bits: there, access lists of the profile's folder keep others out. */
const HAS_MODES = process.platform !== 'win32';

/**
 * Secrets in the environment or in files of a directory that only this service uses (specification: Authentication 8). A secret is
 * looked up in the environment, then in the file `<directory>/<name>`; if neither has it, it is created and written: directory mode
 * 0700, file mode 0600.
 *
 * A file appears under its name only when it is complete and on disk, and is never written again: processes that create the same
 * secret concurrently all get the first one. Directory or file open to other users: `secret` rejects with one sentence that holds
 * the command to run.
 */
export function createSecretDirectory(options: SecretDirectoryOptions): SecretStore {
  const directory = resolve(options.directory);
  const cached = createPromiseCache<string, string>();
  const find = (name: string, create: () => Promise<string>) => findOrCreate(directory, options.env, name, create);
  return { secret: (name, create) => (options.cached ? cached(name, () => find(name, create)) : find(name, create)) };
}

async function findOrCreate(
  directory: string,
  env: SecretDirectoryOptions['env'],
  name: string,
  create: () => Promise<string>,
): Promise<string> {
  if (!NAME.test(name)) throw new Error(`A secret cannot be called ${JSON.stringify(name)}.`);
  const fromEnv = secretFromEnv(env, name);
  if (fromEnv !== null) return fromEnv;
  const path = join(directory, name);
  const kept = await read(directory, path);
  if (kept !== null) return kept;

  const value = await create();
  if (value === '') throw new Error(`The created secret ${name} is empty.`);
  await about(path, 'created', () => writeOnce(directory, path, value));
  const winner = await read(directory, path);
  if (winner === null) throw new Error(`The secret file '${path}' disappeared while it was created.`);
  return winner;
}

/** The text of the file; null when it does not exist. */
async function read(directory: string, path: string): Promise<string | null> {
  return about(path, 'read', async () => {
    const place = await orNull(stat(directory));
    if (place === null) return null;
    refuseOpenToOthers('secrets directory', directory, place.mode, '700');
    const file = await orNull(open(path, 'r'));
    if (file === null) return null;
    return closing(file, async () => {
      // Check the open file, not the path, which could be replaced in between.
      const facts = await file.stat();
      if (!facts.isFile()) throw new Error(`The secret '${path}' is not a file.`);
      refuseOpenToOthers('secret file', path, facts.mode, '600');
      const text = await file.readFile('utf8');
      if (text === '') throw new Error(`The secret file '${path}' is empty: restore it from a backup or delete it.`);
      return text;
    });
  });
}

function refuseOpenToOthers(what: string, path: string, mode: number, wanted: string): void {
  if (!HAS_MODES || (mode & 0o077) === 0) return;
  throw new Error(`The ${what} '${path}' is open to other users of this machine: run chmod ${wanted} '${path}'`);
}

/** Writes the file unless it exists: complete and durable, or not at all. */
async function writeOnce(directory: string, path: string, text: string): Promise<void> {
  const made = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncDirectory(dirname(made));
  const temporary = join(directory, `.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    await closing(file, async () => {
      await file.writeFile(text);
      await file.sync();
    });
    // A link, unlike a rename, never replaces a file that another process created in between.
    await link(temporary, path).catch(unless('EEXIST'));
  } finally {
    await rm(temporary, { force: true });
  }
  await syncDirectory(directory);
}

/** Makes the names in a directory durable; Windows needs no call for this. */
async function syncDirectory(directory: string): Promise<void> {
  if (!HAS_MODES) return;
  const handle = await open(directory, 'r');
  await closing(handle, () => handle.sync());
}

async function closing<T>(file: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await file.close();
  }
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    unless('ENOENT')(error);
    return null;
  }
}

function unless(code: string): (error: unknown) => void {
  return (error) => {
    if (codeOf(error) !== code) throw error;
  };
}

/** Adds the path of the secret, and advice, to errors of the file system. */
async function about<T>(path: string, done: 'read' | 'created', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    const advice = 'give this service a directory of its own, or the secret in the environment';
    throw new Error(`The secret file '${path}' cannot be ${done} (${code}): ${advice}.`, { cause: error });
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
