/**
 * Builds the contents of the package: the sources as JavaScript in `dist/`, the types of what operators write in `dist/types/`,
 * the editor, and the files of the API page beside them.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildEditor } from './editor-bundle.ts';

const ROOT = new URL('../../', import.meta.url);
const PAGE = new URL('dist/api-page/', ROOT);

/** The files of Swagger UI for the API page, and their license. */
const PAGE_FILES = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
] as const;

rmSync(new URL('dist/', ROOT), { recursive: true, force: true });
const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', ROOT));
for (const project of ['tsconfig.build.json', 'tsconfig.types.json']) {
  execFileSync(process.execPath, [compiler, '-p', project], { cwd: ROOT, stdio: 'inherit' });
}
mkdirSync(PAGE, { recursive: true });
for (const name of PAGE_FILES) {
  copyFileSync(new URL(`node_modules/swagger-ui-dist/${name}`, ROOT), new URL(name, PAGE));
}
await buildEditor(fileURLToPath(ROOT), fileURLToPath(new URL('dist/editor/', ROOT)));
