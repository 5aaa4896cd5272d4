import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The URL of a file of the package, for the sources, and for the build and the bundle of `npm start`, which are one folder deeper. */
export function packageFile(path: string): URL {
  const fromSource = new URL(`../../${path}`, import.meta.url);
  return existsSync(fromSource) ? fromSource : new URL(`../../../${path}`, import.meta.url);
}

/** The version of the package. */
export async function readPackageVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFile('package.json'), 'utf8')) as { version: string };
  return version;
}
