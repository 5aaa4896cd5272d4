import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Processes that still run read files of older bundles. */
const KEPT_BUNDLES = 10;

/** A bundle that was built for `npm start`. */
export type CachedBundle = {
  /** Name of its folder in the cache. */
  readonly folder: string;
  /** The state of every file that it depends on, before the file was read, by path from the root of the checkout. */
  readonly stamps: Readonly<Record<string, string>>;
};

/**
 * Writes a bundle into a folder of the cache that is named after its contents, and removes the oldest ones.
 *
 * @param prefix of the names of folders
 * @param write writes the files into a new folder
 * @returns the name of the folder
 */
export async function cacheBundle(
  cache: string,
  prefix: string,
  write: (directory: string) => Promise<void>,
): Promise<string> {
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'draft-'));
  await write(draft);
  const folder = `${prefix}${await digestOf(draft)}`;
  await removeOldest(cache, prefix);
  try {
    await rename(draft, join(cache, folder));
  } catch (error) {
    await rm(draft, { recursive: true });
    if (!existsSync(join(cache, folder))) throw error; // another start has built the same bundle
  }
  return folder;
}

/** The files below a folder, by relative path, in a fixed order. */
export async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(directory, join(parentPath, name))).sort();
}

async function digestOf(directory: string): Promise<string> {
  const digest = createHash('sha256');
  for (const file of await filesIn(directory)) digest.update(file).update(await readFile(join(directory, file)));
  return digest.digest('hex').slice(0, 16);
}

async function removeOldest(cache: string, prefix: string): Promise<void> {
  const names = (await readdir(cache)).filter((name) => name.startsWith(prefix));
  const bundles = await Promise.all(
    names.map(async (name) => ({ name, made: (await stat(join(cache, name))).mtimeMs })),
  );
  const old = bundles.sort((a, b) => b.made - a.made).slice(KEPT_BUNDLES - 1);
  for (const { name } of old) await rm(join(cache, name), { recursive: true, force: true });
}
