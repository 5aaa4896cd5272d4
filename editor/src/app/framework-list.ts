import { scalarText, textsOf, valuesOf } from '../../../shared/exchange/frameworks/values.ts';
import { type Json, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { items } from '../../../shared/repository/linked-data/references.ts';
import { splitId } from '../../../shared/repository/linked-data/split-id.ts';
import { parseTime } from '../../../shared/repository/linked-data/time.ts';
import { timeOfVersion } from '../outline/version.ts';
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
  /** UTC milliseconds; null if the framework has no such date. */
  readonly changed: number | null;
};

/** The filters of the list; null: not filtered. */
export type Filters = {
  readonly owner: 'me' | 'none' | null;
  readonly language: string | null;
  readonly publisher: string | null;
};

/** The names of the filters, in their order. */
export const FILTERS = ['owner', 'language', 'publisher'] as const;

export const NO_FILTERS: Filters = { owner: null, language: null, publisher: null };

/** Members with the time of the last change or of the creation, in order of preference. */
const TIMES = ['dateModified', 'dateCreated'].flatMap((name) => [`schema:${name}`, name, `ceasn:${name}`]);

const PUBLISHERS = ['publisher', 'schema:publisher', 'ceasn:publisherName', 'author'] as const;

/** Frameworks per page of the list. */
export const PAGE_SIZE = 100;

/** Frameworks that are shown before the editor is loaded: two screens. */
const FIRST_SIZE = 20;

/** The search for frameworks with these words, newest change first. */
export function frameworksRequest(words: string): SearchRequest {
  const text = words.trim();
  return {
    q: text === '' ? '*' : text,
    size: PAGE_SIZE,
    sort: [{ '@version': { order: 'desc' } }],
    indexHint: '*framework',
    lengths: 'competency,relation,level,rollupRule',
  };
}

/** The search that the page itself requests. */
export function firstRequest(): SearchRequest {
  return { ...frameworksRequest(''), size: FIRST_SIZE };
}

/** @param base of the service, ending in `/api/` */
export function frameworkRow(object: JsonObject, base: string, language: string): FrameworkRow {
  const id = member(object, '@id');
  const { shortId, version } = splitId(typeof id === 'string' ? id : '', [base]);
  const owners = [...items(member(object, '@owner')), ...items(member(object, 'owner'))];
  return {
    id: shortId,
    name: textIn(object, 'name', language),
    description: textIn(object, 'description', language),
    competencies: lengthOf(member(object, 'competency')),
    owners: owners.filter((owner) => typeof owner === 'string'),
    publishers: PUBLISHERS.flatMap((name) => publishersIn(object, name)),
    languages: languagesOf(object, 'name'),
    changed: timeOfVersion(version) ?? timeIn(object),
  };
}

/** The length of a list, or the number that the search returned in its place. Encrypted frameworks always contain the list. */
function lengthOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : items(value).length;
}

function timeIn(object: JsonObject): number | null {
  for (const name of TIMES) {
    const value = member(object, name);
    const time = typeof value === 'string' ? parseTime(value) : null;
    if (time !== null) return time;
  }
  return null;
}

function publishersIn(object: JsonObject, name: string): readonly string[] {
  const values = valuesOf(member(object, name), true);
  const texts = [...textsOf(values).map(({ text }) => text), ...values.flatMap((value) => scalarText(value) ?? [])];
  return [...new Set(texts)].filter((text) => !/^https?:/.test(text));
}

/** Whether a row fits the filters. @param mine the person's public keys */
export function fits(row: FrameworkRow, { owner, language, publisher }: Filters, mine: ReadonlySet<string>): boolean {
  if (owner === 'none' && row.owners.length > 0) return false;
  if (owner === 'me' && !row.owners.some((key) => mine.has(key))) return false;
  if (language !== null && !row.languages.includes(language)) return false;
  return publisher === null || row.publishers.includes(publisher);
}
