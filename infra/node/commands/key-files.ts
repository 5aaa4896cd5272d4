import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import * as z from 'zod/mini';
import { importPrivateKey } from '../../../shared/base/crypto/private-key.ts';

/** Contents of a backup: the text of each file, by its path in the directory. */
const backup = z.record(z.string(), z.string());

/** Paths of keys in a backup: none leads out of the directory. */
const PATH = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/)*[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Prints which keys exist: key pairs with their fingerprints, other secrets only by name. @returns the exit code */
export async function showKeys(directory: string): Promise<number> {
  const keys = await readKeys(directory);
  process.stdout.write(`${resolve(directory)}: ${keys.size === 0 ? 'no keys yet' : `keys: ${keys.size}`}\n`);
  for (const [path, text] of keys) {
    const pair = text.includes('PRIVATE KEY') ? await importPrivateKey(text) : null;
    process.stdout.write(`  ${path}  ${pair === null ? 'a secret' : pair.publicKey.fingerprint}\n`);
  }
  return 0;
}

/** Copies all keys to a new file, which only its owner may read. @returns the exit code */
export async function backupKeys(directory: string, file: string): Promise<number> {
  const keys = await readKeys(directory);
  if (keys.size === 0) throw new Error(`There are no keys in '${directory}'.`);
  const text = `${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`;
  if (!(await writePrivate(file, text))) throw new Error(`The file '${file}' exists already.`);
  process.stdout.write(
    `Copied ${keys.size} keys to ${file}. This file gives all rights of the server: keep it safe.\n`,
  );
  return 0;
}

/**
 * Writes the keys of a backup that are missing. Existing keys are never replaced.
 *
 * @returns the exit code: 1 when a different key has the same name
 */
export async function restoreKeys(directory: string, file: string): Promise<number> {
  const entries = Object.entries(backup.parse(JSON.parse(await readFile(file, 'utf8'))));
  const strange = entries.find(([path]) => !PATH.test(path));
  if (strange !== undefined) throw new Error(`The backup names a key ${JSON.stringify(strange[0])}.`);
  let written = 0;
  const different: string[] = [];
  for (const [path, text] of entries) {
    const target = join(directory, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    if (await writePrivate(target, text)) written++;
    else if ((await readFile(target, 'utf8')) !== text) different.push(path);
  }
  process.stdout.write(`Restored ${written} of ${entries.length} keys.\n`);
  if (different.length === 0) return 0;
  process.stdout.write(`Different keys with the same names exist and were not replaced: ${different.join(', ')}.\n`);
  return 1;
}

/** Writes a file that is private to the user, durably, unless one with this name exists. @returns whether it was written */
export async function writePrivate(path: string, text: string): Promise<boolean> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null;
    throw error;
  });
  if (file === null) return false;
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return true;
}

/** The keys in a directory and in the directories below it, by path with slashes, in order. */
async function readKeys(directory: string): Promise<ReadonlyMap<string, string>> {
  const paths = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = paths.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  const names = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const read = names.map(async (path): Promise<[string, string]> => {
    const own = path.slice(join(directory, sep).length).replaceAll(sep, '/');
    return [own, await readFile(path, 'utf8')];
  });
  return new Map(await Promise.all(read));
}
