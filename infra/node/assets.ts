import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { createPromiseCache } from '../../shared/concurrency/promise-cache.ts';
import type { StaticFiles } from '../../shared/http/answer.ts';
import { packageFile } from './package.ts';

/** The files of the API page: in a checkout, or in the package. */
const PAGE_FOLDERS = ['node_modules/swagger-ui-dist/', 'dist/api-page/'];

/** The editor in the package. */
const EDITOR_FOLDER = 'dist/editor/';

/** Bundles of a checkout, and the record that names the folder of the editor (`scripts/start.cjs`). */
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

/** The folder of the last editor that was built here; that of the package without one. */
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
 * Reads and validates the API description.
 *
 * @param file the description made by `npm run openapi`
 * @returns JSON text
 * @throws Error when it is not a valid OpenAPI document: the service must not start then (specification: States)
 */
export async function apiDescription(file: URL): Promise<string> {
  const text = await readFile(file, 'utf8');
  if (!(await wasFoundValid(file, text))) await validate(text);
  return text;
}

async function wasFoundValid(file: URL, text: string): Promise<boolean> {
  const digest = await readFile(new URL(file.href.replace(/\.json$/, '.sha256')), 'utf8').catch(() => '');
  return digest.trim() === createHash('sha256').update(text).digest('hex');
}

async function validate(text: string): Promise<void> {
  // Loaded here: the validator takes a third of the time that a start takes.
  const { Validator } = await import('@seriousme/openapi-schema-validator');
  let document: Record<string, unknown>;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw invalid(error);
  }
  const { valid, errors } = await new Validator().validate(document);
  if (!valid) throw invalid(JSON.stringify(errors));
}

function invalid(reason: unknown): Error {
  return new Error(`The API description is not valid OpenAPI: ${String(reason).slice(0, 500)}`);
}
