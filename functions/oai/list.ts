import { addressOf } from '../../shared/repository/linked-data/names.ts';
import type { ChangePage } from '../../shared/repository/store/object-store.ts';
import { rangeOf } from './datestamps.ts';
import { OaiError } from './errors.ts';
import { type Format, formatOf } from './formats.ts';
import { datedIn, itemAt } from './item-at.ts';
import type { WriteMetadata } from './metadata.ts';
import { type Entry, entriesOf, headerOf, recordOf } from './records.ts';
import { type Given, givenOf, type OaiRequest } from './request.ts';
import { fromPosition, type Position, resumptionElement } from './resumption.ts';
import { EVERYTHING, selectionOf } from './sets.ts';
import { changesAfter, entriesIn, nextPosition, type WalkContext, type Wanted } from './walk.ts';

/** A part of a list ends with the page of changes in which it has this many entries. */
const MIN_ENTRIES: Readonly<Record<Format['prefix'], number>> = { oai_dc: 100, rdf: 100, case: 5 };

/** A part ends after this many UTF-16 units of records: functions limit how long an answer is. */
const MAX_UNITS = 1_500_000;

/** A part ends after this time, in milliseconds, when it has an entry: functions and proxies limit how long a request takes. */
const MAX_MS = 5_000;

/** A list, and where this part of it begins. */
type Plan = Wanted & {
  readonly verb: 'ListIdentifiers' | 'ListRecords';
  readonly given: Given['given'];
  /** Where the first page of changes begins. */
  readonly cursor: string;
  readonly first: ChangePage;
  /** Null at the beginning of the list. */
  readonly position: Position | null;
};

/**
 * ListIdentifiers and ListRecords: items in the order of their last changes, which the store keeps without gaps. An item that changes
 * during a harvest comes again at the end.
 *
 * @returns a part of the list in pieces, with its resumption token
 * @throws OaiError `noRecordsMatch`, `cannotDisseminateFormat`, `badArgument`, `badResumptionToken`
 */
export async function listed(
  ctx: WalkContext,
  request: OaiRequest,
  write: WriteMetadata,
): Promise<AsyncGenerator<string>> {
  const { given, position } = givenOf(request);
  const plan = await fromPosition(position, () => planOf(ctx, request, given, position));
  const pieces = partOf(ctx, plan, write);
  const first = await pieces.next();
  if (first.done) throw noRecordsMatch();
  return follow(first.value, pieces);
}

async function planOf(
  ctx: WalkContext,
  { verb }: OaiRequest,
  given: Given['given'],
  position: Position | null,
): Promise<Plan> {
  const range = rangeOf(given.from ?? null, given.until ?? null);
  const format = formatOf(ctx.config, given.metadataPrefix);
  const selection = await selectionOf(ctx, given.set ?? null);
  if (selection === null) throw noRecordsMatch();
  const cursor = position?.next ?? (await ctx.store.changesSince(range.from ?? 0));
  const first = await changesAfter(ctx, cursor, 'usual');
  const isOfRecords = verb === 'ListRecords';
  return {
    verb: isOfRecords ? 'ListRecords' : 'ListIdentifiers',
    given,
    format,
    range,
    selection,
    isWhole: isOfRecords && format.prefix === 'oai_dc',
    cursor,
    first,
    position,
  };
}

function noRecordsMatch(): OaiError {
  return new OaiError('noRecordsMatch', 'There is nothing of this kind in this time.');
}

/**
 * The pieces of a part, and at its end the resumption token; none at all when the list has no entries. A part must have an entry: where
 * nothing follows the part before, or not within {@link MAX_MS}, the last entry of that comes again.
 */
async function* partOf(ctx: WalkContext, plan: Plan, write: WriteMetadata): AsyncGenerator<string> {
  const { verb, given, format, position } = plan;
  const delivered = position?.delivered ?? 0;
  const part: Part = { count: 0, units: 0, last: position?.last ?? null, deadline: ctx.now() + MAX_MS };
  const token = (next: Pick<Position, 'next' | 'isWithin'> | null): string => {
    const { count, last } = part;
    const following = { verb, arguments: given, delivered: delivered + count, ...(last !== null && { last }) };
    return resumptionElement(next && { ...following, ...next }, delivered);
  };
  let { cursor, first: page } = plan;
  for (let behind = position?.isWithin ? part.last : null; ; behind = null) {
    const isWithin = yield* writtenPage(ctx, plan, entriesBehind(ctx, plan, page, behind), part, write);
    if (isWithin) return yield token({ next: cursor, isWithin });
    const isLate = ctx.now() > part.deadline && part.last !== null;
    if (!page.more || part.count >= MIN_ENTRIES[format.prefix] || isLate) break;
    cursor = page.next;
    page = await changesAfter(ctx, cursor, part.count === 0 ? 'empty' : 'usual');
  }
  if (part.last === null) return;
  if (part.count === 0) yield* await repeated(ctx, plan, part.last, write);
  const next = await nextPosition(ctx, plan, page, part.deadline);
  yield token(next === null ? null : { next });
}

/** What a part has so far. */
type Part = { count: number; units: number; last: string | null; readonly deadline: number };

/** The pieces of these entries. @returns true when the part is full before the last of them */
async function* writtenPage(
  ctx: WalkContext,
  plan: Plan,
  entries: AsyncIterable<Entry>,
  part: Part,
  write: WriteMetadata,
): AsyncGenerator<string, boolean> {
  for await (const entry of entries) {
    if (part.count > 0 && (part.units > MAX_UNITS || ctx.now() > part.deadline)) return true;
    const pieces = await entryPieces(ctx, plan, entry, write);
    if (pieces === null) continue;
    for await (const piece of pieces) {
      part.units += piece.length;
      yield piece;
    }
    part.count++;
    part.last = addressOf(entry.item.shortId, ctx.config.bases);
  }
  return false;
}

/** The entries of a page of changes, or those behind one of them; all of them if that has changed, and so is elsewhere. */
async function* entriesBehind(
  ctx: WalkContext,
  plan: Plan,
  page: ChangePage,
  identifier: string | null,
): AsyncGenerator<Entry> {
  const { bases } = ctx.config;
  const isIt = ({ item }: Entry): boolean => addressOf(item.shortId, bases) === identifier;
  let isBehind = identifier === null || !(await has(entriesIn(ctx, plan, page), isIt));
  for await (const entry of entriesIn(ctx, plan, page)) {
    if (isBehind) yield entry;
    else isBehind = isIt(entry);
  }
}

async function has<T>(items: AsyncIterable<T>, isIt: (item: T) => boolean): Promise<boolean> {
  for await (const item of items) if (isIt(item)) return true;
  return false;
}

/** An entry as it is now. @throws OaiError `noRecordsMatch` if its object is permanently deleted */
async function repeated(
  ctx: WalkContext,
  plan: Plan,
  identifier: string,
  write: WriteMetadata,
): Promise<AsyncIterable<string> | readonly string[]> {
  const item = await itemAt(ctx, identifier).catch((error: unknown) => {
    throw error instanceof OaiError ? noRecordsMatch() : error;
  });
  const [entry] = await entriesOf(ctx, [await datedIn(plan.format, ctx, item)], EVERYTHING, plan.isWhole);
  const pieces = entry === undefined ? null : await entryPieces(ctx, plan, entry, write);
  if (pieces === null) throw noRecordsMatch();
  return pieces;
}

/** An entry in pieces; null for a record without metadata in the format. */
async function entryPieces(
  { config }: WalkContext,
  { verb, format }: Plan,
  entry: Entry,
  write: WriteMetadata,
): Promise<AsyncIterable<string> | readonly string[] | null> {
  if (verb === 'ListIdentifiers') return [`${headerOf(entry, config.bases)}\n`];
  return recordOf(entry, format.prefix, write, config.bases);
}

async function* follow(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
