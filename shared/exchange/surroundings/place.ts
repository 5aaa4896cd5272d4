import { kindOf } from '../../repository/frameworks/kinds.ts';
import { listedIn, PART_LISTS } from '../../repository/frameworks/listed.ts';
import { frameworksListing } from '../../repository/frameworks/listing.ts';
import type { ReadObject } from '../../repository/frameworks/object-reader.ts';
import { shortIdOf } from '../../repository/linked-data/references.ts';
import { inOrderOfChildren } from '../frameworks/load.ts';
import { listed, schemesOf } from '../frameworks/load-concepts.ts';
import { type Named, namedOf } from './described.ts';
import { type OwnedRelation, type RelationContext, relationsAt } from './relations.ts';

/** Frameworks that list one object, of which it is shown where it is in the first. */
const MAX_FRAMEWORKS = 5;

/** Levels of the hierarchy above an object. */
const MAX_ANCESTORS = 12;

/** Siblings and children that are named. */
const MAX_NEIGHBOURS = 100;

/** Relations that are read of one object. */
export const MAX_RELATIONS = 500;

/** Some objects, and whether there are others. */
export type Neighbours = { readonly shown: readonly Named[]; readonly hasMore: boolean };

/** Where an object is in the first framework, or concept scheme, that it belongs to. */
export type Place = {
  /** Null when it belongs to none that the caller may read. */
  readonly root: Named | null;
  /** Further frameworks that list it. */
  readonly otherRoots: readonly Named[];
  /** From the top to its parent. */
  readonly ancestors: readonly Named[];
  /** The other children of its parent; none at the top, where the outline of the root has them. */
  readonly siblings: Neighbours;
  readonly children: Neighbours;
  /** Short ids of the relations that a framework lists, and so states itself. */
  readonly stated: ReadonlySet<string>;
};

const NONE: Neighbours = { shown: [], hasMore: false };

/** The place of an object that belongs to none. */
export const NOWHERE: Place = {
  root: null,
  otherRoots: [],
  ancestors: [],
  siblings: NONE,
  children: NONE,
  stated: new Set(),
};

/**
 * The place of a competency. Reads the frameworks that list it and the relations around it, not all of a framework: the cost does not
 * grow with the number of its competencies.
 *
 * @param relations those at the competency
 */
export async function placeOfCompetency(
  ctx: RelationContext,
  id: string,
  relations: readonly OwnedRelation[],
): Promise<Place> {
  const { reader, bases } = ctx;
  const listing = await frameworksListing(reader, [id], {
    lists: PART_LISTS,
    isFramework: (object) => kindOf(object) !== null,
    bases,
    most: MAX_FRAMEWORKS,
  });
  const [first, ...others] = listing.map(({ read }) => read);
  if (first === undefined) return NOWHERE;
  const stated = new Set(listing.flatMap(({ read }) => listedIn(read.object, ['relation'], bases)));
  const memberIds = listedIn(first.object, ['competency'], bases);
  const members = new Set(memberIds);
  const inFirst = new Set(listedIn(first.object, ['relation'], bases));
  const narrowing = (all: readonly OwnedRelation[]): readonly OwnedRelation[] => {
    const own = all.filter((one) => one.type === 'narrows' && one.source !== one.target && inFirst.has(one.id));
    return own.filter(({ source, target }) => members.has(source) && members.has(target));
  };
  const childrenIn = (all: readonly OwnedRelation[], parent: string): readonly string[] =>
    inOrderOfChildren(narrowing(all), memberIds).flatMap(({ source, target }) => (target === parent ? [source] : []));

  const ancestors: string[] = [];
  let above = narrowing(relations);
  for (let at = id; ancestors.length < MAX_ANCESTORS; ) {
    const parent = above.find(({ source }) => source === at)?.target;
    if (parent === undefined || parent === id || ancestors.includes(parent)) break; // hierarchies may have cycles
    ancestors.unshift(parent);
    at = parent;
    above = narrowing(await relationsAt(ctx, parent, ['source'], MAX_NEIGHBOURS));
  }
  const parent = ancestors.at(-1);
  const below = parent === undefined ? [] : await relationsAt(ctx, parent, ['target'], MAX_RELATIONS);
  const siblings = parent === undefined ? [] : childrenIn(below, parent).filter((one) => one !== id);
  return {
    root: namedOf(first),
    otherRoots: others.map(namedOf),
    stated,
    ...(await named(ctx, { ancestors, siblings, children: childrenIn(relations, id) })),
  };
}

/** The place of a concept, or progression level, whose hierarchy is stored in the concepts. */
export async function placeOfConcept(ctx: RelationContext, { object, shortId }: ReadObject): Promise<Place> {
  const { reader, bases } = ctx;
  const schemes = schemesOf(object).map((id) => shortIdOf(id, bases));
  const roots = await reader.readMany(schemes.slice(0, MAX_FRAMEWORKS));
  const [root = null, ...otherRoots] = [...roots.values()].map(namedOf);
  const ancestors: string[] = [];
  let [parent] = listed(object, 'broader', bases);
  let siblings: readonly string[] = [];
  while (parent !== undefined && ancestors.length < MAX_ANCESTORS) {
    if (parent === shortId || ancestors.includes(parent)) break;
    const read = (await reader.readMany([parent])).get(parent);
    if (ancestors.length === 0) siblings = listed(read?.object, 'narrower', bases).filter((one) => one !== shortId);
    ancestors.unshift(parent);
    [parent] = listed(read?.object, 'broader', bases);
  }
  const parts = await named(ctx, { ancestors, siblings, children: listed(object, 'narrower', bases) });
  return { root, otherRoots, stated: new Set(), ...parts };
}

type Ids = Readonly<Record<'ancestors' | 'siblings' | 'children', readonly string[]>>;

async function named({ reader }: RelationContext, ids: Ids): Promise<Pick<Place, keyof Ids>> {
  const first = (all: readonly string[]): readonly string[] => all.slice(0, MAX_NEIGHBOURS);
  const found = await reader.readMany([...ids.ancestors, ...first(ids.siblings), ...first(ids.children)]);
  const namesOf = (all: readonly string[]): readonly Named[] =>
    all.flatMap((id) => {
      const read = found.get(id);
      return read === undefined ? [] : [namedOf(read)];
    });
  const neighbours = (all: readonly string[]): Neighbours => ({
    shown: namesOf(first(all)),
    hasMore: all.length > MAX_NEIGHBOURS,
  });
  return {
    ancestors: namesOf(ids.ancestors),
    siblings: neighbours(ids.siblings),
    children: neighbours(ids.children),
  };
}
