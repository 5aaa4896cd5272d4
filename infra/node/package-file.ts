import { existsSync } from 'node:fs';

/** A file of the package, from the sources as from the build, which lies one folder deeper. */
export function packageFile(path: string): URL {
  const fromSource = new URL(`../../${path}`, import.meta.url);
  return existsSync(fromSource) ? fromSource : new URL(`../../../${path}`, import.meta.url);
}
