import { kindOf } from '../../repository/frameworks/kinds.ts';
import { listedIn } from '../../repository/frameworks/listed.ts';
import type { ObjectReader, ReadContext, ReadObject } from '../../repository/frameworks/object-reader.ts';
import { type JsonObject, member } from '../../repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../repository/linked-data/references.ts';
import { queriesFor } from '../../repository/search/phrase-queries.ts';
import type { Framework, FrameworkNode, FrameworkRelation } from './model.ts';
import { nodeOf } from './stored.ts';
import { fullName } from './vocabulary.ts';

/** Concepts that are found together. */
const PAGE_SIZE = 500;

/** What a root consists of, and the objects that were read for it. */
export type Parts = Omit<Framework, 'root'> & {
  readonly read: readonly ReadObject[];
  readonly missing: readonly string[];
};

/** The concepts that name the scheme, and those that its concepts lead to, at any depth. */
export async function loadConcepts(ctx: ReadContext, reader: ObjectReader, root: ReadObject): Promise<Parts> {
  const { bases } = ctx.config;
  const known = await conceptsNaming(ctx, reader, root.shortId);
  const memberIds = new Set<string>();
  let pending = new Set(listed(root.object, 'hasTopConcept', bases));
  for (;;) {
    // Those that nothing leads to come last.
    if (pending.size === 0) pending = new Set([...known.keys()].filter((id) => !memberIds.has(id)));
    if (pending.size === 0) break;
    for (const id of pending) memberIds.add(id);
    for (const [id, read] of await reader.readMany([...pending].filter((id) => !known.has(id)))) known.set(id, read);
    const narrower = [...pending].flatMap((id) => listed(known.get(id)?.object, 'narrower', bases));
    pending = new Set(narrower.filter((id) => !memberIds.has(id)));
  }
  const relations = hierarchyIn([...memberIds], known, bases);
  const ordered = inTreeOrder([...memberIds], relations);
  return {
    memberIds: ordered,
    members: ordered.flatMap((id): FrameworkNode[] => {
      const read = known.get(id);
      const kind = read && kindOf(read.object);
      return read && kind ? [nodeOf(read.object, read.shortId, kind, read.modified)] : [];
    }),
    relations,
    definitions: [],
    read: ordered.flatMap((id) => known.get(id) ?? []),
    missing: ordered.filter((id) => !known.has(id)),
  };
}

/** What `skos:narrower` and `skos:broader` of concepts say, in the order of the children. */
export function hierarchyIn(
  ids: readonly string[],
  known: ReadonlyMap<string, Pick<ReadObject, 'object'>>,
  bases: readonly string[],
): readonly FrameworkRelation[] {
  const relations = new Map<string, FrameworkRelation>();
  const add = (source: string, target: string): void => {
    const relation = { id: null, type: 'narrows', source, target, properties: new Map(), modified: null };
    relations.set(JSON.stringify([source, target]), relation);
  };
  for (const id of ids) for (const child of listed(known.get(id)?.object, 'narrower', bases)) add(child, id);
  for (const id of ids) for (const parent of listed(known.get(id)?.object, 'broader', bases)) add(id, parent);
  return [...relations.values()];
}

/** The ids that a member of a concept or scheme lists, by any {@link spellingsOf} its name. */
export function listed(object: JsonObject | undefined, name: string, bases: readonly string[]): readonly string[] {
  if (object === undefined) return [];
  return listedIn(object, spellingsOf(name), bases);
}

/** A name of SKOS as stored objects have it: with or without its prefix, or in full. */
export function spellingsOf(name: string): readonly string[] {
  const prefixed = `skos:${name}`;
  return [prefixed, name, fullName(prefixed) ?? prefixed];
}

/** Members in which a concept or progression level names its scheme. */
const SCHEME_MEMBERS = [
  ...spellingsOf('inScheme'),
  'ceasn:inProgressionModel',
  fullName('ceasn:inProgressionModel') ?? '',
  ...spellingsOf('topConceptOf'),
];

/** The schemes that a concept or progression level names, as it names them. */
export function schemesOf(object: JsonObject): readonly string[] {
  return SCHEME_MEMBERS.flatMap((name) => idsIn(member(object, name)));
}

/** Parents before their children, each member once. */
export function inTreeOrder(ids: readonly string[], relations: readonly FrameworkRelation[]): readonly string[] {
  const children = Map.groupBy(relations, ({ target }) => target);
  const ordered = new Set<string>();
  const pending = [...ids].reverse();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (ordered.has(id)) continue;
    ordered.add(id);
    for (const { source } of [...(children.get(id) ?? [])].reverse()) pending.push(source);
  }
  return [...ordered];
}

/** Where searches find the id of the scheme: in a reference it is a level below. */
const SCHEME_PATHS = SCHEME_MEMBERS.flatMap((name) => [name, `${name}.@id`]);

async function conceptsNaming(
  ctx: ReadContext,
  reader: ObjectReader,
  scheme: string,
): Promise<Map<string, ReadObject>> {
  const known = new Map<string, ReadObject>();
  for (const query of queriesFor(SCHEME_PATHS, [scheme])) {
    for await (const page of reader.search({ query, types: '*concept', page: PAGE_SIZE })) {
      for await (const read of reader.readVersions(page)) {
        if (namesScheme(read.object, scheme, ctx.config.bases)) known.set(read.shortId, read);
      }
    }
  }
  return known;
}

/** A search finds words; the scheme has to be named exactly. */
function namesScheme(object: JsonObject, scheme: string, bases: readonly string[]): boolean {
  return schemesOf(object).some((id) => shortIdOf(id, bases) === scheme);
}
