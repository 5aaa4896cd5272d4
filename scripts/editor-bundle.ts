import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type CachedBundle, cacheBundle, filesIn } from './bundle-cache.ts';

/** The inputs of the editor in addition to its modules. */
const BUILD_FILES = [
  'package-lock.json',
  'editor/embed.html',
  'editor/index.html',
  'editor/vite.config.ts',
  'editor/public/icon.svg',
  'editor/src/views/graph/layout-worker.ts',
  'editor/src/views/graph/layout.ts',
  'scripts/bundle-cache.ts',
  'scripts/editor-bundle.ts',
];

/** The editor, and a framework on pages of others. */
const PAGES = ['index.html', 'embed.html'];

/** Both pages need the client of the service: as one file it is smaller than as many. Parts that only some views use stay apart. */
const CLIENT = { name: 'service', test: /editor[\\/]src[\\/]service[\\/]/, minShareCount: 2 };

/** Of the names of folders. */
const PREFIX = 'editor-';

/**
 * Builds the editor for `npm start` from a checkout.
 *
 * @param cache the folder that gets a folder per bundle
 * @param stampOf the state of a file: another one after every change
 * @throws Error when something cannot be built or written
 */
export async function cacheEditor(
  root: string,
  cache: string,
  stampOf: (path: string) => string,
): Promise<CachedBundle> {
  const stamps = Object.fromEntries(BUILD_FILES.map((file) => [file, stampOf(join(root, file))]));
  const folder = await cacheBundle(cache, PREFIX, async (directory) => {
    for (const path of await buildEditor(root, directory)) stamps[relative(root, path)] = stampOf(path);
  });
  return { folder, stamps };
}

/**
 * Builds the editor into a folder: the page, its hashed files, and each of them compressed (`.br`, `.gz`).
 *
 * @param root of the checkout
 * @param directory is created
 * @returns the source files, as absolute paths, without those of packages
 */
export async function buildEditor(root: string, directory: string): Promise<readonly string[]> {
  const { build } = await import('vite');
  const { default: config } = await import('../editor/vite.config.ts');
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production'; // Vite takes it from here alone; otherwise React would be that for development
  const result = await build({
    ...config,
    configFile: false,
    base: './', // addresses are relative to the <base> of the page, so that it works below any path
    logLevel: 'error',
    build: {
      ...{ outDir: directory, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
      rolldownOptions: {
        input: PAGES.map((page) => join(root, 'editor', page)),
        output: { codeSplitting: { groups: [CLIENT] } },
      },
    },
  }).finally(() => {
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const modules = outputs.flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
  await compress(directory);
  const sources = modules.map((id) => id.replace(/[?#].*$/, '')).filter((id) => id.startsWith(root));
  return [...new Set(sources)].filter((id) => !id.includes('/node_modules/'));
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compressed once here, and not with each answer. */
async function compress(directory: string): Promise<void> {
  for (const file of await filesIn(directory)) {
    const path = join(directory, file);
    const bytes = await readFile(path);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
    await writeFile(`${path}.br`, await toBrotli(bytes, quality));
    await writeFile(`${path}.gz`, await toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}

/** The highest takes several times as long, for some percent. */
const BROTLI_QUALITY = 9;
