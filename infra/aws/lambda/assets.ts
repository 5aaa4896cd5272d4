import { readFile } from 'node:fs/promises';
import { servedDescription } from '../../../functions/system/description.ts';
import type { StaticFiles } from '../../../shared/http/static-files.ts';

/** The API description, which is beside the bundle and was validated when that was built. @param basePath prefix of its paths */
export async function apiDescription(basePath: string): Promise<string> {
  return servedDescription(await readFile(new URL('openapi.json', import.meta.url), 'utf8'), `${basePath}/`);
}

/** Files of the API page, which are beside the bundle. */
export const apiPageAssets: StaticFiles = async (name) =>
  new Uint8Array(await readFile(new URL(name, import.meta.url)));
