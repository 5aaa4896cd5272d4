import type { Json } from '../../../../shared/repository/linked-data/json.ts';
import { type Filters, frameworkRow, frameworksRequest, MAX_COUNT } from '../../app/framework-list.ts';
import { type FrameworkPage, openPage } from '../../app/framework-query.ts';
import { isNewest, type ListOrder } from '../../app/list-order.ts';
import { type TypedFrameworks, typedFrameworks } from '../../app/typed-frameworks.ts';
import type { Vault } from '../../outline/load.ts';
import { quoted, type SearchPage, type SearchRequest } from '../../service/search.ts';
import type { Service } from '../../service/service.ts';

/** What is asked for, instead of all frameworks, those that were changed last first. */
export type Narrowing = {
  /** As they were typed; empty: any. */
  readonly words: string;
  /** Short id of a folder; null: any. */
  readonly folder: string | null;
  readonly filters: Filters;
  readonly order: ListOrder;
};

type Place = {
  readonly service: Pick<Service, 'base' | 'search'>;
  readonly vault: Vault;
  /** The person's public keys. */
  readonly mine: readonly string[];
  readonly language: string;
};

/** Frameworks per request, if all are needed. */
const WHOLE_PAGE_SIZE = 1000;

/**
 * The first page of a narrowed list. What the service cannot sort or filter by needs all frameworks: the page then has as many as it
 * counts, sorted as people sort names.
 *
 * @throws ServiceError
 */
export async function readNarrowed(narrowing: Narrowing, place: Place, signal: AbortSignal): Promise<FrameworkPage> {
  const { words, filters, order } = narrowing;
  const { service, vault, mine } = place;
  const isWhole = !isNewest(order) || Object.values(filters).some((value) => value !== null);
  const clauses = clausesOf(narrowing, mine);
  const requestOf = (q: string): SearchRequest => ({
    ...frameworksRequest([...(q === '*' ? [] : [`(${q})`]), ...clauses].join(' AND ') || '*'),
    ...(isWhole && { size: WHOLE_PAGE_SIZE, sort: sortOf(order) }),
  });
  const found: TypedFrameworks =
    words.trim() === ''
      ? { page: await service.search(requestOf('*'), signal), own: [] }
      : await typedFrameworks(words, { ...place, hasKeys: mine.length > 0, requestOf }, signal);
  const { own } = found;
  const page = isWhole ? await readRest(found.page, signal) : found.page;
  const opened = await openPage(page, vault);
  const { total = null } = page;
  const all = {
    objects: [...own.map(({ object }) => object), ...opened.objects],
    stored: [...own.map(({ stored }) => stored), ...page.objects],
    times: [...own.map(({ time }) => time), ...(page.times ?? [])],
    total: total === null ? null : total + own.length,
    next: page.next,
    ...(found.query !== undefined && { typedQuery: found.query }),
  };
  const isCut = isWhole && page.next !== null;
  if (!isWhole || (isCut && order.by === 'name')) return { ...all, isCut };
  return { ...sorted(all, order, place), isCut };
}

/** The conditions of a search. Encrypted frameworks, which say only when they are decrypted where they are, are in all folders. */
function clausesOf({ folder, filters: { owner } }: Narrowing, mine: readonly string[]): readonly string[] {
  const keys = `(${mine.map(quoted).join(' OR ')})`;
  return [
    ...(folder === null ? [] : [`(directory:${quoted(folder)} OR encryptedType:Framework)`]),
    ...(owner === 'me' && mine.length > 0 ? [`\\*owner:${keys}`] : []),
    ...(owner === 'shared' && mine.length > 0 ? [`(\\*owner:${keys} OR \\*reader:${keys})`] : []),
  ];
}

/** The order in which the service sends them: by name, they are the first ones even if there are too many to sort here. */
function sortOf({ by, direction }: ListOrder): Json {
  return [{ [by === 'name' ? 'name.keyword' : '@time']: direction === 'ascending' ? 'asc' : 'desc' }];
}

/** A page with those that follow, up to the number that is counted. */
async function readRest(first: SearchPage, signal: AbortSignal): Promise<SearchPage> {
  const objects = [...first.objects];
  const times = [...(first.times ?? [])];
  let { next } = first;
  while (next !== null && objects.length < MAX_COUNT) {
    const page: SearchPage = await next(signal);
    objects.push(...page.objects);
    times.push(...(page.times ?? []));
    next = page.next;
  }
  return { ...first, objects, times, next };
}

function sorted(
  page: FrameworkPage,
  { by, direction }: ListOrder,
  { service: { base }, language }: Pick<Place, 'service' | 'language'>,
): FrameworkPage {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const rows = page.objects.map((object, index) => {
    const { name, competencies } = frameworkRow(object, base, language);
    return { index, name, competencies, changed: page.times?.[index] ?? 0 };
  });
  const sign = direction === 'ascending' ? 1 : -1;
  rows.sort((a, b) => {
    if (by !== 'name') return sign * (a[by] - b[by]) || a.index - b.index;
    if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null);
    return sign * compare(a.name, b.name) || a.index - b.index;
  });
  const inOrder = <Item>(list: readonly Item[]): Item[] =>
    rows.flatMap(({ index }) => {
      const item = list[index];
      return item === undefined ? [] : [item];
    });
  return {
    ...page,
    objects: inOrder(page.objects),
    stored: inOrder(page.stored ?? []),
    times: inOrder(page.times ?? []),
  };
}
