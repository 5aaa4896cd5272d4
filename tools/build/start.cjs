/**
 * `npm start`: runs the service as one bundle of its sources, in `node_modules/.cache`, and serves the editor from another. Each is
 * built again whenever a file that it is made of has changed. Plain JavaScript with few imports, because all of it runs in every
 * start.
 */
'use strict';
const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { enableCompileCache, flushCompileCache, setSourceMapsSupport } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const ROOT = join(__dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache');

/** Names the last bundle of each, and the state of every file that it depends on. */
const SERVER_RECORD = join(CACHE, 'server.json');
const EDITOR_RECORD = join(CACHE, 'editor.json'); // read by infra/node/assets.ts

start().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});

async function start() {
  const serves = process.argv[2] === undefined || process.argv[2] === 'serve';
  if (serves && process.env.DISABLED_EDITOR !== 'true' && currentBundle(EDITOR_RECORD) === null) await buildEditor();
  const folder = currentBundle(SERVER_RECORD) ?? (await buildServer());
  // Node keeps the functions that the first process compiled, and after a command those of the server would be missing.
  if (folder === null || serves) {
    process.env.NODE_COMPILE_CACHE ??= join(CACHE, folder ?? '', 'node'); // read by threads
    enableCompileCache(process.env.NODE_COMPILE_CACHE);
  }
  // Reading the source maps takes a third of a start.
  if (process.env.LOG_LEVEL === 'debug') setSourceMapsSupport(true, { nodeModules: true });
  const main = folder === null ? join(ROOT, 'infra/node/main.ts') : join(CACHE, folder, 'main.js');
  await import(pathToFileURL(main).href);
  flushCompileCache();
}

/** The folder of the last bundle; null if there is none, or if a file has changed. */
function currentBundle(record) {
  try {
    const { folder, stamps } = JSON.parse(readFileSync(record, 'utf8'));
    const isCurrent = Object.entries(stamps).every(([path, stamp]) => stampOf(join(ROOT, path)) === stamp);
    return isCurrent && statSync(join(CACHE, folder)).isDirectory() ? folder : null;
  } catch {
    return null; // it is built again
  }
}

/** The state of a file: another one after every change. Throws if there is no such file. */
function stampOf(path) {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  return [size, mtimeMs, ctimeMs, ino].join(' ');
}

/** Builds the server. Returns its folder; null if it cannot be built here, which is written to standard error. */
async function buildServer() {
  try {
    const { buildServer } = await import('./server-bundle.ts');
    return keep(SERVER_RECORD, await buildServer(ROOT, CACHE, stampOf));
  } catch (error) {
    process.stderr.write(`The service runs from its sources and starts slower: ${error.message}\n`);
    return null;
  }
}

/** Builds the editor. If it cannot be built here, that is written to standard error, and the service has no editor. */
async function buildEditor() {
  try {
    const { cacheEditor } = await import('./editor-bundle.ts');
    keep(EDITOR_RECORD, await cacheEditor(ROOT, CACHE, stampOf));
  } catch (error) {
    process.stderr.write(`The editor is not served: ${error.message}\n`);
  }
}

/** Writes a record. Returns the folder of the bundle. */
function keep(record, bundle) {
  const draft = `${record}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(bundle));
  renameSync(draft, record);
  return bundle.folder;
}
