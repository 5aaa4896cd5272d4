/** Writes functions/system/openapi.json from the routes; with `--check` only says whether it is up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { manifests } from '../functions/manifests.ts';
import { describeApi } from '../shared/openapi/description.ts';

const FILE = new URL('../functions/system/openapi.json', import.meta.url);

/** The text of functions/system/openapi.json. */
export function descriptionText(): string {
  return `${JSON.stringify(describeApi(manifests), null, 2)}\n`;
}

/** The file as it is in the repository. */
export function committedDescriptionText(): string {
  return readFileSync(FILE, 'utf8');
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) {
    writeFileSync(FILE, descriptionText());
  } else if (committedDescriptionText() !== descriptionText()) {
    console.error('functions/system/openapi.json is not what the routes say: run npm run openapi.');
    process.exitCode = 1;
  }
}
