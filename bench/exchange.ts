import { startServer, type TestServer } from '../test/support/server.ts';
import { competency } from './corpus.ts';
import { measure, roundOf } from './measure.ts';
import { startEngine, startService } from './opensearch/engine.ts';
import { observed, type Process } from './process.ts';
import { type Result, type Round, toResult } from './result.ts';

const EXPORTED = 2_000;
const EXPORTS = 5;
const IMPORTED = 17_000;
/** Competencies with the same parent. */
const CHILDREN = 20;
const ROUNDS = 3;

/** The service, and a process, or several, whose processor time its work costs. */
type Measured = { readonly api: string; readonly load: Process };

/**
 * A framework as CTDL-ASN: its export against multiGet of the same objects, its import against multiPut of the same objects, and the
 * same import again against the first.
 */
export async function benchExchange(store: 'sqlite' | 'opensearch'): Promise<Result[]> {
  const settings = { POST_MAX_SIZE: '200000000' };
  if (store === 'sqlite') {
    const server = await startServer(settings);
    try {
      return await benchOn({ api: server.api, load: observed(server.process, addressOf(server)) });
    } finally {
      await server.dispose();
    }
  }
  const engine = await startEngine();
  const { server, load } = await startService(engine, 'exchange-');
  try {
    return await benchOn({ api: server.api, load });
  } finally {
    await load.stop();
    await engine.stop();
  }
}

function addressOf({ port }: TestServer): string {
  return `http://127.0.0.1:${port}`;
}

async function benchOn(measured: Measured): Promise<Result[]> {
  const exports = await benchExport(measured);
  const { first, again } = await benchImport(measured);
  return [
    toResult(`export of ${EXPORTED} competencies; bare: multiGet of the same objects`, 'objects/s', 0.6, exports),
    toResult(`import of ${IMPORTED} competencies; bare: multiPut of the same objects`, 'objects/s', 0.7, first),
    toResult('the same import again; bare: the first', 'objects/s', 5, again),
  ];
}

async function benchExport({ api, load }: Measured): Promise<Round[]> {
  const root = `${api}data/Framework/export`;
  await post(`${api}ctdlasn`, documentOf(api, root, 0, EXPORTED));
  const { competency: members, relation } = (await json(root)) as { competency: string[]; relation: string[] };
  const names = JSON.stringify([root, ...members, ...relation]);
  const count = 1 + members.length + relation.length;
  const rounds: Round[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const bare = await measure(load, count * EXPORTS, () => repeat(() => post(`${api}sky/repo/multiGet`, names)));
    const own = await measure(load, count * EXPORTS, () => repeat(() => text(`${api}ctdlasn/export`)));
    if (round >= 0) rounds.push(roundOf(bare, own));
  }
  return rounds;
}

async function benchImport({ api, load }: Measured): Promise<{ readonly first: Round[]; readonly again: Round[] }> {
  const first: Round[] = [];
  const again: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const root = `${api}data/Framework/import-${round}`;
    const document = documentOf(api, root, (round + 1) * 100_000, IMPORTED);
    const count = 2 * IMPORTED;
    const imported = await measure(load, count, () => post(`${api}ctdlasn`, document));
    const objects = await objectsOf(api, root);
    const repeated = await measure(load, count, () => post(`${api}ctdlasn`, document));
    const bare = await measure(load, count, () => post(`${api}sky/repo/multiPut`, objects));
    first.push(roundOf(bare, imported));
    again.push(roundOf(imported, repeated));
  }
  return { first, again };
}

/** The objects of an imported framework under other ids. */
async function objectsOf(api: string, root: string): Promise<string> {
  const { competency: members, relation } = (await json(root)) as { competency: string[]; relation: string[] };
  const stored = await post(`${api}sky/repo/multiGet`, JSON.stringify([...members, ...relation]));
  return stored.replaceAll(`${api}data/`, `${api}data/copied.`).replaceAll(/-([0-9a-f]{12})"/g, '-f$1"');
}

/** A framework of several trees. The same numbers always give the same document. */
function documentOf(api: string, root: string, from: number, count: number): string {
  const ids = Array.from({ length: count }, (_, index) => idOf(api, from + index));
  const parentOf = (index: number): number => Math.floor((index - 1) / CHILDREN);
  const children = Map.groupBy(ids.keys().drop(1), parentOf);
  const nodes = ids.map((id, index) => {
    const { name, description } = competency(api, from + index);
    return {
      '@id': id,
      '@type': 'ceasn:Competency',
      'ceasn:competencyText': { en: (name as { '@value': string })['@value'] },
      'ceasn:comment': { en: [description] },
      'ceasn:codedNotation': `BENCH.${index}`,
      'ceasn:hasChild': (children.get(index) ?? []).map((child) => ids[child]),
    };
  });
  const framework = {
    '@id': root,
    '@type': 'ceasn:CompetencyFramework',
    'ceasn:name': { en: 'Bench' },
    'ceasn:hasTopChild': [ids[0]],
  };
  return JSON.stringify({ '@graph': [framework, ...nodes] });
}

function idOf(api: string, number: number): string {
  return `${api}data/Competency/00000000-c455-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

async function repeat(work: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < EXPORTS; count++) await work();
}

async function post(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return answered(await fetch(url, { method: 'POST', headers, body }));
}

async function text(url: string): Promise<string> {
  return answered(await fetch(url));
}

async function json(url: string): Promise<unknown> {
  return JSON.parse(await text(url));
}

async function answered(response: Response): Promise<string> {
  const body = await response.text();
  if (!response.ok || body.includes('"failed":[{'))
    throw new Error(`${response.url}: ${response.status} ${body.slice(0, 300)}`);
  return body;
}
