import { writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { build, type OutputFile, type Plugin, stop } from 'esbuild';
import { type CachedBundle, cacheBundle } from './bundle-cache.ts';
import { ALIASES, JSON_LD_WITHOUT_FETCH, LAZY_BUILTINS, REQUIRE } from './package/esbuild.ts';

/** The server, its threads and its process with a model: `threadModule` expects these names beside each other. */
const ENTRIES = {
  main: 'infra/node/main.ts',
  reader: 'shared/stores/sqlite/query/reader.ts',
  'writer-thread': 'shared/stores/sqlite/commit/writer-thread.ts',
  'large-object-worker': 'infra/node/large-object-worker.ts',
  'onnx-process': 'infra/node/embedding/onnx-process.ts',
  'profile-worker': 'infra/node/profile-worker.ts',
};

/** The inputs of the bundle in addition to the modules. */
const BUILD_FILES = [
  'package.json',
  'tsconfig.json',
  'tools/build/bundle-cache.ts',
  'tools/build/server-bundle.ts',
  'tools/build/package/esbuild.ts',
];

/** Loaded only if traces and metrics are sent to a collector. */
const RARELY_LOADED = ['@opentelemetry/*'];

/** Prefix of the names of folders. */
const PREFIX = 'server-';

/**
 * Bundles the server for `npm start`.
 *
 * @param cache the folder that gets a folder per bundle
 * @param stampOf the state of a file: another one after every change
 * @throws Error when something cannot be built or written
 */
export async function buildServer(
  root: string,
  cache: string,
  stampOf: (path: string) => string,
): Promise<CachedBundle> {
  const stamps: Record<string, string> = {};
  const stamp = (path: string): void => {
    stamps[relative(root, path)] = stampOf(path);
  };
  for (const file of BUILD_FILES) stamp(join(root, file));
  const recordInputs: Plugin = {
    name: 'record-inputs',
    setup({ onLoad }) {
      onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
        stamp(path);
        return null; // esbuild reads it
      });
    },
  };
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: join(cache, PREFIX), // as deep as the folder that the files go to
    bundle: true, // without chunks: each takes longer to load than what it leaves out
    format: 'esm',
    platform: 'node',
    target: 'node22',
    alias: ALIASES,
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE },
    plugins: [recordInputs, LAZY_BUILTINS, JSON_LD_WITHOUT_FETCH],
    external: RARELY_LOADED,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    write: false,
  }).finally(stop); // esbuild's process would last as long as the server
  const folder = await cacheBundle(cache, PREFIX, (directory) => writeFiles(directory, outputFiles));
  return { folder, stamps };
}

/** Writes the files side by side. */
async function writeFiles(directory: string, files: readonly OutputFile[]): Promise<void> {
  for (const { path, contents } of files) await writeFile(join(directory, basename(path)), contents);
  await writeFile(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
}
