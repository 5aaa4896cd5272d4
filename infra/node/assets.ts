import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import type { StaticFiles } from '../../shared/http/answer.ts';
import { packageFile } from './package.ts';

/** The files of the API page: in a checkout, or in the package. */
const PAGE_FOLDERS = ['node_modules/swagger-ui-dist/', 'dist/api-page/'];

/** The editor in the package. */
const EDITOR_FOLDER = 'dist/editor/';

/** Bundles of a checkout, and the record that names the folder of the editor (`tools/build/start.cjs`). */
const CACHE = 'node_modules/.cache/';
const EDITOR_RECORD = z.object({ folder: z.string() });

/** Files of the API page and of the editor from disk. */
export function createAssets(): StaticFiles {
  const editor = createPromiseCache<'folder', string>();
  return async (name) => {
    if (!name.startsWith('editor/')) return readFirst(PAGE_FOLDERS, name);
    return readFirst([await editor('folder', editorFolder)], name.slice('editor/'.length));
  };
}

/** The folder of the editor: the last build in this checkout, or else the one in the package. */
async function editorFolder(): Promise<string> {
  const record = await readFirst([CACHE], 'editor.json');
  if (record === null) return EDITOR_FOLDER;
  const { folder } = z.parse(EDITOR_RECORD, JSON.parse(new TextDecoder().decode(record)));
  return `${CACHE}${folder}/`;
}

/** Reads the file from the first of the folders that has it; null if none does. */
async function readFirst(folders: readonly string[], name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  for (const folder of folders) {
    try {
      return await readFile(packageFile(`${folder}${name}`));
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
  return null;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/**
 * Reads the API description, which was validated when it was made: `npm run openapi` writes its digest beside it.
 *
 * @param file the description
 * @returns JSON text
 * @throws Error when it is not the validated one: the service must not start (specification: States)
 */
export async function apiDescription(file: URL): Promise<string> {
  const digestFile = new URL(file.href.replace(/\.json$/, '.sha256'));
  const [text, digest] = await Promise.all([readFile(file, 'utf8'), readFile(digestFile, 'utf8')]);
  if (digest.trim() === createHash('sha256').update(text).digest('hex')) return text;
  throw new Error(
    'The API description is not the one that was validated when it was generated. Install the service again, or in a checkout run: npm run openapi.',
  );
}
