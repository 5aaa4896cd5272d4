/** Writes functions/system/openapi.json from the routes; with `--check` only says whether it is up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { routeGroups } from '../functions/routes.ts';
import { describeApi } from '../shared/openapi/description.ts';

const file = new URL('../functions/system/openapi.json', import.meta.url);
const text = `${JSON.stringify(describeApi(routeGroups), null, 2)}\n`;
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error('functions/system/openapi.json is not what the routes say: run npm run openapi.');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, text);
}
