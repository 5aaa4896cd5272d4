import { isEncryptedValue } from '../../access/kbac-types.ts';
import { visiblePart } from '../../access/read-filter.ts';
import { Problem } from '../../errors/problem.ts';
import { isObject, type JsonObject, parseJson } from '../../linked-data/json.ts';
import { present } from '../../objects/present.ts';
import { namesOf } from '../../objects/reference.ts';
import { storedObject } from '../../objects/stored-object.ts';
import { wholeVersions } from '../../objects/whole-versions.ts';
import type { HeadState, StoredVersion } from '../../store/object-store.ts';
import { inSlices } from './in-parallel.ts';
import type { LoadContext } from './load-context.ts';
import type { ProfileRights } from './rights.ts';
import { type SealedPart, sealedPart } from './sealed-part.ts';
import { turn } from './turn.ts';

/** An object as the caller may see it, opened if it was encrypted and an acting key opens it. */
export type ReadObject = { readonly shortId: string; readonly object: JsonObject };

/** Length of all objects together that are read for one part of a profile, in UTF-16 units. */
const MAX_TEXTS = 1 << 28;
const TOO_LONG = 'The objects that this profile is made of are too long altogether.';

/** Names that the store is asked for at once. */
const SLICE = 500;

/**
 * The current objects that these names (short ids or aliases) lead to, by name; those that are not there or that the caller may
 * not read are left out.
 */
export async function readMany(
  ctx: LoadContext,
  names: Iterable<string>,
  rights: ProfileRights,
): Promise<ReadonlyMap<string, ReadObject>> {
  const found = new Map<string, ReadObject>();
  for await (const slice of readSlices(ctx, names, rights)) for (const [name, object] of slice) found.set(name, object);
  return found;
}

/** As {@link readMany}, some at a time, so that what is made of many thousands never holds up the thread for long. */
export async function* readSlices(
  ctx: LoadContext,
  names: Iterable<string>,
  rights: ProfileRights,
): AsyncGenerator<readonly (readonly [string, ReadObject])[]> {
  let length = 0;
  for (const [index, slice] of inSlices([...new Set(names)], SLICE).entries()) {
    if (index > 0) await turn();
    const heads = await headsOf(ctx, slice);
    const found = slice.flatMap((name, position) => {
      const head = heads[position] ?? null;
      return head === null || head.deleted ? [] : [{ ...head, name }];
    });
    for await (const some of wholeVersions(ctx.store, found)) {
      length += some.reduce((sum, { text }) => sum + text.length, 0);
      if (length > MAX_TEXTS) throw new Problem('profile-too-large', TOO_LONG);
      const objects = await Promise.all(some.map((stored) => readStored(ctx, stored, rights)));
      yield some.flatMap(({ name }, position) => {
        const object = objects[position] ?? null;
        return object === null ? [] : [[name, object] as const];
      });
    }
  }
}

/** The heads that names lead to; of ids also where they are other addresses of the object. */
async function headsOf(
  { store, config }: LoadContext,
  names: readonly string[],
): Promise<readonly (HeadState | null)[]> {
  const heads = await store.heads(names);
  const others = names.flatMap((name, at) =>
    heads[at] === null
      ? namesOf(name, config.bases)
          .slice(1)
          .map((other) => ({ at, other }))
      : [],
  );
  if (others.length === 0) return heads;
  const found = new Map<number, HeadState>();
  for (const [index, head] of (await store.heads(others.map(({ other }) => other))).entries()) {
    const at = others[index]?.at;
    if (at !== undefined && head !== null && !found.has(at)) found.set(at, head);
  }
  return heads.map((head, at) => head ?? found.get(at) ?? null);
}

/**
 * A stored object as the caller may see it (specification: Authentication 5). An EncryptedValue that the caller may read is
 * opened with the acting keys; one that none of them opens stays as it is.
 *
 * @returns null when the caller may not read it
 */
export async function readStored(
  ctx: LoadContext,
  stored: StoredVersion,
  rights: ProfileRights,
): Promise<ReadObject | null> {
  const presented = present(ctx, stored, rights.caller);
  if (presented === null) return null;
  const { shortId, key } = stored;
  const object = storedObject({ key, text: presented.text });
  if (!isEncryptedValue(object)) return { shortId, object };
  const opened = await openObject(ctx, sealedPart(object, ctx.readKey), rights);
  const seen = opened === null ? null : visiblePart(opened, rights.caller, shortId, ctx.readKey).object;
  return { shortId, object: seen ?? object };
}

/** The object inside an EncryptedValue; null when no acting key opens it, or when there is none. Asks no one's rights. */
export async function openObject(
  ctx: LoadContext,
  sealed: SealedPart,
  { acting }: Pick<ProfileRights, 'acting'>,
): Promise<JsonObject | null> {
  const text = await ctx.opener.open(sealed, acting);
  if (text === null) return null;
  try {
    const value = parseJson(text, 'The encrypted object');
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
