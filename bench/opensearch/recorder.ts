import { createKeyRing } from '../../shared/base/crypto/public-key.ts';
import { accessFacts } from '../../shared/repository/access/permissions.ts';
import { guidOf, identify } from '../../shared/repository/linked-data/identifiers.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { aliasesOf } from '../../shared/repository/linked-data/names.ts';
import { parseQuery } from '../../shared/repository/search/parser.ts';
import { searchDocument } from '../../shared/repository/search/search-copy.ts';
import type { WriteRequest } from '../../shared/repository/store/object-store.ts';
import type { OpenSearchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { openOpenSearchStore } from '../../shared/stores/opensearch/open.ts';
import type { Process } from '../process.ts';
import { rawClient } from './engine.ts';

/** The store's call for one new object: JSON lines for `_bulk`. */
export type RecordedWrite = {
  /** The head and its aliases. */
  readonly commit: string;
  /** The search copy, without which the object cannot be found. */
  readonly copy: string;
};

/** Records what the store would send. Its indices exist, and stay empty. */
export type Recorder = {
  write(object: JsonObject): Promise<RecordedWrite>;
  /** The body of the search for the first 50, for a caller without keys. */
  search(query: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
};

/**
 * A store on the engine whose writes are noted instead of sent.
 *
 * @param prefix of its indices, where the noted writes belong
 * @param bases own addresses
 */
export async function openRecorder(engine: Process, prefix: string, bases: readonly string[]): Promise<Recorder> {
  const real = createFetchTransport({ endpoint: engine.url, authorization: null });
  const noted: string[] = [];
  let recording = false;
  let home = '';
  const transport: OpenSearchTransport = {
    request(request) {
      const { path, body = '' } = request;
      if (!recording || !/^_(?:bulk|msearch)/.test(path)) return real.request(request);
      noted.push(body);
      return path.startsWith('_bulk')
        ? Promise.resolve({ status: 200, body: done(body, home) })
        : real.request(request);
    },
  };
  const describe = () => {
    throw new Error('The store has no objects to describe.');
  };
  const { objects } = await openOpenSearchStore({ transport, prefix, shards: 1, replicas: 0, describe });
  const readKey = createKeyRing();
  home = await indexOf(engine, `${prefix}objects`);
  recording = true;
  return {
    async write(object) {
      const access = accessFacts(object, readKey);
      const [outcome] = await objects.write([
        writeRequest(object, access, bases, searchDocument(object, access, readKey)),
      ]);
      const [commit, copy, ...others] = noted.splice(0);
      if (outcome?.status !== 'stored' || commit === undefined || copy === undefined || others.length > 0) {
        throw new Error(`A write of one object takes ${2 + others.length} bulks instead of two.`);
      }
      return { commit, copy };
    },
    async search(query) {
      await objects.search({
        query: parseQuery(query, { regex: false }),
        types: null,
        caller: { admin: false, keys: [] },
        sort: [],
        offset: 0,
        limit: 50,
        cursor: null,
        timeoutMs: 60_000,
      });
      const [body = ''] = noted.splice(0);
      return JSON.parse(body.split('\n')[1] ?? '') as Record<string, unknown>; // the line after the header
    },
    close: () => objects.close(),
  };
}

function writeRequest(
  object: JsonObject,
  access: WriteRequest['access'],
  bases: readonly string[],
  search: WriteRequest['search'],
): WriteRequest {
  const { key, shortId, id, version, ...identity } = identify(String(object['@id']), bases);
  return {
    key,
    shortId,
    id,
    version: version ?? 1,
    time: Date.now(),
    text: JSON.stringify(object),
    access,
    search,
    aliases: aliasesOf({ key, shortId, id, version, ...identity }, guidOf(shortId)),
    expected: null,
  };
}

/** The index that an alias leads to. */
async function indexOf(engine: Process, alias: string): Promise<string> {
  const raw = rawClient(engine);
  const [index = ''] = Object.keys(JSON.parse(await raw.send('GET', `_alias/${alias}`)));
  raw.close();
  return index;
}

/** The answer to a bulk of which every step is done, in this index. */
function done(body: string, home: string): unknown {
  const items: unknown[] = [];
  const lines = body.split('\n');
  for (let at = 0; at < lines.length - 1; at++) {
    const [action = ''] = Object.keys(JSON.parse(lines[at] ?? '{}'));
    items.push({ [action]: { _index: home, status: 201, _seq_no: 0, _primary_term: 1 } });
    if (action !== 'delete') at++;
  }
  return { errors: false, items };
}
