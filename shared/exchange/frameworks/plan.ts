import { createSlices, mapInSlices } from '../../base/concurrency/slices.ts';
import { isScheme, kindOf, type NodeKind } from '../../repository/frameworks/kinds.ts';
import { type Json, type JsonObject, member, setMember } from '../../repository/linked-data/json.ts';
import { idsIn, items, shortIdOf } from '../../repository/linked-data/references.ts';
import { uuid5, uuidOf } from '../../repository/linked-data/uuids.ts';
import { unorderedParents } from './hierarchy.ts';
import { mergedProperties, sameJson, sameValues, storedOver } from './keep-form.ts';
import type { Framework, FrameworkNode, FrameworkRelation, Properties } from './model.ts';
import { conceptObjects } from './plan-concepts.ts';
import { statementOf } from './same.ts';
import { nodeOf, storedRelation } from './stored.ts';
import { RELATION_PATH } from './vocabulary.ts';

/** What a format can express. What it cannot is kept when a framework is imported again. */
export type Carries = {
  readonly property: (kind: NodeKind, name: string) => boolean;
  /** @param isInside both ends are members */
  readonly relation: (type: string, isInside: boolean) => boolean;
  /**
   * What an export of the stored framework says when it is read again. What an import says in the same way stays as it is stored, though
   * the format may say less of it. Null: unknown.
   */
  readonly echo?: (stored: Framework) => Promise<Framework | null>;
};

/** What is stored of a framework before an import. */
export type Stored = {
  /** Objects by short id; absent ones are not there. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  /** The relations that the stored root lists. */
  readonly relations: readonly FrameworkRelation[];
  /** The echo of it: where an import says the same, nothing has changed. Null where that is not known. */
  readonly echo: Framework | null;
  /** Ids of stored objects that the caller may not read: an import does not take them from the framework. */
  readonly hidden: ReadonlySet<string>;
};

/** One object of an import, without owners. */
export type Planned = {
  readonly id: string;
  readonly object: JsonObject;
  readonly change: 'create' | 'change' | 'none';
};

/** What an import does. */
export type ImportPlan = {
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
export async function planImport(
  given: Framework,
  stored: Stored,
  carries: Carries,
  base: string,
): Promise<ImportPlan> {
  const echoed = new Map(
    stored.echo === null ? [] : [stored.echo.root, ...stored.echo.members].map((node) => [node.id, node]),
  );
  const incoming = await withStoredKinds(given, stored, echoed);
  const { root } = incoming;
  const over = (node: FrameworkNode): JsonObject => {
    const before = stored.objects.get(node.id);
    return storedOver(withKept(node, before, echoed.get(node.id), carries), before);
  };
  const plan = (object: JsonObject): Planned => planned(object, stored);
  if (isScheme(root.kind)) {
    return { objects: await mapInSlices(conceptObjects(incoming, stored.echo, over), plan), removed: [] };
  }
  const { relations, listed, removed } = await planRelations(incoming, stored, carries, base);
  const rootObject = over(root);
  setMember(rootObject, 'competency', listAfter('competency', incoming, stored, base) ?? []);
  setMember(rootObject, 'relation', listed);
  const definitions = listAfter('case:definition', incoming, stored, base);
  if (definitions !== undefined) setMember(rootObject, 'case:definition', definitions);
  const objects = [
    await mapInSlices(incoming.members, (node) => plan(over(node))),
    await mapInSlices(relations, plan),
    await mapInSlices([...definitionsOver(incoming, stored), rootObject], plan),
  ];
  return { objects: objects.flat(), removed };
}

/** Formats do not name every kind: where an import says the same as the echo, that of the stored object counts. */
async function withStoredKinds(
  incoming: Framework,
  { objects }: Stored,
  echoed: ReadonlyMap<string, FrameworkNode>,
): Promise<Framework> {
  const inStoredKind = (node: FrameworkNode): FrameworkNode => {
    const before = objects.get(node.id);
    const kind = before !== undefined && echoed.get(node.id)?.kind === node.kind ? kindOf(before) : null;
    return kind === null || kind === node.kind ? node : { ...node, kind };
  };
  return { ...incoming, root: inStoredKind(incoming.root), members: await mapInSlices(incoming.members, inStoredKind) };
}

/** The ids that each list of a root has. */
const LISTS = {
  competency: ({ memberIds }: Framework): readonly string[] => memberIds,
  'case:definition': ({ definitions }: Framework): readonly string[] => definitions.map(({ id }) => id),
};

/**
 * A list of the root after an import: as it is stored, where the import lists the same as the echo; else what the import lists, and what
 * it could not list since it is absent or hidden from the caller.
 */
function listAfter(
  name: keyof typeof LISTS,
  incoming: Framework,
  { echo, hidden, objects }: Stored,
  base: string,
): Json | undefined {
  const ids = LISTS[name](incoming);
  const before = objects.get(incoming.root.id);
  const listed = before === undefined ? undefined : member(before, name);
  if (echo !== null && listed !== undefined) {
    if (sameJson([...LISTS[name](echo)], [...ids])) return listed;
    const given = new Set(ids);
    const others = idsIn(listed).filter((one) => {
      const id = shortIdOf(one, [base]);
      return !given.has(id) && (hidden.has(id) || !objects.has(id));
    });
    return [...ids, ...others];
  }
  return ids.length === 0 ? undefined : [...ids];
}

/** The definitions in the form to store: one that the import says in the same way as the echo stays as stored. */
function definitionsOver({ definitions }: Framework, { echo, objects }: Stored): readonly JsonObject[] {
  const echoed = new Map(echo?.definitions.map(({ id, object }) => [id, object]));
  return definitions.map(({ id, object }) => {
    const before = sameJson(object, echoed.get(id)) ? objects.get(id) : undefined;
    return before ?? { ...object, '@id': id };
  });
}

function planned(object: JsonObject, { objects }: Stored): Planned {
  const id = String(object['@id']);
  const before = objects.get(id);
  if (before === undefined) return { id, object, change: 'create' };
  return { id, object, change: sameContents(object, before) ? 'none' : 'change' };
}

/**
 * A node with what the import leaves as it is: what the format cannot express, and what it says as the echo does.
 *
 * @param echo the node as the echo says it; undefined where that is not known
 */
function withKept(
  node: FrameworkNode,
  before: JsonObject | undefined,
  echo: FrameworkNode | undefined,
  carries: Carries,
): FrameworkNode {
  if (before === undefined || kindOf(before) === null) return node;
  const own = nodeOf(before, node.id, node.kind, null).properties;
  if (echo !== undefined) {
    return { ...node, properties: mergedProperties(node.properties, own, echo.properties) };
  }
  const properties = new Map(node.properties);
  for (const [name, values] of own) {
    if (!properties.has(name) && (CREATED.has(name) || !carries.property(node.kind, name)))
      properties.set(name, values);
  }
  return { ...node, properties };
}

/** When an object was first stored is kept unless the import says so itself. */
const CREATED: ReadonlySet<string> = new Set(['schema:dateCreated']);

type Identified = FrameworkRelation & { readonly id: string };

/** Relations in the form to store, the ones that the root lists, and the ids of removed ones. */
type PlannedRelations = {
  readonly relations: readonly JsonObject[];
  readonly listed: Json;
  readonly removed: readonly string[];
};

/** The relations of the import with their ids, and those stored ones that it leaves as they are. */
async function planRelations(
  incoming: Framework,
  stored: Stored,
  carries: Carries,
  base: string,
): Promise<PlannedRelations> {
  const { echo } = stored;
  const known = new Map(await mapInSlices(stored.relations, (relation) => [statementOf(relation), relation] as const));
  const echoed = new Map(
    await mapInSlices(echo?.relations ?? [], (relation) => [statementOf(relation), relation] as const),
  );
  const slices = createSlices();
  await slices.next();
  const inOrder = echo === null ? new Set<string>() : unchangedOrders(incoming, echo);
  await slices.next();
  const isListed = echo !== null && sameJson([...echo.memberIds], [...incoming.memberIds]);
  const relations = new Map<string, JsonObject>();
  await slices.next();
  // Where the list of members stays as it is stored, the numbers that it needs are stored too.
  const statements = isListed ? incoming.relations : numbered(incoming);
  await slices.next();
  const stated = new Set<string>();
  for (const relation of statements) {
    if (slices.over()) await slices.next();
    const statement = statementOf(relation);
    const before = known.get(statement);
    // An export derives some relations from properties: they are not stored.
    if (stated.has(statement) || (before === undefined && echoed.has(statement))) continue;
    stated.add(statement);
    const id = before?.id ?? relation.id ?? `${base}data/${RELATION_PATH}/${uuid5(incoming.root.id, statement)}`;
    const next = { ...relation, id, properties: propertiesOver(relation, before, echoed.get(statement), inOrder) };
    relations.set(id, relationOver(next, before, stored.objects.get(id)));
  }
  await slices.next();
  const others = stored.relations.filter(
    (relation): relation is Identified => relation.id !== null && !stated.has(statementOf(relation)),
  );
  const members = new Set(incoming.memberIds);
  const isCarried = ({ type, source, target }: FrameworkRelation): boolean =>
    carries.relation(type, members.has(source) && members.has(target));
  const isGone = (relation: FrameworkRelation): boolean =>
    echo === null ? isCarried(relation) : echoed.has(statementOf(relation));
  const removed = others.filter(isGone).map(({ id }) => id);
  await slices.next();
  for (const relation of others) {
    if (slices.over()) await slices.next();
    if (isGone(relation) || stored.hidden.has(relation.id)) continue;
    relations.set(relation.id, stored.objects.get(relation.id) ?? storedRelation(relation));
  }
  return { relations: [...relations.values()], listed: listedRelations(incoming, stored, relations, removed), removed };
}

/**
 * The properties of a relation: of what an import says in the same way as the echo, those that are stored. Where the children are in the
 * order that they had, their numbers stay. The identifier of the import survives, though the relation keeps its id.
 */
function propertiesOver(
  { id, target, properties }: FrameworkRelation,
  before: FrameworkRelation | undefined,
  echo: FrameworkRelation | undefined,
  inOrder: ReadonlySet<string>,
): Properties {
  const merged = new Map(before?.properties);
  const isSame = (name: string): boolean =>
    echo !== undefined && sameValues(properties.get(name), echo.properties.get(name));
  for (const [name, values] of properties) if (name === 'sequenceNumber' || !isSame(name)) merged.set(name, values);
  const number = before?.properties.get('sequenceNumber');
  const isNumbered = echo?.properties.has('sequenceNumber') ?? false;
  const keepsNumber = inOrder.has(target) && (isNumbered ? isSame('sequenceNumber') : number !== undefined);
  if (keepsNumber && number !== undefined) merged.set('sequenceNumber', number);
  else if (keepsNumber || !properties.has('sequenceNumber')) merged.delete('sequenceNumber');
  const [own, given] = [before?.id ?? null, id].map((one) => (one === null ? null : uuidOf(one)));
  const isNew = own && given && own !== given && id !== echo?.id;
  if (isNew && !merged.has('schema:identifier')) merged.set('schema:identifier', [given]);
  return merged;
}

/** A relation as it is stored; where it says the same as before, it stays as it is. */
function relationOver(
  relation: Identified,
  before: FrameworkRelation | undefined,
  object: JsonObject | undefined,
): JsonObject {
  const written = storedRelation(relation);
  if (before === undefined || object === undefined) return written;
  const { source, target } = before; // of relations that say the same in both directions
  const next = { ...written, source, target };
  return sameContents(next, storedRelation({ ...before, id: relation.id })) ? object : next;
}

/** The list of relations: as it is stored, without those that are gone and with the new ones. */
function listedRelations(
  { root }: Framework,
  { objects, echo, relations: before }: Stored,
  relations: ReadonlyMap<string, JsonObject>,
  removed: readonly string[],
): Json {
  const object = objects.get(root.id);
  const listed = object === undefined ? undefined : member(object, 'relation');
  const known = new Set(before.map(({ id }) => id));
  const added = [...relations.keys()].filter((id) => !known.has(id));
  if (echo === null || listed === undefined) return [...relations.keys()];
  if (added.length === 0 && removed.length === 0) return listed;
  const gone = new Set(removed);
  const kept = items(listed).filter((one) => !idsIn(one).some((id) => gone.has(id)));
  return [...kept, ...added];
}

/** The members whose children the import has in the order in which the echo has them. */
function unchangedOrders(incoming: Framework, echo: Framework): ReadonlySet<string> {
  const childrenIn = ({ relations }: Framework): ReadonlyMap<string, readonly string[]> => {
    const narrower = relations.filter(({ type }) => type === 'narrows');
    return new Map(
      [...Map.groupBy(narrower, ({ target }) => target)].map(([id, some]) => [id, some.map(({ source }) => source)]),
    );
  };
  const before = childrenIn(echo);
  return new Set(
    [...childrenIn(incoming)].flatMap(([id, children]) =>
      sameJson([...children], [...(before.get(id) ?? [])]) ? [id] : [],
    ),
  );
}

/** Where the order of children is not that of the members, their relations say it. */
function numbered(framework: Framework): readonly FrameworkRelation[] {
  const { relations } = framework;
  const unordered = unorderedParents(framework);
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

/** Members that an import does not decide on by itself. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  '@id',
  'owner',
  '@owner',
  'reader',
  '@reader',
  'signature',
  '@signature',
  'signatureSha256',
  '@signatureSha256',
]);

/** Whether two objects say the same, apart from version, owners, readers and signatures. An array with one element is that element. */
function sameContents(one: JsonObject, other: JsonObject): boolean {
  const names = (object: JsonObject): string[] => Object.keys(object).filter((name) => !NOT_COMPARED.has(name));
  const own = names(one);
  return (
    own.length === names(other).length &&
    own.every((name) => sameJson(single(member(one, name)), single(member(other, name))))
  );
}

function single(value: Json | undefined): Json | undefined {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
