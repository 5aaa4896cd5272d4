/**
 * `npm start`: runs the service as one bundle of its sources, in `node_modules/.cache`, which is built again whenever a file that it
 * is made of has changed. Plain JavaScript with few imports, because all of it runs in every start.
 */
'use strict';
const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { enableCompileCache, flushCompileCache, setSourceMapsSupport } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const ROOT = join(__dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache');
/** Names the last bundle, and the state of every file that it depends on. */
const RECORD = join(CACHE, 'server.json');

start();

async function start() {
  const folder = currentBundle() ?? (await buildBundle());
  // Node keeps the functions that the first process compiled, and after a command those of the server would be missing.
  if (folder === null || process.argv[2] === undefined || process.argv[2] === 'serve') {
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
function currentBundle() {
  try {
    const { folder, stamps } = JSON.parse(readFileSync(RECORD, 'utf8'));
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

/** Builds a bundle. Returns its folder; null if it cannot be built here, which is written to standard error. */
async function buildBundle() {
  try {
    const { buildServer } = await import('./server-bundle.ts');
    const bundle = await buildServer(ROOT, CACHE, stampOf);
    const draft = `${RECORD}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(bundle));
    renameSync(draft, RECORD);
    return bundle.folder;
  } catch (error) {
    process.stderr.write(`The service runs from its sources and starts slower: ${error.message}\n`);
    return null;
  }
}
