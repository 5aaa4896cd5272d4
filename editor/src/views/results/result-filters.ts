import { scalarText, textsOf, valuesOf } from '../../../../shared/exchange/frameworks/values.ts';
import { isObject, type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { PUBLICATION_STATES, type PublicationState, stateOf, wordsOfState } from '../../editions/publication-state.ts';
import { isFramework } from '../../outline/not-a-framework.ts';
import { partKindOf } from '../../outline/state.ts';
import { quoted, type SearchRequest } from '../../service/search.ts';

/** The kinds of objects to search for. Without a choice, everything but relations, which belong to what they relate. */
export const KINDS = ['all', 'framework', 'competency', 'other'] as const;

export type Kind = (typeof KINDS)[number];

/** Members whose values results are filtered by, with the names of their texts. */
export const FACETS = [
  { name: 'dcterms:type', word: 'category' },
  { name: 'ceasn:educationLevelType', word: 'education' },
  { name: 'schema:inLanguage', word: 'languages' },
] as const;

export type Facet = (typeof FACETS)[number]['word'];

/** The filters of a search, as its address has them. */
export type ResultFilters = {
  readonly kind: Kind;
  readonly state: PublicationState | null;
  /** The chosen value of each member; absent: any. */
  readonly facets: Readonly<Partial<Record<Facet, string>>>;
  /** Short id of the framework to search in; null: everywhere. */
  readonly framework: string | null;
};

/** Reads the filters of an address. */
export function filtersIn(address: URLSearchParams): ResultFilters {
  const facets = FACETS.flatMap(({ word }) => {
    const value = address.get(word);
    return value === null ? [] : [[word, value]];
  });
  return {
    kind: KINDS.find((one) => one === address.get('kind')) ?? 'all',
    state: PUBLICATION_STATES.find((one) => one === address.get('state')) ?? null,
    facets: Object.fromEntries(facets),
    framework: address.get('framework'),
  };
}

/** The search for a query with these filters. @param q in the query language */
export function requestOf(q: string, { kind, state, facets }: ResultFilters): SearchRequest {
  const clauses = [
    ...(kind === 'other' ? ['(NOT (@type:Framework OR @type:Competency))'] : []),
    ...(state === null ? [] : [stateClause(state)]),
    ...FACETS.flatMap(({ name, word }) => {
      const value = facets[word];
      const path = name.replace(':', '\\:');
      const text = value === undefined ? '' : quoted(value);
      return value === undefined ? [] : [`(${path}.keyword:${text} OR ${path}.@id.keyword:${text})`];
    }),
  ];
  const hint = HINTS[kind];
  return {
    q: clauses.length === 0 ? q : [`(${q})`, ...clauses].join(' AND '),
    ...(hint !== undefined && { indexHint: hint }),
  };
}

const HINTS: Readonly<Record<Kind, string | undefined>> = {
  all: '-*relation',
  framework: '*framework',
  competency: '*competency',
  other: undefined,
};

function stateClause(state: PublicationState): string {
  const words = wordsOfState(state).map(quoted).join(' OR ');
  const members = ['\\*publicationStatusType', '\\*adoptionStatus', '\\*creativeWorkStatus'];
  return `(${members.map((name) => `${name}:(${words})`).join(' OR ')})`;
}

/** Whether an object that is already here fits the filters, but for the framework. */
export function fitsFilters(object: JsonObject, { kind, state, facets }: ResultFilters): boolean {
  if (kind === 'other') return false;
  if (kind === 'framework' && !isFramework(object)) return false;
  if (kind === 'competency' && partKindOf(object) !== 'competency') return false;
  if (state !== null && stateOf(object)?.state !== state) return false;
  return FACETS.every(({ word }) => facets[word] === undefined || valuesAt(object, word).includes(facets[word]));
}

/** The values that an object has in the member of a facet. */
export function valuesAt(object: JsonObject, facet: Facet): readonly string[] {
  const name = FACETS.find(({ word }) => word === facet)?.name ?? '';
  const values = valuesOf(member(object, name), true).map((value) => (isObject(value) && value['@id']) || value);
  return [...textsOf(values).map(({ text }) => text), ...values.flatMap((value) => scalarText(value) ?? [])];
}
