/**
 * Writes functions/system/openapi.json from the routes, and beside it the digest of what was found valid, so that no start has to
 * validate it again (`npm run openapi`); a test compares them.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { manifests } from '../../functions/manifests.ts';
import { describeApi } from './openapi/description.ts';

const FILE = new URL('../../functions/system/openapi.json', import.meta.url);
const DIGEST_FILE = new URL('../../functions/system/openapi.sha256', import.meta.url);

/** The text of functions/system/openapi.json. */
function descriptionText(): string {
  return `${JSON.stringify(describeApi(manifests), null, 2)}\n`;
}

/** The texts of the two files. @throws Error when the routes do not make a valid description */
export async function descriptionFiles(): Promise<readonly [description: string, digest: string]> {
  const text = descriptionText();
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  if (!valid) throw new Error(`The routes do not make a valid OpenAPI description: ${JSON.stringify(errors)}`);
  return [text, `${createHash('sha256').update(text).digest('hex')}\n`];
}

/** The files as they are in the repository. */
export function committedFiles(): readonly [description: string, digest: string] {
  return [readFileSync(FILE, 'utf8'), readFileSync(DIGEST_FILE, 'utf8')];
}

if (import.meta.main) {
  const [text, digest] = await descriptionFiles();
  writeFileSync(FILE, text);
  writeFileSync(DIGEST_FILE, digest);
}
