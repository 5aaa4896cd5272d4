import { chunks } from '../../base/concurrency/chunks.ts';
import { nextTask } from '../../base/concurrency/slices.ts';
import { Problem } from '../../base/errors/problem.ts';
import { isAdmin, keysFor } from '../../repository/access/caller.ts';
import { parseEncryptedValue } from '../../repository/access/encrypted-value.ts';
import { isEncryptedValue } from '../../repository/access/kbac-types.ts';
import { visiblePart } from '../../repository/access/read-filter.ts';
import { isObject, type JsonObject, parseJson } from '../../repository/linked-data/json.ts';
import { headsOf } from '../../repository/objects/heads-of.ts';
import { present } from '../../repository/objects/present.ts';
import { type SearchAll, searchAll, searchAllStates } from '../../repository/objects/search.ts';
import { storedObject, wholeVersions } from '../../repository/objects/stored-versions.ts';
import { parseIndexHint } from '../../repository/search/type-key-filter.ts';
import type { HeadState, SearchCaller, StoredVersion } from '../../repository/store/object-store.ts';
import type { LoadContext } from './context.ts';
import type { ProfileRights } from './rights.ts';

/** An object as the caller may see it, decrypted if an acting key does it. */
export type ReadObject = { readonly shortId: string; readonly object: JsonObject };

/** Length of all objects that are read for one part of a profile, in UTF-16 units. */
const MAX_TOTAL_LENGTH = 1 << 28;
const TOO_LONG = 'The objects that this profile is made of are too long altogether.';

const NAMES_PER_CALL = 500;

/** A search for all objects that a query finds. */
export type ObjectSearch = Pick<SearchAll, 'query' | 'caller' | 'page'> & {
  /** Index hint (specification: Search request parameters). */
  readonly types: string;
};

/** Every current object that a query finds, page by page, by `@id`. */
export async function* findObjects(ctx: LoadContext, search: ObjectSearch): AsyncGenerator<readonly StoredVersion[]> {
  for await (const page of searchAll(ctx, byId(search))) yield* wholeVersions(ctx.store, page);
}

/** {@link findObjects} without reading the texts. */
export function findStates(ctx: LoadContext, search: ObjectSearch): AsyncGenerator<readonly HeadState[]> {
  return searchAllStates(ctx, byId(search));
}

function byId({ types, ...search }: ObjectSearch): SearchAll {
  return { ...search, types: parseIndexHint(types), sort: [{ path: '@id', order: 'asc', missing: 'last' }] };
}

/** The caller of searches for objects that the ordinary read rules apply to. */
export function searcher({ caller }: ProfileRights): SearchCaller {
  return { admin: isAdmin(caller, null), keys: [...keysFor(caller, null)] };
}

/** The current objects with these names (short ids or aliases), by name. Leaves out what the caller may not read. */
export async function readMany(
  ctx: LoadContext,
  names: Iterable<string>,
  rights: ProfileRights,
): Promise<ReadonlyMap<string, ReadObject>> {
  const found = new Map<string, ReadObject>();
  for await (const chunk of readChunks(ctx, names, rights)) for (const [name, object] of chunk) found.set(name, object);
  return found;
}

/** {@link readMany} in chunks, between which other work of this thread runs. */
export async function* readChunks(
  ctx: LoadContext,
  names: Iterable<string>,
  rights: ProfileRights,
): AsyncGenerator<readonly (readonly [string, ReadObject])[]> {
  let totalLength = 0;
  for (const [index, chunk] of chunks([...new Set(names)], NAMES_PER_CALL).entries()) {
    if (index > 0) await nextTask();
    const heads = await headsOf(ctx, chunk);
    const found = chunk.flatMap((name, position) => {
      const head = heads[position] ?? null;
      return head === null || head.deleted ? [] : [{ ...head, name }];
    });
    for await (const some of wholeVersions(ctx.store, found)) {
      totalLength += some.reduce((sum, { text }) => sum + text.length, 0);
      if (totalLength > MAX_TOTAL_LENGTH) throw new Problem('profile-too-large', TOO_LONG);
      const objects = await Promise.all(some.map((stored) => readStored(ctx, stored, rights)));
      yield some.flatMap(({ name }, position) => {
        const object = objects[position] ?? null;
        return object === null ? [] : [[name, object] as const];
      });
    }
  }
}

/**
 * A stored object as the caller may see it (specification: Authentication 5). An EncryptedValue that no acting key decrypts
 * stays as it is.
 *
 * @returns null when the caller may not read it
 * @throws Problem `overloaded` (503)
 */
export async function readStored(
  ctx: LoadContext,
  stored: StoredVersion,
  rights: ProfileRights,
): Promise<ReadObject | null> {
  const presented = present(ctx, stored, rights.caller);
  if (presented === null) return null;
  await ctx.count(presented.text.length);
  const { shortId, key } = stored;
  const object = storedObject({ key, text: presented.text });
  if (!isEncryptedValue(object)) return { shortId, object };
  const text = await ctx.decryptor.decrypt(parseEncryptedValue(object, ctx.readKey), rights.acting);
  const decrypted = parseDecrypted(text);
  const visible = decrypted === null ? null : visiblePart(decrypted, rights.caller, shortId, ctx.readKey).object;
  return { shortId, object: visible ?? object };
}

/** The object in a decrypted text; null when there is none. */
export function parseDecrypted(text: string | null): JsonObject | null {
  if (text === null) return null;
  try {
    const value = parseJson(text, 'The encrypted object');
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
