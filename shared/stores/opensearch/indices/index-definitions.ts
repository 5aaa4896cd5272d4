import type { IndexMappings, IndexSettings, MappedField } from '../engine/api-types.ts';

/** The kinds of indices: heads with their history and aliases; search copies; key-value entries. */
export type IndexKind = 'objects' | 'search' | 'values';

/** Settings and mappings of an index, and their version, which is stored in `_meta.layout` of the index. */
export type IndexDefinition = {
  /**
   * Incremented with every change of the settings or mappings. Every layout accepts the writes and searches of processes of the
   * previous layout, which run beside newer ones during an upgrade.
   */
  readonly layout: number;
  readonly settings: IndexSettings;
  readonly mappings: IndexMappings & Required<Pick<IndexMappings, 'properties'>>;
};

/** The definitions of all indices. */
export type Layouts = Readonly<Record<IndexKind, IndexDefinition>>;

/** Maximum of offset plus size of a page: pages of 10,000, and one more hit that shows whether a next page exists. */
const RESULT_WINDOW = 20_001;

/** Distance between the tokens of two values: greater than any slop, so that no phrase spans two values. */
const VALUE_GAP = 2_100;

/** Upper bound; no token is as long, even with its field. */
const LONGEST_TERM = 1_024;

const KEYWORD: MappedField = { type: 'keyword' };
const STORED_ONLY: IndexMappings = { dynamic: false, date_detection: false, numeric_detection: false };
const WORDS: MappedField = { type: 'text', analyzer: 'words', norms: false, position_increment_gap: VALUE_GAP };
/** Searchable by words and as a whole value (specification: search fields). */
const TEXT_AND_KEYWORD: MappedField = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };

/** Heads, superseded versions and aliases (`documents.ts`). Nothing is analysed; reads by id see every write. */
const OBJECTS: IndexDefinition = {
  layout: 1,
  settings: { refresh_interval: '30s' },
  mappings: {
    ...STORED_ONLY,
    properties: { kind: KEYWORD, key: KEYWORD, stamp: { type: 'long' }, generation: { type: 'long' } },
  },
};

/** Search copies of the objects that are not deleted (`search-entry.ts`). */
const SEARCH: IndexDefinition = {
  layout: 3,
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
      /** The layout of the process that wrote the copy: copies of older layouts are replaced. */
      layout: { type: 'integer' },
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
      // The fields whose types the specification defines.
      '@version': { type: 'long', ignore_malformed: true },
      confidence: { type: 'float', ignore_malformed: true },
      assertionDateDecrypted: { type: 'long', ignore_malformed: true },
      'ceasn:codedNotation': TEXT_AND_KEYWORD,
      'skos:hasTopConcept': TEXT_AND_KEYWORD,
    },
  },
};

/** Key-value entries, and documents of the store itself. */
const VALUES: IndexDefinition = {
  layout: 2,
  settings: { refresh_interval: '30s' },
  mappings: { ...STORED_ONLY, properties: { expires: { type: 'long' }, key: KEYWORD } },
};

/** The layouts of this version of the service. */
export const LAYOUTS: Layouts = { objects: OBJECTS, search: SEARCH, values: VALUES };
