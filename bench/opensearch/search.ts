import { z } from 'zod/mini';
import { competency } from '../corpus.ts';
import { type LoadRequest, sendAll } from '../load.ts';
import { roundOf } from '../measure.ts';
import type { Process } from '../process.ts';
import { putAll } from '../reads.ts';
import { type Result, type Round, toResult } from '../result.ts';
import { QUERIES } from '../search.ts';
import { rawClient, startService } from './engine.ts';
import { openRecorder, type Recorder } from './recorder.ts';

const OBJECTS = 30_000;
const SLICE = 1_000;
const ROUNDS = 5;
const SEARCHES = 150;
const CLIENTS = 2;

/**
 * A two-term search over 30,000 objects with the read filter, first 50, against the same query sent to the engine, over
 * an index of the same mapping that holds the objects as well.
 */
export async function benchSearch(engine: Process): Promise<Result[]> {
  const { server, load } = await startService(engine, 'found-');
  const objects = Array.from({ length: OBJECTS }, (_, number) => competency(server.api, number));
  const recorder = await openRecorder(engine, 'bare-', [server.api]);
  const raw = rawClient(engine);
  try {
    await putAll(server.api, objects);
    await fillBare(engine, recorder, objects);
    await raw.send('POST', 'found-search,found-objects,texts/_forcemerge?max_num_segments=1');
    await raw.send('POST', 'found-search,texts/_refresh');
    const results: Result[] = [];
    for (const operator of ['AND', 'OR']) {
      const queries = QUERIES.map((query) => query.replace(' ', ` ${operator} `));
      const bodies: LoadRequest[] = [];
      for (const query of queries) bodies.push(await bareBody(recorder, query));
      const rounds: Round[] = [];
      for (let round = -1; round < ROUNDS; round++) {
        const limit = await sendAll(engine, repeated(bodies), CLIENTS);
        const own = await sendAll(
          load,
          repeated(queries.map((query) => ({ path: `/api/sky/repo/search?q=${encodeURIComponent(query)}` }))),
          CLIENTS,
        );
        if (round >= 0) rounds.push(roundOf(limit, own));
      }
      results.push(toResult(`search for two terms (${operator}) over 30,000 objects`, 'searches/s', 0.8, rounds));
    }
    return results;
  } finally {
    raw.close();
    await recorder.close();
    await load.stop();
  }
}

function repeated(requests: readonly LoadRequest[]): LoadRequest[] {
  return Array.from({ length: SEARCHES / requests.length }, () => requests).flat();
}

async function bareBody(recorder: Recorder, query: string): Promise<LoadRequest> {
  // Instead of what the store looks up its objects by, the objects themselves.
  const { version: _version, stored_fields: _fields, docvalue_fields: _keys, ...body } = await recorder.search(query);
  return {
    method: 'POST',
    path: '/texts/_search',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, size: 50 }),
  };
}

const INDEX = z.record(z.string(), z.looseObject({ mappings: z.looseObject({}) }));
const SETTINGS = z.record(z.string(), z.object({ settings: z.object({ index: z.looseObject({}) }) }));

/** Makes the index `texts`: the search copies, which keep of their sources the text of the object. */
async function fillBare(
  engine: Process,
  recorder: Recorder,
  objects: readonly ReturnType<typeof competency>[],
): Promise<void> {
  const raw = rawClient(engine);
  const [index] = Object.values(z.parse(INDEX, JSON.parse(await raw.send('GET', 'bare-search'))));
  const [settings] = Object.values(z.parse(SETTINGS, JSON.parse(await raw.send('GET', 'bare-search/_settings'))));
  const {
    uuid: _uuid,
    creation_date: _date,
    provided_name: _name,
    version: _version,
    ...own
  } = settings?.settings.index ?? {};
  const mappings = { ...index?.mappings, _source: { includes: ['text'] } };
  await raw.send('PUT', 'texts', JSON.stringify({ settings: { index: own }, mappings }));
  for (let from = 0; from < OBJECTS; from += SLICE) {
    const lines: string[] = [];
    for (const object of objects.slice(from, from + SLICE)) {
      const [action = '', body = ''] = (await recorder.write(object)).copy.split('\n');
      const text = JSON.stringify({ text: JSON.stringify(object) });
      lines.push(action.replace(/"_index":"[^"]*"/, '"_index":"texts"'), `${body.slice(0, -1)},${text.slice(1)}`);
    }
    await raw.send('POST', '_bulk', `${lines.join('\n')}\n`);
  }
  raw.close();
}
