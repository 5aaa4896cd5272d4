import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { buildEditor } from '../../tools/build/editor-bundle.ts';

const ROOT = new URL('../../', import.meta.url);

/** Files deployed with the worker besides the editor: the API description and its page. */
const ASSETS = [
  'functions/system/openapi.json',
  'node_modules/swagger-ui-dist/swagger-ui.css',
  'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
] as const;

/**
 * Builds the worker and its files. The build fails if code imports a `node:` module.
 *
 * @param folder ends in a slash
 * @returns compressed size of the script, which the limits of Workers are about, and its source files
 */
export async function buildWorker(folder: URL): Promise<{ readonly bytes: number; readonly metafile: Metafile }> {
  const script = fileURLToPath(new URL('worker.js', folder));
  const { version } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8')) as { version: string };
  await mkdir(new URL('assets/', folder), { recursive: true });
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('worker.ts', import.meta.url))],
    outfile: script,
    bundle: true,
    minify: true,
    sourcemap: 'external',
    format: 'esm',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    target: 'es2024',
    // A package refers to files beside its own, which nothing reads here. A module of a worker has no address.
    define: { SERVICE_VERSION: JSON.stringify(version), 'import.meta.url': '"file:///worker.js"' },
    metafile: true,
    logLevel: 'error',
  });
  await buildEditor(fileURLToPath(ROOT), fileURLToPath(new URL('assets/editor/', folder)));
  for (const path of ASSETS) {
    await copyFile(new URL(path, ROOT), new URL(`assets/${path.split('/').at(-1)}`, folder));
  }
  return { bytes: gzipSync(await readFile(script)).length, metafile };
}
