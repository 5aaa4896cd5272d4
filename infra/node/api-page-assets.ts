import { readFile } from 'node:fs/promises';
import type { ApiPageAssets } from '../../functions/system/api-page.ts';

/** Where the files of the API page are: beside the build, or in a development tree. */
const PLACES = ['../../api-page/', '../../node_modules/swagger-ui-dist/'];

/** Files of the API page from disk. */
export const apiPageAssets: ApiPageAssets = async (name) => {
  for (const place of PLACES) {
    try {
      return await readFile(new URL(`${place}${name}`, import.meta.url));
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
  return null;
};

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
