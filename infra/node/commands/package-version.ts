import { readFile } from 'node:fs/promises';
import { packageFile } from '../package-file.ts';

/** The version of the package. */
export async function readPackageVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFile('package.json'), 'utf8')) as { version: string };
  return version;
}
