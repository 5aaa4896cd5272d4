import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { buildEditor } from '../editor-bundle.ts';
import { ALIASES, JSON_LD_WITHOUT_FETCH, LAZY_BUILTINS, REQUIRE, WITHOUT_SENTENCES } from './esbuild.ts';
import { FUNCTIONS, type FunctionSource } from './functions.ts';

const ROOT = new URL('../../../', import.meta.url);

const COMMON = {
  absWorkingDir: fileURLToPath(ROOT),
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  alias: ALIASES,
  mainFields: ['module', 'main'],
  legalComments: 'none',
} as const satisfies BuildOptions;

/** A bundle as it was built. */
export type Bundle = {
  readonly source: FunctionSource;
  /** Bytes of the minified bundle, without its source map and without what is loaded later. */
  readonly bytes: number;
  /** Bytes that are loaded only where the settings ask for them, such as those of authentication modes. */
  readonly lazyBytes: number;
  /** Files of the repository in it, by path, with the bytes from each. */
  readonly inputs: ReadonlyMap<string, number>;
};

/**
 * Builds the bundle of every function: `<directory>/<name>/index.mjs` and the files beside it, source maps and esbuild's own
 * account of what is inside apart in `<directory>/maps` and `<directory>/meta`. The same sources give the same bytes.
 *
 * @param directory emptied first
 */
export async function bundleFunctions(
  directory: URL,
  functions: readonly FunctionSource[] = FUNCTIONS,
): Promise<readonly Bundle[]> {
  await rm(directory, { recursive: true, force: true });
  for (const folder of ['maps/', 'meta/']) await mkdir(new URL(folder, directory), { recursive: true });
  return Promise.all(functions.map((source) => bundleFunction(source, directory)));
}

async function bundleFunction(source: FunctionSource, directory: URL): Promise<Bundle> {
  const { name } = source;
  const folder = new URL(`${name}/`, directory);
  const { outputFiles, metafile } = await build({
    ...COMMON,
    ...entryOf(source),
    outdir: fileURLToPath(folder),
    entryNames: 'index',
    chunkNames: 'chunk-[hash]',
    outExtension: { '.js': '.mjs' },
    splitting: source.code !== undefined,
    format: 'esm',
    banner: { js: REQUIRE },
    plugins: [LAZY_BUILTINS, JSON_LD_WITHOUT_FETCH, WITHOUT_SENTENCES],
    sourcemap: 'external',
    metafile: true,
    write: false,
  });
  await mkdir(folder, { recursive: true });
  for (const [file, from] of Object.entries(source.threads ?? {})) {
    const outfile = fileURLToPath(new URL(file, folder));
    await build({ ...COMMON, entryPoints: [from], outfile, format: 'cjs' });
  }
  await Promise.all([
    ...outputFiles.map(({ path, contents }) =>
      writeFile(path.endsWith('.map') ? new URL(`maps/${name}-${basename(path)}`, directory) : path, contents),
    ),
    writeFile(new URL(`meta/${name}.json`, directory), JSON.stringify(metafile)),
    ...(source.servesEditor === true
      ? [buildEditor(fileURLToPath(ROOT), fileURLToPath(new URL('editor/', folder)))]
      : []),
    ...Object.entries(source.files ?? {}).map(([file, from]) => copyFile(new URL(from, ROOT), new URL(file, folder))),
  ]);
  return { source, ...contentsOf(metafile) };
}

function entryOf({ name, code, entry = `infra/aws/lambda/${name}.ts` }: FunctionSource): BuildOptions {
  if (code === undefined) return { entryPoints: [entry] };
  return { stdin: { contents: code, resolveDir: fileURLToPath(ROOT), sourcefile: `${name}.ts`, loader: 'ts' } };
}

function contentsOf({ outputs }: Metafile): Omit<Bundle, 'source'> {
  const files = new Map(Object.entries(outputs).filter(([path]) => path.endsWith('.mjs')));
  const entry = [...files.keys()].find((path) => path.endsWith('/index.mjs'));
  if (entry === undefined) throw new Error('The bundle is missing from what was built.');
  const atStart = new Set<string>();
  const visit = (path: string): void => {
    if (atStart.has(path)) return;
    atStart.add(path);
    for (const { path: imported, kind } of files.get(path)?.imports ?? []) {
      if (kind === 'import-statement' && files.has(imported)) visit(imported);
    }
  };
  visit(entry);
  const bytesOf = (paths: readonly string[]): number =>
    paths.reduce((sum, path) => sum + (files.get(path)?.bytes ?? 0), 0);
  const inputs = new Map<string, number>();
  for (const output of files.values()) {
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
      if (bytesInOutput > 0) inputs.set(path, (inputs.get(path) ?? 0) + bytesInOutput);
    }
  }
  const later = [...files.keys()].filter((path) => !atStart.has(path));
  return { bytes: bytesOf([...atStart]), lazyBytes: bytesOf(later), inputs };
}
