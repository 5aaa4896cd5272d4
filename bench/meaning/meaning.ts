import { setTimeout } from 'node:timers/promises';
import { openOnnxEmbedder } from '../../infra/node/embedding/onnx-embedder.ts';
import type { Embedder } from '../../shared/repository/models/embedder.ts';
import { cosineOf } from '../../shared/repository/models/similarity.ts';
import { startServer } from '../../test/support/server.ts';
import { putAll } from '../reads.ts';
import { type Pair, readPairs, type Statement } from './pairs.ts';
import { measureQuality, type Quality, type Ranking } from './quality.ts';
import { measureSimilarities, printSimilarities } from './similarities.ts';

const ID_PREFIX = 'meaning-';
/** How long vectors of new statements may take. */
const READY_TIMEOUT_MS = 300_000;

/**
 * Measures how well searches find statements by what they mean: the service by words, and by the other modes that it has; and a model
 * alone, if one is given, by comparison with all statements; of that, it prints what the measure of similarity leaves out too.
 *
 * @param api the API of a running service, ending in `/api/`, that the statements are saved to; null: one with the model is started for it
 * @param model directory of an embedding model; null: none
 */
export async function benchMeaning(api: string | null, model: string | null): Promise<Quality[]> {
  const { statements, pairs } = await readPairs();
  const rows: Quality[] = [];
  const server = api === null ? await startServer(model === null ? {} : settingsFor(model)) : null;
  try {
    const base = api ?? server?.api ?? '';
    await putAll(
      base,
      statements.map((statement) => competency(base, statement)),
    );
    for (const mode of await modesOf(base)) {
      const rank = search(base, mode);
      if (mode === 'meaning') await untilReady(rank, statements);
      rows.push(...(await measureQuality(`service, ${mode}`, rank, pairs)));
    }
    rows.push(...(await measureQuality('service, alignment', await align(base, statements, pairs), pairs)));
  } finally {
    await server?.dispose();
  }
  if (model !== null) {
    const embedder = await openOnnxEmbedder(model);
    try {
      const rank = await byModel(embedder, statements);
      rows.push(...(await measureQuality(embedder.model, rank, pairs)));
      console.log(printSimilarities(embedder.model, await measureSimilarities(embedder, statements, pairs)));
    } finally {
      await embedder.close();
    }
  }
  return rows;
}

function competency(api: string, { notation, language, text }: Statement): object {
  return {
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Competency',
    '@id': `${api}data/schema.cassproject.org.0.4.Competency/${ID_PREFIX}${notation}`,
    name: { '@language': language, '@value': text },
    'ceasn:codedNotation': notation,
  };
}

function settingsFor(model: string): Record<string, string> {
  const { NODE_PATH } = process.env; // of ONNX Runtime
  return { EMBEDDING_MODEL_DIR: model, EMBEDDING_RATE_LIMIT: '100000', ...(NODE_PATH !== undefined && { NODE_PATH }) };
}

/** The modes of search that a service has: without a model only that by words. */
async function modesOf(api: string): Promise<readonly string[]> {
  const { ok } = await fetch(`${api}sky/repo/search?q=a&mode=meaning`);
  return ok ? ['words', 'meaning', 'both'] : ['words'];
}

function search(api: string, mode: string): Ranking {
  return async (query) => {
    const parameters = new URLSearchParams({ q: query, mode, index_hint: '*competency', size: '10' });
    const response = await fetch(`${api}sky/repo/search?${parameters}`);
    if (!response.ok) throw new Error(`The search for ${query} failed: ${response.status} ${await response.text()}`);
    const found = (await response.json()) as readonly { readonly '@id': string }[];
    return found.map((object) => new RegExp(`/${ID_PREFIX}([^/]+)`).exec(object['@id'])?.[1] ?? '');
  };
}

/** Aligns a framework of the queries to one of the statements, in one request. */
async function align(api: string, statements: readonly Statement[], pairs: readonly Pair[]): Promise<Ranking> {
  const frameworkOf = async (name: string, ids: readonly string[]): Promise<string> => {
    const id = `${api}data/schema.cassproject.org.0.4.Framework/${ID_PREFIX}${name}`;
    const type = { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Framework' };
    await putAll(api, [{ ...type, '@id': id, name, competency: ids }]);
    return id;
  };
  const idOf = (object: object): string => ('@id' in object ? String(object['@id']) : '');
  const target = await frameworkOf(
    'statements',
    statements.map((statement) => idOf(competency(api, statement))),
  );
  const queries = pairs.map(({ query, language }, index) =>
    competency(api, { notation: `query-${index}`, language, text: query }),
  );
  await putAll(api, queries);
  const source = await frameworkOf('queries', queries.map(idOf));
  const { meaning } = await requestAlignment(api, source, target);
  if (meaning) {
    const named = pairs.map(({ query, language }, index) => ({ notation: `query-${index}`, language, text: query }));
    await untilReady(search(api, 'meaning'), named);
  }
  const begin = performance.now();
  const { candidates } = await requestAlignment(api, source, target);
  const took = `${Math.round(performance.now() - begin)} ms`;
  const by = meaning ? 'words and meaning, with vectors at hand' : 'words';
  console.log(`${queries.length} × ${statements.length} statements were aligned by ${by}, in ${took}`);
  return async (query) =>
    candidates
      .filter(({ sourceName }) => sourceName === query)
      .map((each) => new RegExp(`/${ID_PREFIX}([^/]+)`).exec(each.target)?.[1] ?? '');
}

async function requestAlignment(api: string, source: string, target: string): Promise<Aligned> {
  const response = await fetch(`${api}align`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source, targets: [target], limit: 10, minScore: 0 }),
  });
  if (!response.ok) throw new Error(`The alignment failed: ${response.status} ${await response.text()}`);
  return (await response.json()) as Aligned;
}

type Aligned = {
  readonly meaning: boolean;
  readonly candidates: readonly { readonly sourceName: string; readonly target: string }[];
};

/** Waits until the vector of the last statement is there. */
async function untilReady(rank: Ranking, statements: readonly Statement[]): Promise<void> {
  const last = statements.at(-1);
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (last !== undefined && (await rank(last.text))[0] !== last.notation) {
    if (performance.now() > deadline) throw new Error('The statements are not found by their meaning.');
    await setTimeout(500);
  }
}

/** Compares queries with all statements. */
async function byModel({ embed }: Embedder, statements: readonly Statement[]): Promise<Ranking> {
  const { signal } = new AbortController();
  const texts = statements.map(({ text }) => text);
  const vectors = await embed(texts, signal, 'document');
  return async (query) => {
    const [wanted = new Float32Array()] = await embed([query], signal, 'query');
    const score = (index: number): number => cosineOf(wanted, vectors[index] ?? new Float32Array());
    const scored = statements.map(({ notation }, index) => ({ notation, score: score(index) }));
    return scored.sort((a, b) => b.score - a.score).map(({ notation }) => notation);
  };
}
