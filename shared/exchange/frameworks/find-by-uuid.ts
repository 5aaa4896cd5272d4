import type { Caller } from '../../repository/access/caller.ts';
import { isRoot, kindOf } from '../../repository/frameworks/kinds.ts';
import {
  createObjectReader,
  type ObjectSearch,
  type ReadContext,
  type ReadObject,
} from '../../repository/frameworks/object-reader.ts';
import { beginningOf, isUuid, partsBeginning, uuidOf } from '../../repository/linked-data/uuids.ts';
import { queriesFor } from '../../repository/search/phrase-queries.ts';
import { UUID_PATH } from '../../repository/search/search-copy.ts';
import { knownUuids } from './identifiers.ts';

/** Where objects have the UUIDs that they came with, and those that are derived from their ids. */
const PATHS = ['schema:identifier', 'identifier', 'ceterms:ctid', UUID_PATH];

/** Objects that are read at once. */
const PAGE_SIZE = 50;

/** Objects that are read for one query: more of them only mention a UUID. */
const MAX_READ = 1000;

/**
 * The objects that these UUIDs name, as the caller may see them, by the UUID in lower case: by their identifiers, or else by UUIDs that
 * are derived from their ids. Where several objects have one identifier, the one that was stored first.
 */
export async function findByUuids(
  ctx: ReadContext,
  uuids: readonly string[],
  caller: Caller,
): Promise<ReadonlyMap<string, ReadObject>> {
  const wanted = new Set(uuids.map((uuid) => uuid.toLowerCase()));
  const named = new Map<string, ReadObject>();
  const derived = new Map<string, ReadObject>();
  for (const query of queriesFor(PATHS, [...wanted])) {
    for await (const read of found(ctx, { query, types: null }, caller)) {
      for (const uuid of knownUuids(read.object, read.shortId)) if (wanted.has(uuid)) addFirst(named, uuid, read);
      const own = uuidOf(read.shortId);
      if (wanted.has(own)) addFirst(derived, own, read);
      if (named.size === wanted.size) break;
    }
  }
  return new Map([...derived, ...named]);
}

function addFirst(all: Map<string, ReadObject>, uuid: string, read: ReadObject): void {
  if (!all.has(uuid)) all.set(uuid, read);
}

/** The ids of the frameworks and concept schemes of which a UUID may name a part that is not stored. */
export async function rootsOfPart(ctx: ReadContext, uuid: string, caller: Caller): Promise<readonly string[]> {
  const beginning = isUuid(uuid) ? beginningOf(uuid) : null;
  if (beginning === null) return [];
  const ids: string[] = [];
  const types = '*framework,*conceptscheme';
  for (const query of queriesFor([UUID_PATH], [beginning])) {
    for await (const { object, shortId } of found(ctx, { query, types }, caller)) {
      const kind = kindOf(object);
      if (kind !== null && isRoot(kind) && partsBeginning(shortId) === beginning) ids.push(shortId);
    }
  }
  return ids;
}

async function* found(
  ctx: ReadContext,
  wanted: Pick<ObjectSearch, 'query' | 'types'>,
  caller: Caller,
): AsyncGenerator<ReadObject> {
  const reader = createObjectReader(ctx, caller);
  let count = 0;
  for await (const page of reader.search({ ...wanted, page: PAGE_SIZE })) {
    yield* reader.readVersions(page);
    count += page.length;
    if (count >= MAX_READ) return;
  }
}
