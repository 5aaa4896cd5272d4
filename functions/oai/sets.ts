import { md5Hex } from '../../shared/base/crypto/md5.ts';
import { schemesOf } from '../../shared/exchange/frameworks/load-concepts.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import { isRoot, isScheme, type NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import { listedIn } from '../../shared/repository/frameworks/listed.ts';
import { createObjectReader, type ReadContext } from '../../shared/repository/frameworks/object-reader.ts';
import { guidOf } from '../../shared/repository/linked-data/identifiers.ts';
import { shortIdOf } from '../../shared/repository/linked-data/references.ts';
import { type Item, publicKind, publicKindBefore } from './items.ts';
import { publicListings } from './listing.ts';

/** The sets by type, and those that contain the sets of single roots (OAI-PMH 2.0, 2.6). */
export const FIXED_SETS: readonly { readonly spec: string; readonly name: string }[] = [
  { spec: 'frameworks', name: 'Frameworks' },
  { spec: 'competencies', name: 'Competencies' },
  { spec: 'concept-schemes', name: 'Concept schemes and progression models' },
  { spec: 'concepts', name: 'Concepts and progression levels' },
  { spec: 'framework', name: 'Frameworks, each with its competencies' },
  { spec: 'scheme', name: 'Concept schemes, each with its concepts' },
];

const SET_OF_KIND: Readonly<Record<NodeKind, string>> = {
  framework: 'frameworks',
  collection: 'frameworks',
  competency: 'competencies',
  conceptScheme: 'concept-schemes',
  progressionModel: 'concept-schemes',
  concept: 'concepts',
  progressionLevel: 'concepts',
};

/** The set of one framework or concept scheme: its GUID, or the MD5 of its id where another object could have that GUID too. */
function setOfRoot(kind: 'framework' | 'scheme', shortId: string, bases: readonly string[]): string {
  const guid = guidOf(shortId);
  const isOwn = bases.some((base) => shortId.startsWith(base)) && /^[\w\-.!~*'()]{1,200}$/.test(guid);
  return `${kind}:${isOwn ? guid : md5Hex(shortId)}`;
}

/** The set of a root by its kind. */
export function setOfKind(kind: NodeKind, shortId: string, bases: readonly string[]): string {
  return setOfRoot(isScheme(kind) ? 'scheme' : 'framework', shortId, bases);
}

/** What an item belongs to. */
export type Membership = {
  /** The ids of its frameworks or concept schemes; of these themselves, none. */
  readonly roots: readonly string[];
  readonly sets: readonly string[];
};

/**
 * The frameworks, concept schemes and sets that items belong to. Of a deleted item only its type is known, and of a deleted root its own
 * set.
 */
export async function membershipsOf(ctx: ReadContext, items: readonly Item[]): Promise<(item: Item) => Membership> {
  const { bases } = ctx.config;
  const listing = new Map<string, string[]>();
  const listed = items.filter(({ kind, read }) => kind === 'competency' && read !== null).map(({ shortId }) => shortId);
  for await (const { read, lists } of publicListings(ctx, listed, ['competency'])) {
    for (const id of lists) listing.set(id, [...(listing.get(id) ?? []), read.shortId]);
  }
  const isConcept = ({ kind }: Item): boolean => kind === 'concept' || kind === 'progressionLevel';
  const schemesNamedBy = ({ read }: Item): readonly string[] =>
    read === null ? [] : [...new Set(schemesOf(read.object).map((id) => shortIdOf(id, bases)))];
  const schemes = await publicSchemes(ctx, items.filter(isConcept).flatMap(schemesNamedBy));
  return (item) => {
    const { shortId, kind } = item;
    const ofType = SET_OF_KIND[kind];
    if (isRoot(kind)) return { roots: [], sets: [ofType, setOfKind(kind, shortId, bases)] };
    const family = familyOf(kind);
    const roots = isConcept(item) ? schemesNamedBy(item).filter((id) => schemes.has(id)) : (listing.get(shortId) ?? []);
    return { roots, sets: [ofType, ...roots.map((root) => setOfRoot(family, root, bases))] };
  };
}

/** Those of these ids that are public concept schemes. */
async function publicSchemes(ctx: ReadContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const [id, read] of createObjectReader(ctx, ANONYMOUS).readEach(new Set(ids))) {
    const kind = publicKind(read);
    if (kind !== null && isScheme(kind)) found.add(id);
  }
  return found;
}

/** Which items a list has. */
export type Selection = {
  /** Leaves out most of the others before their memberships are looked up. */
  readonly mayHave: (item: Item) => boolean;
  /** Null: it has all that it may have. */
  readonly has: ((item: Item, sets: readonly string[]) => boolean) | null;
};

/** All items. */
export const EVERYTHING: Selection = { mayHave: () => true, has: null };

/**
 * The items of a set; null for a set that does not exist. A deleted competency or concept is reported to the sets of all frameworks or
 * concept schemes, as it is not known which it was in: harvesters ignore the end of what they do not have.
 *
 * @param spec null: all items
 */
export async function selectionOf(ctx: ReadContext, spec: string | null): Promise<Selection | null> {
  if (spec === null) return EVERYTHING;
  const [family = '', name] = spec.split(':');
  if (family !== 'framework' && family !== 'scheme') {
    const isType = name === undefined && FIXED_SETS.some((set) => set.spec === spec);
    return isType ? { ...EVERYTHING, mayHave: ({ kind }) => SET_OF_KIND[kind] === spec } : null;
  }
  const isFamily = ({ kind }: Item): boolean => familyOf(kind) === family;
  const isDeletedPart = ({ kind, read }: Item): boolean => read === null && !isRoot(kind);
  if (name === undefined) {
    const has = (item: Item, sets: readonly string[]): boolean => isDeletedPart(item) || sets.length > 1; // one is its type
    return { mayHave: isFamily, has };
  }
  const members = await membersOf(ctx, spec, name);
  if (members === null) return null;
  return {
    mayHave: (item) => isFamily(item) && (members === 'unknown' || item.read === null || members.has(item.shortId)),
    has: (item, sets) => isDeletedPart(item) || sets.includes(spec),
  };
}

function familyOf(kind: NodeKind): 'framework' | 'scheme' {
  return isScheme(kind) || kind === 'concept' || kind === 'progressionLevel' ? 'scheme' : 'framework';
}

/** The ids of a set with the root itself; `unknown` where its parts name the root. Null where no root is or was public. */
async function membersOf(
  ctx: ReadContext,
  spec: string,
  name: string,
): Promise<ReadonlySet<string> | 'unknown' | null> {
  const { bases } = ctx.config;
  const [head = null] = await ctx.store.heads([name]);
  if (head === null) return null;
  let kind = await publicKindBefore(ctx, head);
  const ids = [head.shortId];
  for await (const read of createObjectReader(ctx, ANONYMOUS).readVersions(head.deleted ? [] : [head])) {
    kind = publicKind(read) ?? kind;
    ids.push(...listedIn(read.object, ['competency'], bases));
  }
  if (kind === null || !isRoot(kind) || setOfKind(kind, head.shortId, bases) !== spec) return null;
  return isScheme(kind) ? 'unknown' : new Set(ids);
}
