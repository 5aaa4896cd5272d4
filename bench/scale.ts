import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../shared/repository/linked-data/json.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { competency, pathOf } from './corpus.ts';
import { type LoadRequest, sendAll } from './load.ts';
import { startEngine } from './opensearch/engine.ts';
import { cpuOf, observed, type Process } from './process.ts';
import { putAll } from './reads.ts';

/** What a service takes with this many objects in its store. */
export type ScaleRow = {
  readonly objects: number;
  /** Objects stored per second since the previous row. */
  readonly loadRate: number;
  readonly bytesPerObject: number;
  /** Processor time of a request. */
  readonly getUs: number;
  readonly rareSearchMs: number;
  readonly frequentSearchMs: number;
  readonly frameworksMs: number;
  /** Processor time of one object that is stored, exported, and indexed by a rebuild. */
  readonly loadUs: number;
  readonly exportUs: number;
  readonly reindexUs: number;
  /** Processor time of the service from its start until it is ready. */
  readonly startMs: number;
  readonly residentMb: number;
};

/** Objects for each framework: a million objects have 2,000. */
const PER_FRAMEWORK = 500;
const BATCH = 2_000;
const READS = 5_000;
const SEARCHES = 100;
const CONNECTIONS = 4;

/**
 * Stores objects of 450 to 5,000 bytes, with a framework for each {@link PER_FRAMEWORK}, and measures the same requests at each number
 * of objects.
 *
 * @param sizes numbers of objects, ascending
 */
export async function benchScale(store: 'sqlite' | 'opensearch', sizes: readonly number[]): Promise<ScaleRow[]> {
  const engine = store === 'sqlite' ? null : await startEngine();
  const settings = {
    POST_MAX_SIZE: '200000000',
    ...(engine !== null && { SEARCH_ENDPOINT: engine.url, SEARCH_PREFIX: 'scale-', SEARCH_REPLICAS: '0' }),
  };
  let server = await startServer(settings);
  try {
    const rows: ScaleRow[] = [];
    let stored = 0;
    for (const size of sizes) {
      const before = loadOf(server, engine);
      const loaded = await timed(before, () => storeObjects(server.api, stored, size));
      const added = size - stored;
      stored = size;
      const row = await measureAt(server, engine, size);
      const loadUs = (loaded.cpuSeconds / added) * 1e6;
      await server.stop();
      server = await startServer(settings, server.directory);
      const startMs = 1e3 * (cpuOf(server.process.pid ?? 0) ?? Number.NaN);
      rows.push({ objects: size, loadRate: added / loaded.seconds, loadUs, startMs, ...row });
      console.error(JSON.stringify(rows.at(-1)));
    }
    return rows;
  } finally {
    await server.dispose();
    await engine?.stop();
  }
}

async function measureAt(server: TestServer, engine: Process | null, size: number) {
  const load = loadOf(server, engine);
  const secret = await readFile(join(server.directory, 'keys/skyId.secret'), 'utf8');
  const admin = { 'x-admin-secret': secret.trim(), accept: 'application/x-ndjson' };
  const numbers = Array.from({ length: READS }, (_, index) => (index * 7919 * 104_729) % size);
  const search = (q: string, more = ''): LoadRequest => ({
    path: `/api/sky/repo/search?size=20&q=${encodeURIComponent(q)}${more}`,
  });
  const repeated = (make: (index: number) => LoadRequest) => Array.from({ length: SEARCHES }, (_, i) => make(i));
  const newest = encodeURIComponent(JSON.stringify([{ '@version': { order: 'desc' } }]));
  const list = search('*', `&index_hint=*framework&lengths=competency&sort=${newest}`);
  const cost = async (requests: readonly LoadRequest[]): Promise<number> => {
    await sendAll(load, requests.slice(0, 20), CONNECTIONS);
    const { ratePerCpu } = await sendAll(load, requests, CONNECTIONS);
    return 1 / (ratePerCpu ?? Number.NaN);
  };
  const row = {
    bytesPerObject: (await bytesOf(server, engine)) / size,
    getUs: 1e6 * (await cost(numbers.map((number) => ({ path: pathOf(competency(server.api, number)) })))),
    rareSearchMs: 1e3 * (await cost(repeated((index) => search(`${numbers[index]}`)))),
    frequentSearchMs: 1e3 * (await cost(repeated(() => search('evidence AND argument')).slice(0, 40))),
    frameworksMs: 1e3 * (await cost(repeated(() => list))),
  };
  const exported = await timed(load, () => drain(`${server.api}util/export`, { headers: admin }));
  const indexed = await timed(load, () => drain(`${server.api}util/reindex`, { method: 'POST', headers: admin }));
  const residentMb = Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.process.pid}/status`, 'utf8'))?.[1]);
  return {
    ...row,
    exportUs: (exported.cpuSeconds / size) * 1e6,
    reindexUs: (indexed.cpuSeconds / size) * 1e6,
    residentMb: residentMb / 1024,
  };
}

async function storeObjects(api: string, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, to - first) }, (_, index) => first + index);
    await putAll(
      api,
      numbers.map((number) => (number % PER_FRAMEWORK === 0 ? framework(api, number) : objectOf(api, number))),
    );
  }
}

/** One in ten has a description of 4,000 characters, as statements with notes and examples do. */
function objectOf(api: string, number: number): JsonObject {
  const object = competency(api, number);
  if (number % 10 !== 7) return object;
  return { ...object, description: Array.from({ length: 25 }, () => object.description).join(' ') };
}

function framework(api: string, number: number): JsonObject {
  const own = competency(api, number);
  const competencies = Array.from({ length: PER_FRAMEWORK - 1 }, (_, index) => competency(api, number + index + 1));
  return {
    ...own,
    '@type': 'Framework',
    '@id': String(own['@id']).replace('Competency', 'Framework'),
    competency: competencies.map((part) => String(part['@id']).replace(/\/\d+$/, '')),
  };
}

/** The service, with the processor time of its engine. */
function loadOf(server: TestServer, engine: Process | null): Process {
  const own = observed(server.process, `http://127.0.0.1:${server.port}`);
  return { ...own, cpu: () => (own.cpu() ?? 0) + (engine?.cpu() ?? 0) };
}

async function timed(load: Process, work: () => Promise<void>) {
  const cpu = load.cpu() ?? Number.NaN;
  const begin = performance.now();
  await work();
  return { seconds: (performance.now() - begin) / 1000, cpuSeconds: (load.cpu() ?? Number.NaN) - cpu };
}

async function bytesOf(server: TestServer, engine: Process | null): Promise<number> {
  if (engine !== null) {
    const response = await fetch(`${engine.url}/scale-*/_stats/store`);
    const { _all: all } = (await response.json()) as { _all: { primaries: { store: { size_in_bytes: number } } } };
    return all.primaries.store.size_in_bytes;
  }
  const files = await readdir(server.directory);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(server.directory, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @throws Error when the answer is not 2xx */
async function drain(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, init);
  if (!response.ok || response.body === null) throw new Error(`${url} was answered ${response.status}.`);
  for await (const part of response.body) void part;
}

/** The rows as a table in Markdown. */
export function printScale(rows: readonly ScaleRow[]): string {
  const lines = rows.map(
    (row) => `| ${COLUMNS.map(([, member, digits]) => row[member].toFixed(digits)).join(' | ')} |`,
  );
  return [`| ${COLUMNS.map(([title]) => title).join(' | ')} |`, `|${'---|'.repeat(COLUMNS.length)}`, ...lines].join(
    '\n',
  );
}

/** The title of each column, its member, and decimal places. */
const COLUMNS: readonly (readonly [string, keyof ScaleRow, number])[] = [
  ['objects', 'objects', 0],
  ['stored/s', 'loadRate', 0],
  ['bytes of an object', 'bytesPerObject', 0],
  ['us of a GET', 'getUs', 0],
  ['ms of a rare word', 'rareSearchMs', 1],
  ['ms of two frequent words', 'frequentSearchMs', 1],
  ['ms of 20 frameworks', 'frameworksMs', 1],
  ['us of storing an object', 'loadUs', 0],
  ['us of exporting it', 'exportUs', 0],
  ['us of indexing it', 'reindexUs', 0],
  ['ms of a start', 'startMs', 0],
  ['resident MB', 'residentMb', 0],
];
