import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Release } from './releases.ts';

/** Where what a release needs is kept between runs: the user's cache directory, outside the repository. */
export function cacheDirectory(release: Release, environment: NodeJS.ProcessEnv): string {
  const cache = environment['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'competency-service', 'opensearch', release.version);
}

/**
 * Makes a directory unless it exists. It is there whole or not at all: `make` fills another one, which is then given its name.
 * Processes beside each other may do so at the same time; one of them wins, and the work of the others is removed.
 *
 * @param make fills the directory that it is given, which exists; when it throws, nothing is left
 */
export async function makeOnce(directory: string, make: (fresh: string) => Promise<void>): Promise<void> {
  if (await exists(directory)) return;
  const parent = dirname(directory);
  await mkdir(parent, { recursive: true });
  const fresh = await mkdtemp(join(parent, 'new-'));
  try {
    await make(fresh);
    await rename(fresh, directory).catch(async (error: unknown) => {
      if (!(await exists(directory))) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
