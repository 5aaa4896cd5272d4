import type { Caller } from '../../repository/access/caller.ts';
import { isScheme, type NodeKind } from '../../repository/frameworks/kinds.ts';
import { listedIn } from '../../repository/frameworks/listed.ts';
import type { ReadContext, ReadObject } from '../../repository/frameworks/object-reader.ts';
import { shortIdOf } from '../../repository/linked-data/references.ts';
import { hierarchyOf } from '../frameworks/hierarchy.ts';
import { inOrderOfChildren, loadFramework } from '../frameworks/load.ts';
import type { FrameworkRelation } from '../frameworks/model.ts';
import { relationOf } from '../frameworks/stored.ts';
import { type Named, namedOf } from './described.ts';
import type { RelationContext } from './relations.ts';

/** Rows of one part of an outline. */
const PART_SIZE = 500;

/** One row of an outline. */
export type OutlineRow = Named & {
  /** 0 at the top. */
  readonly depth: number;
  /** An ancestor of the first row of a part, which is itself in an earlier part. */
  readonly isRepeated: boolean;
};

/** One part of the outline of a framework, in the order in which it is read. */
export type OutlinePart = {
  readonly rows: readonly OutlineRow[];
  /** Number of this part, from 1. */
  readonly part: number;
  readonly parts: number;
  /** Members of the framework. */
  readonly total: number;
};

/** A member in the order of reading, with its parent there. */
type Place = { readonly id: string; readonly depth: number; readonly parent: number | null };

/**
 * A part of the outline of a framework, collection, concept scheme or progression model. Of a framework, all relations are read, and the
 * competencies of the part.
 *
 * @param part number of the part; one that does not exist is the last
 * @throws Problem `answer-too-large` (413)
 */
export async function outlineOf(
  ctx: ReadContext & RelationContext,
  { root, kind, part }: { readonly root: ReadObject; readonly kind: NodeKind; readonly part: number },
  caller: Caller,
): Promise<OutlinePart> {
  const places = inReadingOrder(await structureOf(ctx, root, kind, caller));
  const parts = Math.max(1, Math.ceil(places.length / PART_SIZE));
  const number = Math.min(Math.max(1, part), parts);
  const rows = places.slice((number - 1) * PART_SIZE, number * PART_SIZE);
  const repeated: Place[] = [];
  let above = rows[0]?.parent ?? null;
  while (above !== null) {
    const place = places[above];
    if (place === undefined) break;
    repeated.unshift(place);
    above = place.parent;
  }
  const found = await ctx.reader.readMany([...repeated, ...rows].map(({ id }) => id));
  const rowOf = ({ id, depth }: Place, isRepeated: boolean): readonly OutlineRow[] => {
    const read = found.get(id);
    return read === undefined ? [] : [{ ...namedOf(read), depth, isRepeated }];
  };
  return {
    rows: [...repeated.flatMap((place) => rowOf(place, true)), ...rows.flatMap((place) => rowOf(place, false))],
    part: number,
    parts,
    total: places.length,
  };
}

type Structure = {
  readonly memberIds: readonly string[];
  readonly relations: readonly Pick<FrameworkRelation, 'type' | 'source' | 'target'>[];
};

async function structureOf(
  ctx: ReadContext & RelationContext,
  { object, shortId }: ReadObject,
  kind: NodeKind,
  caller: Caller,
): Promise<Structure> {
  if (isScheme(kind)) return (await loadFramework(ctx, shortId, caller)) ?? { memberIds: [], relations: [] };
  const { reader, bases } = ctx;
  const memberIds = listedIn(object, ['competency'], bases);
  const relations: FrameworkRelation[] = [];
  for await (const [, read] of reader.readEach(listedIn(object, ['relation'], bases))) {
    const relation = relationOf(read.object, read.shortId, read.modified, (id) => shortIdOf(id, bases));
    if (relation?.type !== 'narrows') continue;
    relations.push(relation);
  }
  return { memberIds, relations: inOrderOfChildren(relations, memberIds) };
}

/** Each member once, after its first parent. */
function inReadingOrder(structure: Structure): readonly Place[] {
  const { tops, children } = hierarchyOf(structure);
  const places: Place[] = [];
  const seen = new Set<string>();
  const pending: Place[] = tops.map((id) => ({ id, depth: 0, parent: null })).reverse();
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    if (seen.has(place.id)) continue;
    seen.add(place.id);
    const position = places.length;
    places.push(place);
    const { depth } = place;
    for (const id of [...children(place.id)].reverse()) pending.push({ id, depth: depth + 1, parent: position });
  }
  return places;
}
