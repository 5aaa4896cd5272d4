import type { Caller } from '../../repository/access/caller.ts';
import type { Context } from '../../repository/context.ts';
import { isRoot, kindOf } from '../../repository/frameworks/kinds.ts';
import { createObjectReader, type ReadContext, type ReadObject } from '../../repository/frameworks/object-reader.ts';
import { type Described, describedOf, type Named, namedOf } from './described.ts';
import { levelsOf } from './levels.ts';
import { type OutlinePart, outlineOf } from './outline.ts';
import { namesOfKeys, type Owner, ownersOf } from './owners.ts';
import { MAX_RELATIONS, NOWHERE, type Place, placeOfCompetency, placeOfConcept } from './place.ts';
import { type OwnedRelation, relationsAt } from './relations.ts';

/** Relations that are named, apart from the hierarchy. */
const MAX_NAMED = 100;

/** A relation of an object, seen from it. */
export type RelationTo = {
  readonly type: string;
  /** Whether the object is the source. */
  readonly isOutgoing: boolean;
  /** The other end: its id alone when it is not stored here, or the caller may not read it. */
  readonly other: Named;
  readonly isStored: boolean;
  /** Who says so, when no framework of the object does, and none of its owners. */
  readonly statedBy: Owner | null;
};

/** What a reader wants to know about an object besides the object itself, as one caller may see it. */
export type Surroundings = {
  readonly described: Described;
  readonly owners: readonly Owner[];
  readonly place: Place;
  readonly relations: readonly RelationTo[];
  /** Whether there are relations that are not named. */
  readonly hasMoreRelations: boolean;
  readonly levels: readonly Described[];
  /** Null for objects that are not roots. */
  readonly outline: OutlinePart | null;
};

/**
 * Reads what is around an object. No part of it grows without limit with what is stored.
 *
 * @param object as the caller may see it
 * @param part of the outline, from 1
 * @throws Problem `answer-too-large` (413), `overloaded`, `search-timeout`, `store-unavailable` (503)
 */
export async function surroundingsOf(
  ctx: ReadContext & Pick<Context, 'readKey'>,
  read: ReadObject,
  caller: Caller,
  part: number,
): Promise<Surroundings> {
  const { bases } = ctx.config;
  const reader = createObjectReader(ctx, caller);
  const reading = { ...ctx, reader, bases };
  const { object, shortId } = read;
  const kind = kindOf(object);
  const isPart = kind !== null && !isRoot(kind);
  const around = isPart ? await relationsAt(reading, shortId, ['source', 'target'], MAX_RELATIONS) : [];
  const place =
    kind === 'competency'
      ? await placeOfCompetency(reading, shortId, around)
      : isPart
        ? await placeOfConcept(reading, read)
        : NOWHERE;
  const levels = kind === 'competency' ? await levelsOf(reader, shortId, bases) : [];
  const outline = kind !== null && isRoot(kind) ? await outlineOf(reading, { root: read, kind, part }, caller) : null;
  const owners = ownersOf(object, ctx.readKey);
  const known = new Set([place.root, ...place.ancestors, ...place.children.shown].flatMap((one) => one?.id ?? []));
  const others = around.filter((one) => {
    if (one.type !== 'narrows' || !place.stated.has(one.id)) return true;
    return !known.has(one.source === shortId ? one.target : one.source) && !place.children.hasMore;
  });
  const shown = others.slice(0, MAX_NAMED);
  const speakers = shown.flatMap((one) => strangerOf(one, place, owners) || []);
  const names = await namesOfKeys(reader, [...new Set([...owners, ...speakers])], ctx.readKey);
  const ends = await reader.readMany(shown.map((one) => (one.source === shortId ? one.target : one.source)));
  return {
    described: describedOf(read),
    owners: owners.map((fingerprint) => ({ fingerprint, name: names.get(fingerprint) ?? null })),
    place,
    levels,
    outline,
    hasMoreRelations: others.length > shown.length,
    relations: shown.map((one) => {
      const isOutgoing = one.source === shortId;
      const id = isOutgoing ? one.target : one.source;
      const end = ends.get(id);
      const stranger = strangerOf(one, place, owners);
      return {
        type: one.type,
        isOutgoing,
        other: end === undefined ? { id, kind: null, name: [], notation: null } : namedOf(end),
        isStored: end !== undefined,
        statedBy: stranger === null ? null : { fingerprint: stranger, name: names.get(stranger) ?? null },
      };
    }),
  };
}

/** Who states a relation that neither a framework of the object lists nor its owners own: empty for a relation without owners. */
function strangerOf({ id, owners }: OwnedRelation, place: Place, ofObject: readonly string[]): string | null {
  if (place.stated.has(id) || owners.some((owner) => ofObject.includes(owner))) return null;
  return owners[0] ?? '';
}
