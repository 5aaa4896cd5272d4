import { scalarText, textsOf, valuesOf } from '../../../shared/exchange/frameworks/values.ts';
import { type Json, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { items } from '../../../shared/repository/linked-data/references.ts';
import { splitId } from '../../../shared/repository/linked-data/split-id.ts';
import type { SearchRequest } from '../service/search.ts';
import { languagesOf, textIn } from '../words/text-of.ts';

/** A framework in the list. */
export type FrameworkRow = {
  /** Its short id. */
  readonly id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly competencies: number;
  /** Public keys as PEM; empty: anyone may change it. */
  readonly owners: readonly string[];
  readonly publishers: readonly string[];
  readonly languages: readonly string[];
  /** UTC milliseconds; null: not known. */
  readonly changed: number | null;
};

/** The filters of the list; null: not filtered. */
export type Filters = {
  readonly owner: 'me' | 'shared' | 'none' | null;
  readonly language: string | null;
  readonly publisher: string | null;
};

/** The names of the filters, in their order. */
export const FILTERS = ['owner', 'language', 'publisher'] as const;

export const NO_FILTERS: Filters = { owner: null, language: null, publisher: null };

const PUBLISHERS = ['publisher', 'schema:publisher', 'ceasn:publisherName', 'author'] as const;

/** Frameworks per page of the list. */
export const PAGE_SIZE = 100;

/** Frameworks that are shown before the editor is loaded: two screens. */
const FIRST_SIZE = 20;

/** The frameworks that the list counts; if there are more, it says so. */
export const MAX_COUNT = 10_000;

/** The search for frameworks, those that were changed last first. @param q in the query language */
export function frameworksRequest(q = '*'): SearchRequest {
  return {
    q,
    size: PAGE_SIZE,
    sort: [{ '@time': 'desc' }],
    indexHint: '*framework',
    lengths: 'competency,relation,level,rollupRule',
    times: true,
    count: MAX_COUNT,
  };
}

/** The search that the page itself requests. */
export function firstRequest(): SearchRequest {
  return { ...frameworksRequest(), size: FIRST_SIZE };
}

/**
 * @param base of the service, ending in `/api/`
 * @param changed when it was last changed, UTC milliseconds; null: not known
 */
export function frameworkRow(
  object: JsonObject,
  base: string,
  language: string,
  changed: number | null = null,
): FrameworkRow {
  const id = member(object, '@id');
  const { shortId } = splitId(typeof id === 'string' ? id : '', [base]);
  const owners = [...items(member(object, '@owner')), ...items(member(object, 'owner'))];
  return {
    id: shortId,
    name: textIn(object, 'name', language),
    description: textIn(object, 'description', language),
    competencies: lengthOf(member(object, 'competency')),
    owners: owners.filter((owner) => typeof owner === 'string'),
    publishers: PUBLISHERS.flatMap((name) => publishersIn(object, name)),
    languages: languagesOf(object, 'name'),
    changed,
  };
}

/** The length of a list, or the number that the search returned in its place. Encrypted frameworks always contain the list. */
function lengthOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : items(value).length;
}

function publishersIn(object: JsonObject, name: string): readonly string[] {
  const values = valuesOf(member(object, name), true);
  const texts = [...textsOf(values).map(({ text }) => text), ...values.flatMap((value) => scalarText(value) ?? [])];
  return [...new Set(texts)].filter((text) => !/^https?:/.test(text));
}

/** Whether a row fits the filters. @param mine the person's public keys */
export function fits(
  row: FrameworkRow & { readonly isShared: boolean },
  { owner, language, publisher }: Filters,
  mine: ReadonlySet<string>,
): boolean {
  if (owner === 'none' && row.owners.length > 0) return false;
  if (owner === 'shared' && !row.isShared) return false;
  if (owner === 'me' && !row.owners.some((key) => mine.has(key))) return false;
  if (language !== null && !row.languages.includes(language)) return false;
  return publisher === null || row.publishers.includes(publisher);
}
