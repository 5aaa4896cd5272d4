import { createSlices, mapInSlices } from '../concurrency/slices.ts';
import { type Json, type JsonObject, member, setMember } from '../linked-data/json.ts';
import { uuid5, uuidOf } from '../linked-data/uuids.ts';
import { hierarchyOf } from './hierarchy.ts';
import { type Compared, compare, listAfter, type Stored, sameProperties, storedFramework } from './keep-stored.ts';
import type { Framework, FrameworkNode, FrameworkRelation, NodeKind } from './model.ts';
import { isScheme } from './model.ts';
import { sameValue, statementOf } from './same.ts';
import { kindOf, nodeOf, storedNode, storedRelation } from './stored.ts';
import { RELATION_PATH } from './vocabulary.ts';

export type { Stored };

/** What a format can express. What it cannot is kept when a framework is imported again. */
export type Carries = {
  readonly property: (kind: NodeKind, name: string) => boolean;
  /** @param isInside both ends are members */
  readonly relation: (type: string, isInside: boolean) => boolean;
  /**
   * What an export of the stored framework says when it is read again. What an import says in the same way stays as it is stored, though
   * the format may say less of it. Null: it cannot be told.
   */
  readonly echo?: (stored: Framework) => Promise<Framework | null>;
};

/** One object of an import, without owners. */
export type Planned = {
  readonly id: string;
  readonly object: JsonObject;
  readonly change: 'create' | 'change' | 'none';
};

/** What an import does. */
export type Plan = {
  /** Members, relations and definitions first, the root last: until it is written, nothing refers to the others. */
  readonly objects: readonly Planned[];
  /** Ids of relations that no longer exist. */
  readonly removed: readonly string[];
};

/**
 * Compares a framework with what is stored of it. Equal objects stay as they are; relations keep the ids that they have.
 *
 * @param base own address, which new relations get ids under
 */
export async function planImport(incoming: Framework, stored: Stored, carries: Carries, base: string): Promise<Plan> {
  const compared = await comparedWithEcho(incoming, stored, carries);
  const document = compared?.framework ?? incoming;
  const { root } = document;
  const before = new Map(compared && [compared.before.root, ...compared.before.members].map((node) => [node.id, node]));
  const merged = (node: FrameworkNode): FrameworkNode => withKept(node, stored.objects.get(node.id), carries);
  const plan = (object: JsonObject): Planned => planned(object, stored);
  const unchanged = (node: FrameworkNode): JsonObject | null => {
    const [known, object] = [before.get(node.id), stored.objects.get(node.id)];
    return known && object && sameProperties(node.properties, known.properties) ? object : null;
  };
  const planNode = (node: FrameworkNode): Planned => {
    const own = merged(node);
    const object = unchanged(own);
    return object === null ? plan(storedNode(own)) : { id: node.id, object, change: 'none' };
  };
  const knownRelations = new Map(compared?.before.relations.map((relation) => [relation.id, relation]));
  const planRelation = (relation: Identified): Planned => {
    const [known, object] = [knownRelations.get(relation.id), stored.objects.get(relation.id)];
    const isSame = known && statementOf(known) === statementOf(relation);
    if (!object || !isSame || !sameProperties(relation.properties, known.properties)) {
      return plan(storedRelation(relation));
    }
    return { id: relation.id, object, change: 'none' };
  };
  if (isScheme(root.kind)) {
    const nodes = new Map([root, ...document.members].map((node) => [node.id, node]));
    const planConcept = (object: JsonObject): Planned => {
      const node = nodes.get(String(object['@id']));
      const kept = node ? unchanged(merged(node)) : null;
      const isSame =
        kept !== null && CONCEPT_LISTS.every((name) => sameValue(member(object, name), member(kept, name)));
      return isSame ? { id: String(object['@id']), object: kept, change: 'none' } : plan(object);
    };
    return { objects: await mapInSlices(conceptObjects(document, merged), planConcept), removed: [] };
  }
  const { relations, removed } = await planRelations(document, stored, carries, base);
  const lists = {
    competency: [...document.memberIds],
    relation: relations.map(({ id }) => id),
    ...(document.definitions.length > 0 && { 'case:definition': document.definitions.map(({ id }) => id) }),
  };
  const definitions = document.definitions.map(({ id, object }) => ({ ...object, '@id': id }));
  const objects = [
    await mapInSlices(document.members, planNode),
    await mapInSlices(relations, planRelation),
    await mapInSlices(definitions, plan),
    [
      planRoot(
        planNode(root),
        merged(root),
        compared === null ? lists : listsAfter(lists, removed, compared, stored, base),
        stored,
      ),
    ],
  ];
  return { objects: objects.flat(), removed };
}

async function comparedWithEcho(incoming: Framework, stored: Stored, { echo }: Carries): Promise<Compared | null> {
  const before = echo && storedFramework(incoming, stored);
  const echoed = before && (await echo?.(before));
  return before && echoed ? compare(incoming, before, echoed) : null;
}

/** What a root lists, by the names of the members. */
type Lists = Readonly<Record<string, Json | undefined>>;

const LISTS = ['competency', 'relation', 'case:definition'] as const;

function planRoot(own: Planned, root: FrameworkNode, lists: Lists, stored: Stored): Planned {
  const before = stored.objects.get(root.id);
  if (own.change === 'none' && before && LISTS.every((name) => sameValue(lists[name], member(before, name))))
    return own;
  const object = storedNode(root);
  for (const name of LISTS) {
    const list = lists[name];
    if (list !== undefined) setMember(object, name, list);
  }
  return planned(object, stored);
}

/** The lists of a root that an import changes: what the import could not list stays in them. */
function listsAfter(
  lists: Readonly<Record<'competency' | 'relation', string[]>> & { readonly 'case:definition'?: string[] },
  removed: readonly string[],
  { before, hasSameMembers, hasSameDefinitions }: Compared,
  { objects, relations }: Stored,
  base: string,
): Lists {
  const root = objects.get(before.root.id) ?? {};
  const listed = new Set(relations.flatMap(({ id }) => id ?? []));
  const hasSameRelations = removed.length === 0 && lists.relation.every((id) => listed.has(id));
  const after = (name: string, ids: readonly string[], isSame: boolean, seen: Iterable<string>) =>
    listAfter(root, name, { ids, isSame, seen: new Set(seen), base });
  return {
    competency: after(
      'competency',
      lists.competency,
      hasSameMembers,
      before.members.map(({ id }) => id),
    ),
    relation: after('relation', lists.relation, hasSameRelations, listed),
    'case:definition': after(
      'case:definition',
      lists['case:definition'] ?? [],
      hasSameDefinitions,
      before.definitions.map(({ id }) => id),
    ),
  };
}

function planned(object: JsonObject, { objects }: Stored): Planned {
  const id = String(object['@id']);
  const before = objects.get(id);
  if (before === undefined) return { id, object, change: 'create' };
  return { id, object, change: sameContents(object, before) ? 'none' : 'change' };
}

/** A node with the stored properties that the format of the import cannot express. */
function withKept(node: FrameworkNode, before: JsonObject | undefined, carries: Carries): FrameworkNode {
  if (before === undefined || kindOf(before) === null) return node;
  const properties = new Map(node.properties);
  for (const [name, values] of nodeOf(before, node.id, node.kind, null).properties) {
    if (!properties.has(name) && (CREATED.has(name) || !carries.property(node.kind, name)))
      properties.set(name, values);
  }
  return { ...node, properties };
}

/** When an object was first stored is kept unless the import says so itself. */
const CREATED: ReadonlySet<string> = new Set(['schema:dateCreated']);

type Identified = FrameworkRelation & { readonly id: string };

/** The relations of the import with their ids, and those stored ones that it cannot express. */
async function planRelations(
  incoming: Framework,
  stored: Stored,
  carries: Carries,
  base: string,
): Promise<{ readonly relations: readonly Identified[]; readonly removed: readonly string[] }> {
  const stated = await mapInSlices(stored.relations, (relation) => [statementOf(relation), relation] as const);
  const known = new Map(stated);
  const relations = new Map<string, Identified>();
  const slices = createSlices();
  await slices.next();
  const statements = numbered(incoming);
  await slices.next();
  for (const relation of statements) {
    if (slices.over()) await slices.next();
    const statement = statementOf(relation);
    if (relations.has(statement)) continue;
    const before = known.get(statement);
    const properties = new Map([...(before?.properties ?? []), ...relation.properties]);
    if (!relation.properties.has('sequenceNumber')) properties.delete('sequenceNumber');
    // The identifier of the import survives, though the relation keeps its id.
    const [own, given] = [before?.id ?? null, relation.id].map((id) => (id === null ? null : uuidOf(id)));
    if (own && given && own !== given && !properties.has('schema:identifier'))
      properties.set('schema:identifier', [given]);
    const id = before?.id ?? relation.id ?? `${base}data/${RELATION_PATH}/${uuid5(incoming.root.id, statement)}`;
    const { source, target } = before ?? relation;
    relations.set(statement, { ...relation, source, target, id, properties });
  }
  const others = stated.flatMap(([statement, relation]) => (relations.has(statement) ? [] : [relation]));
  const members = new Set(incoming.memberIds);
  const isCarried = ({ type, source, target }: FrameworkRelation): boolean =>
    carries.relation(type, members.has(source) && members.has(target));
  const kept = others.filter((relation): relation is Identified => relation.id !== null && !isCarried(relation));
  return {
    relations: [...relations.values(), ...kept],
    removed: others.flatMap((relation) => (relation.id !== null && isCarried(relation) ? [relation.id] : [])),
  };
}

/** Where the order of children is not that of the members, their relations say it. */
function numbered({ memberIds, relations }: Framework): readonly FrameworkRelation[] {
  const positions = new Map(memberIds.map((id, position) => [id, position]));
  const latest = new Map<string, number>();
  const unordered = new Set<string>();
  for (const { type, source, target } of relations) {
    const position = type === 'narrows' ? positions.get(source) : undefined;
    if (position === undefined) continue;
    if (position < (latest.get(target) ?? 0)) unordered.add(target);
    latest.set(target, position);
  }
  if (unordered.size === 0) return relations;
  const next = new Map<string, number>();
  return relations.map((relation) => {
    if (relation.type !== 'narrows' || !unordered.has(relation.target) || relation.properties.has('sequenceNumber')) {
      return relation;
    }
    const number = (next.get(relation.target) ?? 0) + 1;
    next.set(relation.target, number);
    return { ...relation, properties: new Map([...relation.properties, ['sequenceNumber', [number]]]) };
  });
}

/** The members that hold the structure of a concept scheme or progression model. */
const CONCEPT_LISTS = [
  ...['skos:inScheme', 'ceasn:inProgressionModel', 'skos:topConceptOf', 'skos:narrower', 'skos:broader'],
  'skos:hasTopConcept',
] as const;

/** The objects of a concept scheme or progression model, whose hierarchy is in the concepts. */
function* conceptObjects(incoming: Framework, merged: (node: FrameworkNode) => FrameworkNode): Generator<JsonObject> {
  const { root, members } = incoming;
  const hierarchy = hierarchyOf(incoming);
  const scheme = root.kind === 'progressionModel' ? 'ceasn:inProgressionModel' : 'skos:inScheme';
  for (const node of members) {
    const object = storedNode(merged(node));
    setMember(object, scheme, root.id);
    if (hierarchy.isTop(node.id)) setMember(object, 'skos:topConceptOf', root.id);
    const [narrower, broader] = [hierarchy.children(node.id), hierarchy.parents(node.id)];
    if (narrower.length > 0) setMember(object, 'skos:narrower', [...narrower]);
    if (broader.length > 0) setMember(object, 'skos:broader', [...broader]);
    yield object;
  }
  const rootObject = storedNode(merged(root));
  setMember(rootObject, 'skos:hasTopConcept', [...hierarchy.tops]);
  yield rootObject;
}

/** Members that an import does not decide on by itself. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  ...['@id', 'owner', '@owner', 'reader', '@reader', 'signature', '@signature', 'signatureSha256', '@signatureSha256'],
]);

/** Whether two objects say the same, apart from version, owners, readers and signatures. An array with one element is that element. */
function sameContents(one: JsonObject, other: JsonObject): boolean {
  const names = (object: JsonObject): string[] => Object.keys(object).filter((name) => !NOT_COMPARED.has(name));
  const own = names(one);
  return own.length === names(other).length && own.every((name) => sameValue(member(one, name), member(other, name)));
}
