import { z } from 'zod/mini';
import type { Dsl, Engine } from './engine.ts';

/** Rises with every change of the indices that older code cannot work with. */
export const LAYOUT_VERSION = 1;

/** The names of the indices, as every call uses them: aliases of the indices of the present layout. */
export type IndexNames = { readonly objects: string; readonly search: string; readonly values: string };

export type LayoutOptions = {
  /** What the names of all indices begin with. */
  readonly prefix: string;
  /** Shards of an index that is new; the engine keeps the number for its lifetime. */
  readonly shards: number;
  /** Copies of each shard, or `auto`: one where there is more than one machine. Of indices that are new. */
  readonly replicas: number | 'auto';
};

export function indexNames(prefix: string): IndexNames {
  return { objects: `${prefix}objects`, search: `${prefix}search`, values: `${prefix}values` };
}

/** Results that a search may skip and return together: pages of 10,000, and one more to see whether there is a next. */
const RESULT_WINDOW = 20_001;

/** Distance between two values: more than any slop, so that no phrase spans them. */
const VALUE_GAP = 2_100;

/** Beyond the longest token with its field. */
const LONGEST_TERM = 1_024;

const KEYWORD = { type: 'keyword' };
const STORED_ONLY = { dynamic: false, date_detection: false, numeric_detection: false };
const WORDS = { type: 'text', analyzer: 'words', norms: false, position_increment_gap: VALUE_GAP };
/** Found as words and as a whole (specification: search fields). */
const TEXT_AND_KEYWORD = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };

/** Heads, superseded versions and aliases (`documents.ts`). Nothing of them is analysed; point reads see every write. */
const OBJECTS = {
  settings: { refresh_interval: '30s' },
  mappings: {
    ...STORED_ONLY,
    properties: { kind: KEYWORD, key: KEYWORD, stamp: { type: 'long' }, generation: { type: 'long' } },
  },
};

/** Search copies of the objects that are not deleted (`search-entry.ts`). */
const SEARCH = {
  settings: {
    refresh_interval: '1s',
    max_result_window: RESULT_WINDOW,
    max_regex_length: 8_192,
    analysis: {
      tokenizer: { words: { type: 'whitespace', max_token_length: LONGEST_TERM } },
      analyzer: { words: { type: 'custom', tokenizer: 'words' } },
    },
  },
  mappings: {
    ...STORED_ONLY,
    _source: { enabled: false },
    properties: {
      key: KEYWORD,
      born: { type: 'long' },
      type: KEYWORD,
      readers: KEYWORD,
      participants: KEYWORD,
      present: KEYWORD,
      words: WORDS,
      fielded: WORDS,
      vocabulary: { type: 'keyword', index: false },
      scalars: { type: 'keyword', doc_values: false },
      sorts: { type: 'nested', dynamic: false, properties: { path: KEYWORD, low: KEYWORD, high: KEYWORD } },
      damping: { type: 'float' },
      // The fields that the specification gives a type.
      '@version': { type: 'long', ignore_malformed: true },
      confidence: { type: 'float', ignore_malformed: true },
      assertionDateDecrypted: { type: 'long', ignore_malformed: true },
      'ceasn:codedNotation': TEXT_AND_KEYWORD,
      'skos:hasTopConcept': TEXT_AND_KEYWORD,
    },
  },
};

/** Key-value entries and the store's own notes. */
const VALUES = {
  settings: { refresh_interval: '30s' },
  mappings: { ...STORED_ONLY, properties: { expires: { type: 'long' } } },
};

const INFO = z.object({ version: z.object({ number: z.string(), distribution: z.optional(z.string()) }) });

/**
 * Makes the indices of a new cluster, or checks that those of an existing one can be used. Of several processes that start
 * at once, one makes each.
 *
 * @throws Error with one sentence for the operator when the engine or its data are of a kind that this version cannot use
 * @throws EngineFailure when the engine does not answer
 */
export async function prepareLayout(engine: Engine, options: LayoutOptions): Promise<void> {
  await checkEngine(engine);
  const names = indexNames(options.prefix);
  for (const [name, definition] of [
    [names.objects, OBJECTS],
    [names.search, SEARCH],
    [names.values, VALUES],
  ] as const) {
    await prepareIndex(engine, name, definition, options);
  }
}

async function checkEngine(engine: Engine): Promise<void> {
  const { body } = await engine.call({ method: 'GET', path: '' });
  const { data } = z.safeParse(INFO, body);
  if (data === undefined || data.version.distribution !== 'opensearch') {
    throw new Error('SEARCH_ENDPOINT is no OpenSearch cluster: this service works with OpenSearch 2.19 and 3.');
  }
  const [major = 0, minor = 0] = data.version.number.split('.').map(Number);
  if (major < 2 || (major === 2 && minor < 19)) {
    throw new Error(`The cluster runs OpenSearch ${data.version.number}, and this service needs 2.19 or newer.`);
  }
}

const MAPPINGS = z.record(
  z.string(),
  z.object({ mappings: z.object({ _meta: z.optional(z.object({ layout: z.optional(z.number()) })) }) }),
);

async function prepareIndex(
  engine: Engine,
  name: string,
  definition: { readonly settings: Dsl; readonly mappings: Dsl },
  { shards, replicas }: LayoutOptions,
): Promise<void> {
  const read = () => engine.call({ method: 'GET', path: `${name}/_mapping` }, [404]);
  let found = await read();
  if (found.status === 404) {
    const copies = replicas === 'auto' ? { auto_expand_replicas: '0-1' } : { number_of_replicas: replicas };
    const body = JSON.stringify({
      settings: { index: { number_of_shards: shards, ...copies, ...definition.settings } },
      mappings: { ...definition.mappings, _meta: { layout: LAYOUT_VERSION } },
      aliases: { [name]: { is_write_index: true } },
    });
    await engine.call({ method: 'PUT', path: `${name}-${LAYOUT_VERSION}?wait_for_active_shards=1`, body }, [400]);
    found = await read();
  }
  const [mapping] = Object.values(z.safeParse(MAPPINGS, found.body).data ?? {});
  const layout = mapping?.mappings._meta?.layout;
  if (layout === LAYOUT_VERSION) return;
  if (layout === undefined) {
    throw new Error(
      `The index ${name} of the cluster belongs to another program: set SEARCH_PREFIX to another beginning.`,
    );
  }
  throw new Error(
    `The index ${name} has layout ${layout}, and this version of the service knows layouts up to ${LAYOUT_VERSION}: start the version that wrote it, or a newer one.`,
  );
}
