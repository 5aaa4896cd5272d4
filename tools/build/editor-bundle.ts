import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Rolldown } from 'vite';
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
  'tools/build/bundle-cache.ts',
  'tools/build/editor-bundle.ts',
];

/** The page of the editor, and that of an embedded framework. */
const PAGES = ['index.html', 'embed.html'];

/** Prefix of the names of folders. */
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
  const { default: config } = await import('../../editor/vite.config.ts');
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production'; // Vite takes it from here alone; otherwise React would be that for development
  const run = async (
    write: boolean,
    groups: Rolldown.CodeSplittingGroup[],
  ): Promise<readonly Rolldown.OutputChunk[]> => {
    const result = await build({
      ...config,
      configFile: false,
      base: './', // addresses are relative to the <base> of the page, so that it works below any path
      logLevel: 'error',
      build: {
        outDir: directory,
        emptyOutDir: true,
        target: 'es2022',
        modulePreload: { polyfill: false },
        write,
        rolldownOptions: {
          input: PAGES.map((page) => join(root, 'editor', page)),
          output: { codeSplitting: { groups } },
        },
      },
    });
    const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
    return outputs.filter((output) => output.type === 'chunk');
  };
  // Many small files take longer to load and compress less: the second build puts what a page needs at its start into one.
  const chunks = await run(false, [])
    .then((split) => run(true, groupsOf(split)))
    .finally(() => {
      if (environment === undefined) delete process.env['NODE_ENV'];
      else process.env['NODE_ENV'] = environment;
    });
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  await compress(directory);
  const sources = modules.map((id) => id.replace(/[?#].*$/, '')).filter((id) => id.startsWith(root));
  return [...new Set(sources)].filter((id) => !id.includes('/node_modules/'));
}

/**
 * The groups of modules that become one file each: what the list of frameworks needs before the editor, what both pages need at their
 * start, and what only the editor needs. Other modules stay where the build puts them.
 *
 * @param chunks of a build without these groups, in which each module is where it is used
 */
function groupsOf(chunks: readonly Rolldown.OutputChunk[]): Rolldown.CodeSplittingGroup[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const neededBy = (module: string): ReadonlySet<string> => {
    const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (entry === undefined) throw new Error(`There is no chunk for ${module}.`);
    const needed = new Set([entry.fileName]);
    for (const file of needed) for (const imported of byFile.get(file)?.imports ?? []) needed.add(imported);
    return new Set([...needed].flatMap((file) => byFile.get(file)?.moduleIds ?? []));
  };
  const [before, editor, embedded] = [neededBy('/index.html'), neededBy('/src/main.tsx'), neededBy('/embed.html')];
  const staysOut = /\/(?:index\.html|src\/first\/main\.ts|[^/]+\.css)$/; // other files import the list's too, and would run the entry
  return [
    { name: 'list', test: (id) => before.has(id) && !staysOut.test(id), priority: 3 },
    { name: 'common', test: (id) => editor.has(id) && embedded.has(id), priority: 2 },
    { name: 'first', test: (id) => editor.has(id), priority: 1 },
  ];
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compressed once at build time, not for each answer. */
async function compress(directory: string): Promise<void> {
  const compressFile = async (file: string): Promise<void> => {
    const path = join(directory, file);
    const bytes = await readFile(path);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
    await writeFile(`${path}.br`, await toBrotli(bytes, quality));
    await writeFile(`${path}.gz`, await toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }));
  };
  await Promise.all((await filesIn(directory)).map(compressFile));
}

/** The highest, 11, takes twice as long, for another two percent. */
const BROTLI_QUALITY = 10;
