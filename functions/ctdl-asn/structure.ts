import { inSlices, mapInSlices } from '../../shared/base/concurrency/slices.ts';
import type { Framework, FrameworkNode, FrameworkRelation, Loss } from '../../shared/exchange/frameworks/model.ts';
import { isScheme, type NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import { type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import { idsIn } from '../../shared/repository/linked-data/references.ts';

/** A node of the document that is part of the model. The members of `object` have their prefixes. */
export type GraphNode = { readonly node: FrameworkNode; readonly object: JsonObject };

/** The root of each node, apart from collections, by the id of the node. */
export async function assign(
  roots: ReadonlyMap<string, GraphNode>,
  nodes: ReadonlyMap<string, GraphNode>,
): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  const claim = async (ids: readonly string[], root: string): Promise<void> => {
    for await (const id of inSlices(reached(ids))) owners.set(id, root);
  };
  /** Nodes that have no owner yet: the ones with these ids, and all below them. */
  function* reached(ids: readonly string[]): Generator<string> {
    const pending = [...ids].reverse();
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const found = nodes.get(id);
      if (found === undefined || owners.has(id) || roots.has(id)) continue;
      yield id;
      for (const child of childrenOf(found.object)) pending.push(child);
    }
  }
  const owning = [...roots.values()].filter(({ node }) => node.kind !== 'collection');
  const isOwning = new Set(owning.map(({ node }) => node.id));
  for await (const { node, object } of inSlices(nodes.values())) {
    const named = PARTS_OF.flatMap((name) => idsIn(member(object, name))).find((id) => isOwning.has(id));
    if (named !== undefined && !isOwning.has(node.id)) owners.set(node.id, named);
  }
  for (const { node, object } of owning) await claim(topsOf(object), node.id);
  for await (const { node, object } of inSlices(nodes.values())) {
    const parent = parentsOf(object).find((id) => owners.has(id));
    if (parent !== undefined && !owners.has(node.id)) await claim([node.id], owners.get(parent) ?? '');
  }
  return withOnlyRoots(owning, nodes, owners);
}

/** The nodes of each owner, by its id, in the order of the document. */
export async function nodesByOwner(
  nodes: ReadonlyMap<string, GraphNode>,
  owners: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly GraphNode[]>> {
  const owned = new Map<string, GraphNode[]>();
  for await (const [id, node] of inSlices(nodes)) {
    const owner = owners.get(id);
    if (owner === undefined) continue;
    const others = owned.get(owner);
    if (others === undefined) owned.set(owner, [node]);
    else others.push(node);
  }
  return owned;
}

/** Nodes without a root belong to the only root of its kind. */
function withOnlyRoots(
  owning: readonly GraphNode[],
  nodes: ReadonlyMap<string, GraphNode>,
  owners: Map<string, string>,
): ReadonlyMap<string, string> {
  for (const [kind, rootKind] of ROOT_KINDS) {
    const [only, other] = owning.filter(({ node }) => node.kind === rootKind);
    if (only === undefined || other !== undefined) continue;
    for (const { node } of nodes.values()) {
      if (node.kind === kind && !owners.has(node.id)) owners.set(node.id, only.node.id);
    }
  }
  return owners;
}

const ROOT_KINDS: readonly (readonly [NodeKind, NodeKind])[] = [
  ['competency', 'framework'],
  ['concept', 'conceptScheme'],
  ['progressionLevel', 'progressionModel'],
];

const PARTS_OF = [
  'ceasn:isPartOf',
  'ceasn:isTopChildOf',
  'skos:inScheme',
  'skos:topConceptOf',
  'ceasn:inProgressionModel',
];

function topsOf(object: JsonObject): readonly string[] {
  return ['ceasn:hasTopChild', 'skos:hasTopConcept', 'ceasn:hasChild'].flatMap((name) => idsIn(member(object, name)));
}

function childrenOf(object: JsonObject): readonly string[] {
  return ['ceasn:hasChild', 'skos:narrower'].flatMap((name) => idsIn(member(object, name)));
}

function parentsOf(object: JsonObject): readonly string[] {
  return ['ceasn:isChildOf', 'skos:broader'].flatMap((name) => idsIn(member(object, name)));
}

/** A root with its members and relations. */
export async function frameworkOf(
  found: GraphNode,
  nodes: ReadonlyMap<string, GraphNode>,
  owned: ReadonlyMap<string, readonly GraphNode[]>,
  owners: ReadonlyMap<string, string>,
  losses: Loss[],
): Promise<Framework> {
  const { node: root, object } = found;
  if (root.kind === 'collection') {
    const memberIds = [...new Set(idsIn(member(object, 'ceterms:hasMember')))];
    const members = memberIds.flatMap((id) => (owners.has(id) ? [] : (nodes.get(id) ?? [])));
    const relations = await alignmentsOf([found, ...members], new Set(), losses);
    return { root, memberIds, members: members.map(({ node }) => node), relations, definitions: [] };
  }
  const { memberIds, relations } = await hierarchyOf(root.id, topsOf(object), owned.get(root.id) ?? []);
  const listed = new Set(memberIds);
  const own = memberIds.flatMap((id) => (owners.get(id) === root.id ? (nodes.get(id) ?? []) : []));
  const members = await mapInSlices(own, (one) => withReferences(one, nodes, listed));
  const alignments = isScheme(root.kind) ? [] : await alignmentsOf([found, ...members], listed, losses);
  return {
    root,
    memberIds,
    members: members.map(({ node }) => node),
    relations: [...relations, ...alignments],
    definitions: [],
  };
}

/** The members, parents before children, and the hierarchy that all statements together describe. */
async function hierarchyOf(
  root: string,
  tops: readonly string[],
  own: readonly GraphNode[],
): Promise<{ readonly memberIds: readonly string[]; readonly relations: readonly FrameworkRelation[] }> {
  const children = new Map<string, Set<string>>();
  const add = (parent: string, child: string): void => {
    if (parent === root || parent === child) return;
    children.set(parent, (children.get(parent) ?? new Set()).add(child));
  };
  const ids = new Set(own.map(({ node }) => node.id));
  for await (const { node, object } of inSlices(own)) for (const child of childrenOf(object)) add(node.id, child);
  for await (const { node, object } of inSlices(own)) {
    for (const parent of parentsOf(object)) if (ids.has(parent)) add(parent, node.id);
  }
  const memberIds = new Set<string>();
  const pending = [...tops, ...ids].reverse();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (id === root || memberIds.has(id)) continue;
    memberIds.add(id);
    for (const child of [...(children.get(id) ?? [])].reverse()) pending.push(child);
  }
  const relations = [...memberIds].flatMap((parent) =>
    [...(children.get(parent) ?? [])].map((child) => relation('narrows', child, parent)),
  );
  return { memberIds: [...memberIds], relations };
}

function relation(type: string, source: string, target: string): FrameworkRelation {
  return { id: null, type, source, target, properties: new Map(), modified: null };
}

const CROSS_REFERENCE = 'ceasn:crossSubjectReference';
const NARROW = 'ceasn:narrowAlignment';

/** Relation types of alignments; `true`: the relation points from the aligned object to the competency. */
const ALIGNMENTS: readonly (readonly [property: string, type: string, reversed?: true])[] = [
  ['ceasn:exactAlignment', 'isEquivalentTo'],
  ['ceasn:majorAlignment', 'majorRelated'],
  ['ceasn:minorAlignment', 'minorRelated'],
  ['ceasn:prerequisiteAlignment', 'requires'],
  ['ceasn:broadAlignment', 'narrows'],
  [NARROW, 'narrows', true],
  [CROSS_REFERENCE, 'isRelatedTo'],
];

async function alignmentsOf(
  nodes: readonly GraphNode[],
  listed: ReadonlySet<string>,
  losses: Loss[],
): Promise<readonly FrameworkRelation[]> {
  const relations = new Map<string, FrameworkRelation>();
  const found = (await mapInSlices(nodes, alignmentsIn)).flat();
  // Children are in the order in which their parent lists them, whether the parent or a child comes first.
  const alignments = found.toSorted(
    (one, other) => Number(other.property === NARROW) - Number(one.property === NARROW),
  );
  for (const { id, property, type, source, target } of alignments) {
    if (property === CROSS_REFERENCE && listed.has(target)) continue;
    if (isMutual(type) && relations.has(JSON.stringify([type, target, source]))) continue;
    relations.set(JSON.stringify([type, source, target]), relation(type, source, target));
    if (type !== 'narrows' || !listed.has(source) || !listed.has(target)) continue;
    const reason = 'An alignment of two competencies of one framework is stored as their hierarchy.';
    losses.push({ '@id': id, property, reason });
  }
  return [...relations.values()];
}

type Alignment = Readonly<Record<'id' | 'property' | 'type' | 'source' | 'target', string>>;

function alignmentsIn({ node: { id }, object }: GraphNode): readonly Alignment[] {
  return ALIGNMENTS.flatMap(([property, type, reversed]) =>
    idsIn(member(object, property)).map((other): Alignment => {
      const [source, target] = reversed ? [other, id] : [id, other];
      return { id, property, type, source, target };
    }),
  );
}

function isMutual(type: string): boolean {
  return type !== 'requires' && type !== 'narrows';
}

/** Parents that the document does not contain, and references to other members, stay properties. */
function withReferences(
  { node, object }: GraphNode,
  nodes: ReadonlyMap<string, GraphNode>,
  listed: ReadonlySet<string>,
): GraphNode {
  const properties = new Map(node.properties);
  const keep = (name: string, isKept: (id: string) => boolean): void => {
    const ids = idsIn(member(object, name)).filter(isKept);
    if (ids.length > 0) properties.set(name, ids);
  };
  keep('ceasn:isChildOf', (id) => !nodes.has(id));
  keep(CROSS_REFERENCE, (id) => listed.has(id));
  return { node: { ...node, properties }, object };
}
