import { createSlices, mapInSlices } from '../concurrency/slices.ts';
import { isObject, type Json, type JsonObject, member, setMember } from '../linked-data/json.ts';
import { hierarchyOf } from './hierarchy.ts';
import { uuid5 } from './identifiers.ts';
import type { Framework, FrameworkNode, FrameworkRelation, NodeKind } from './model.ts';
import { isScheme } from './model.ts';
import { kindOf, nodeOf, storedNode, storedRelation } from './stored.ts';
import { RELATION_PATH } from './vocabulary.ts';

/** What a format can express. What it cannot is kept when a framework is imported again. */
export type Carries = {
  readonly property: (kind: NodeKind, name: string) => boolean;
  /** @param isInside both ends are members */
  readonly relation: (type: string, isInside: boolean) => boolean;
};

/** What is stored of a framework before an import. */
export type Stored = {
  /** Objects by short id; absent ones are not there. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  /** The relations that the stored root lists. */
  readonly relations: readonly FrameworkRelation[];
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
  const { root } = incoming;
  const merged = (node: FrameworkNode): FrameworkNode => withKept(node, stored.objects.get(node.id), carries);
  const plan = (object: JsonObject): Planned => planned(object, stored);
  if (isScheme(root.kind)) {
    return { objects: await mapInSlices(conceptObjects(incoming, merged), plan), removed: [] };
  }
  const { relations, removed } = await planRelations(incoming, stored, carries, base);
  const rootObject = storedNode(merged(root));
  rootObject.competency = [...incoming.memberIds];
  rootObject.relation = relations.map(({ id }) => id);
  if (incoming.definitions.length > 0) {
    setMember(
      rootObject,
      'case:definition',
      incoming.definitions.map(({ id }) => id),
    );
  }
  const definitions = incoming.definitions.map(({ id, object }) => ({ ...object, '@id': id }));
  const objects = [
    await mapInSlices(incoming.members, (node) => plan(storedNode(merged(node)))),
    await mapInSlices(relations, (relation) => plan(storedRelation(relation))),
    await mapInSlices([...definitions, rootObject], plan),
  ];
  return { objects: objects.flat(), removed };
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

/** Relations that say the same in both directions. */
const SYMMETRIC: ReadonlySet<string> = new Set(['isEquivalentTo', 'isRelatedTo', 'majorRelated', 'minorRelated']);

function statementOf({ type, source, target }: FrameworkRelation): string {
  return JSON.stringify(SYMMETRIC.has(type) && target < source ? [type, target, source] : [type, source, target]);
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
  return own.length === names(other).length && own.every((name) => same(member(one, name), member(other, name)));
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  const [a, b] = [single(one), single(other)];
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => same(item, b[index]));
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => same(member(a, name), member(b, name)));
  }
  return JSON.stringify(a) === JSON.stringify(b);
}

function single(value: Json | undefined): Json | undefined {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
