import { identify } from '../../shared/repository/linked-data/identifiers.ts';
import { competency, pathOf } from '../corpus.ts';
import { type LoadRequest, sendAll } from '../load.ts';
import { roundOf } from '../measure.ts';
import type { Process } from '../process.ts';
import { putAll } from '../reads.ts';
import { type Result, type Round, toResult } from '../result.ts';
import { startService } from './engine.ts';

/** Objects of a round: the service has not seen them before. */
const OBJECTS = 3_000;
const ROUNDS = 5;
const WARM_UP = 2;
const CLIENTS = 16;
const PAGE = 100;
const PAGES = 300;
const PAGE_CLIENTS = 4;
const PREFIX = 'reads-';

/** GET by GUID against bare GETs of the head by its id, and multiGet of 100 against bare `_mget`. */
export async function benchReads(engine: Process): Promise<Result[]> {
  const writer = await startService(engine, PREFIX);
  const { api } = writer.server;
  const all = Array.from({ length: OBJECTS * (ROUNDS + WARM_UP) }, (_, number) => competency(api, number));
  await putAll(api, all);
  // Another instance, which knows no alias of theirs.
  const { load } = await startService(engine, PREFIX);
  const identities = all.map((object) => identify(String(object['@id']), [api]));
  const unknown: Round[] = [];
  const known: Round[] = [];
  const many: Round[] = [];
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const from = OBJECTS * (round + WARM_UP);
      const bare = identities.slice(from, from + OBJECTS).map(({ key }) => ({ path: `/${PREFIX}objects/_doc/${key}` }));
      const paths = all.slice(from, from + OBJECTS).map((object) => ({ path: pathOf(object) }));
      const limit = await sendAll(engine, bare, CLIENTS);
      const first = await sendAll(load, paths, CLIENTS);
      const second = await sendAll(load, paths, CLIENTS);
      const pages = Array.from({ length: PAGES }, (_, page) =>
        Array.from({ length: PAGE }, (_, at) => identities[(page * 61 + at * 7) % identities.length]),
      );
      const bareMany = await sendAll(
        engine,
        pages.map((page) => post(`/${PREFIX}objects/_mget`, { ids: page.map((one) => one?.key) })),
        PAGE_CLIENTS,
      );
      const ownMany = await sendAll(
        load,
        pages.map((page) =>
          post(
            '/api/sky/repo/multiGet',
            page.map((one) => one?.shortId),
          ),
        ),
        PAGE_CLIENTS,
      );
      if (round < 0) continue;
      unknown.push(roundOf(limit, first));
      known.push(roundOf(limit, second));
      many.push(roundOf(bareMany, ownMany));
    }
  } finally {
    await load.stop();
    await writer.load.stop();
  }
  return [
    toResult('GET by GUID, alias known, 16 clients', 'requests/s', 0.85, known),
    toResult('GET by GUID, alias not known, 16 clients', 'requests/s', 0.35, unknown),
    toResult('multiGet of 100 objects', 'requests/s', 0.5, many),
  ];
}

function post(path: string, body: unknown): LoadRequest {
  return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
