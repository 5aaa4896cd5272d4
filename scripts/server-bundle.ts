import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { build, type OutputFile, type Plugin, stop } from 'esbuild';
import { JSON_LD_WITHOUT_FETCH, LAZY_BUILTINS, REQUIRE, RUNTIME_ALIASES } from './package/esbuild.ts';

/** The server and its threads: `threadModule` expects these names beside each other. */
const ENTRIES = {
  main: 'infra/node/main.ts',
  reader: 'shared/store/sqlite/query/reader.ts',
  'large-writer-thread': 'shared/store/sqlite/commit/large-writer-thread.ts',
  'large-object-worker': 'infra/node/large-object-worker.ts',
  'profile-worker': 'infra/node/profile-worker.ts',
};

/** The inputs of the bundle in addition to the modules. */
const BUILD_FILES = ['package.json', 'tsconfig.json', 'scripts/server-bundle.ts', 'scripts/package/esbuild.ts'];

/** Loaded only where the API description was edited, and where traces and metrics are sent to a collector. */
const RARELY_LOADED = ['@seriousme/openapi-schema-validator', '@opentelemetry/*'];

/** Of the names of folders. */
const PREFIX = 'server-';

/** Servers that still run start their threads from older bundles. */
const KEPT_BUNDLES = 10;

export type ServerBundle = {
  /** Name of its folder. */
  readonly folder: string;
  /** The state of every file that it depends on, by path from the root of the checkout, as it was before the file was read. */
  readonly stamps: Readonly<Record<string, string>>;
};

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
): Promise<ServerBundle> {
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
    alias: RUNTIME_ALIASES,
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
  return { folder: await keep(outputFiles, cache), stamps };
}

/** Writes a bundle into a folder that is named after its contents, unless it is there. @returns the name of the folder */
async function keep(files: readonly OutputFile[], cache: string): Promise<string> {
  const digest = createHash('sha256');
  for (const { path, contents } of files) digest.update(basename(path)).update(contents);
  const name = `${PREFIX}${digest.digest('hex').slice(0, 16)}`;
  const folder = join(cache, name);
  if (existsSync(folder)) return name;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'draft-'));
  for (const { path, contents } of files) await writeFile(join(draft, basename(path)), contents);
  await writeFile(join(draft, 'package.json'), JSON.stringify({ type: 'module' }));
  await removeOldest(cache);
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true });
    if (!existsSync(folder)) throw error; // another start has built the same
  }
  return name;
}

async function removeOldest(cache: string): Promise<void> {
  const names = (await readdir(cache)).filter((name) => name.startsWith(PREFIX));
  const bundles = await Promise.all(
    names.map(async (name) => ({ name, made: (await stat(join(cache, name))).mtimeMs })),
  );
  const old = bundles.sort((a, b) => b.made - a.made).slice(KEPT_BUNDLES - 1);
  for (const { name } of old) await rm(join(cache, name), { recursive: true, force: true });
}
