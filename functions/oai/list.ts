import type { Context } from '../../shared/repository/context.ts';
import type { ReadContext } from '../../shared/repository/frameworks/object-reader.ts';
import type { ChangePage } from '../../shared/repository/store/object-store.ts';
import { isIn, type Range, rangeOf } from './datestamps.ts';
import { OaiError } from './errors.ts';
import { type Format, formatsOf } from './formats.ts';
import { type Item, itemsOf } from './items.ts';
import type { WriteMetadata } from './metadata.ts';
import { packageItems } from './packages.ts';
import { type Entry, entriesOf, headerOf, recordOf } from './records.ts';
import { type Given, givenOf, type OaiRequest } from './request.ts';
import { fromPosition, type Position, resumptionElement } from './resumption.ts';
import { type Selection, selectionOf } from './sets.ts';

/** Changes that are read at a time. */
const CHANGES_AT_ONCE = 200;

/** A list ends with the page of changes in which it has this many entries. */
const MIN_ENTRIES: Readonly<Record<Format['prefix'], number>> = { oai_dc: 100, rdf: 100, case: 5 };

/** A list with entries ends after this time: functions and proxies limit how long a request takes. */
const MAX_MS = 5_000;

type ListContext = ReadContext & Pick<Context, 'store' | 'config' | 'now'>;

/** What a list has, and where it begins. */
type Plan = {
  readonly verb: 'ListIdentifiers' | 'ListRecords';
  readonly given: Given['given'];
  readonly format: Format;
  readonly range: Range;
  readonly selection: Selection;
  readonly first: ChangePage;
  readonly delivered: number;
};

/**
 * ListIdentifiers and ListRecords: items in the order of their last changes, which the store keeps without gaps. An item that changes
 * during a harvest comes again at the end. A request reads on until it has some entries, as an incomplete list must have one.
 *
 * @returns the list in pieces, with its resumption token
 * @throws OaiError `noRecordsMatch`, `cannotDisseminateFormat`, `badArgument`, `badResumptionToken`
 */
export async function listed(
  ctx: ListContext,
  request: OaiRequest,
  write: WriteMetadata,
): Promise<AsyncGenerator<string>> {
  const { given, position } = givenOf(request);
  const plan = await fromPosition(position, () => planOf(ctx, request, given, position));
  const pieces = entries(ctx, plan, write);
  const first = await pieces.next();
  if (first.done) throw noRecordsMatch();
  return follow(first.value, pieces);
}

async function planOf(
  ctx: ListContext,
  { verb }: OaiRequest,
  given: Given['given'],
  position: Position | null,
): Promise<Plan> {
  const range = rangeOf(given.from ?? null, given.until ?? null);
  const format = formatOf(ctx.config, given.metadataPrefix);
  const selection = await selectionOf(ctx, given.set ?? null);
  if (selection === null) throw noRecordsMatch();
  const cursor = position?.next ?? (await ctx.store.changesSince(range.from ?? 0));
  const first = await ctx.store.changes(cursor, CHANGES_AT_ONCE);
  const isWhole = verb === 'ListRecords';
  return {
    verb: isWhole ? 'ListRecords' : 'ListIdentifiers',
    given,
    format,
    range,
    selection,
    first,
    delivered: position?.delivered ?? 0,
  };
}

/** @throws OaiError `cannotDisseminateFormat` */
export function formatOf(config: Parameters<typeof formatsOf>[0], prefix: string | undefined): Format {
  const format = formatsOf(config).find((one) => one.prefix === prefix);
  if (format === undefined) throw new OaiError('cannotDisseminateFormat', 'ListMetadataFormats has the formats.');
  return format;
}

function noRecordsMatch(): OaiError {
  return new OaiError('noRecordsMatch', 'There is nothing of this kind in this time.');
}

/** The pieces of the entries, and at the end the resumption token; none at all when there are no entries. */
async function* entries(ctx: ListContext, plan: Plan, write: WriteMetadata): AsyncGenerator<string> {
  const { verb, given, format, delivered } = plan;
  const end = ctx.now() + MAX_MS;
  let count = 0;
  let page = plan.first;
  for (;;) {
    for await (const entry of entriesIn(ctx, plan, page)) {
      const written = await writtenEntry(ctx, plan, entry, write);
      if (written === null) continue;
      count++;
      yield* written;
    }
    if (!page.more || count >= MIN_ENTRIES[format.prefix] || (count > 0 && ctx.now() > end)) break;
    page = await ctx.store.changes(page.next, CHANGES_AT_ONCE);
  }
  if (count === 0) return;
  const next = page.more ? { verb, arguments: given, next: page.next, delivered: delivered + count } : null;
  yield resumptionElement(next, delivered);
}

async function* entriesIn(ctx: ListContext, plan: Plan, page: ChangePage): AsyncGenerator<Entry> {
  const { verb, format, range, selection } = plan;
  const isWhole = verb === 'ListRecords' && format.prefix === 'oai_dc';
  for await (const items of itemsIn(ctx, page, format)) {
    const wanted = items.filter((item) => isIn(range, item.changed) && format.isFor(item));
    yield* await entriesOf(ctx, wanted, selection, isWhole);
  }
}

/** An entry in pieces; null for a record without metadata in the format. */
async function writtenEntry(
  { config }: ListContext,
  { verb, format }: Plan,
  entry: Entry,
  write: WriteMetadata,
): Promise<AsyncIterable<string> | readonly string[] | null> {
  if (verb === 'ListIdentifiers') return [`${headerOf(entry, config.bases)}\n`];
  return recordOf(entry, format.prefix, write, config.bases);
}

async function* itemsIn(
  ctx: ListContext,
  { objects }: ChangePage,
  { prefix }: Format,
): AsyncGenerator<readonly Item[]> {
  if (prefix !== 'case') yield await itemsOf(ctx, objects);
  else for await (const item of packageItems(ctx, objects)) yield [item];
}

async function* follow(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
