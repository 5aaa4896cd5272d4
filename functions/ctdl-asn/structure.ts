import {
  type Framework,
  type FrameworkNode,
  type FrameworkRelation,
  isScheme,
  type Loss,
  type NodeKind,
} from '../../shared/frameworks/model.ts';
import { type JsonObject, member } from '../../shared/linked-data/json.ts';
import { idsIn } from '../../shared/linked-data/references.ts';

/** A node of the document that has a place in the model. The members of `object` have their prefixes. */
export type GraphNode = { readonly node: FrameworkNode; readonly object: JsonObject };

/** The root that each node belongs to, apart from collections, by its id. */
export function assign(
  roots: readonly GraphNode[],
  nodes: ReadonlyMap<string, GraphNode>,
): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const claim = (ids: readonly string[], root: string): void => {
    const pending = [...ids].reverse();
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const found = nodes.get(id);
      if (found === undefined || owners.has(id) || roots.includes(found)) continue;
      owners.set(id, root);
      for (const child of childrenOf(found.object)) pending.push(child);
    }
  };
  const owning = roots.filter(({ node }) => node.kind !== 'collection');
  const isOwning = new Set(owning.map(({ node }) => node.id));
  for (const { node, object } of nodes.values()) {
    const named = PARTS_OF.flatMap((name) => idsIn(member(object, name))).find((id) => isOwning.has(id));
    if (named !== undefined && !isOwning.has(node.id)) owners.set(node.id, named);
  }
  for (const { node, object } of owning) claim(topsOf(object), node.id);
  for (const { node, object } of nodes.values()) {
    const parent = parentsOf(object).find((id) => owners.has(id));
    if (parent !== undefined) claim([node.id], owners.get(parent) ?? '');
  }
  return withOnlyRoots(owning, nodes, owners);
}

/** What belongs to nothing belongs to the only root of its kind. */
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
export function frameworkOf(
  found: GraphNode,
  nodes: ReadonlyMap<string, GraphNode>,
  owners: ReadonlyMap<string, string>,
  losses: Loss[],
): Framework {
  const { node: root, object } = found;
  const own = [...nodes.values()].filter(({ node }) => owners.get(node.id) === root.id);
  if (root.kind === 'collection') {
    const memberIds = [...new Set(idsIn(member(object, 'ceterms:hasMember')))];
    const members = memberIds.flatMap((id) => (owners.has(id) ? [] : (nodes.get(id) ?? [])));
    const relations = alignmentsOf([found, ...members], new Set(), losses);
    return { root, memberIds, members: members.map(({ node }) => node), relations, definitions: [] };
  }
  const { memberIds, relations } = hierarchyOf(root.id, topsOf(object), own);
  const listed = new Set(memberIds);
  const members = memberIds.flatMap((id) => {
    const one = owners.get(id) === root.id ? nodes.get(id) : undefined;
    return one === undefined ? [] : [withParentsElsewhere(one, nodes)];
  });
  const alignments = isScheme(root.kind) ? [] : alignmentsOf([found, ...members], listed, losses);
  return {
    root,
    memberIds,
    members: members.map(({ node }) => node),
    relations: [...relations, ...alignments],
    definitions: [],
  };
}

/** The members, parents before children, and the hierarchy that all statements together make. */
function hierarchyOf(
  root: string,
  tops: readonly string[],
  own: readonly GraphNode[],
): { readonly memberIds: readonly string[]; readonly relations: readonly FrameworkRelation[] } {
  const children = new Map<string, Set<string>>();
  const add = (parent: string, child: string): void => {
    if (parent === root || parent === child) return;
    children.set(parent, (children.get(parent) ?? new Set()).add(child));
  };
  for (const { node, object } of own) for (const child of childrenOf(object)) add(node.id, child);
  const ids = new Set(own.map(({ node }) => node.id));
  for (const { node, object } of own) for (const parent of parentsOf(object)) if (ids.has(parent)) add(parent, node.id);
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

/** Relation types of alignments; `true`: the relation points from the aligned object to the competency. */
const ALIGNMENTS: readonly (readonly [property: string, type: string, reversed?: true])[] = [
  ['ceasn:exactAlignment', 'isEquivalentTo'],
  ['ceasn:majorAlignment', 'majorRelated'],
  ['ceasn:minorAlignment', 'minorRelated'],
  ['ceasn:prerequisiteAlignment', 'requires'],
  ['ceasn:broadAlignment', 'narrows'],
  ['ceasn:narrowAlignment', 'narrows', true],
];

function alignmentsOf(
  nodes: readonly GraphNode[],
  listed: ReadonlySet<string>,
  losses: Loss[],
): readonly FrameworkRelation[] {
  const relations = new Map<string, FrameworkRelation>();
  for (const { node, object } of nodes) {
    for (const [property, type, reversed] of ALIGNMENTS) {
      for (const id of idsIn(member(object, property))) {
        const [source, target] = reversed ? [id, node.id] : [node.id, id];
        if (relations.has(JSON.stringify([type, target, source])) && isMutual(type)) continue;
        relations.set(JSON.stringify([type, source, target]), relation(type, source, target));
        if (type !== 'narrows' || !listed.has(id)) continue;
        const reason = 'An alignment of two competencies of one framework is stored as their hierarchy.';
        losses.push({ '@id': node.id, property, reason });
      }
    }
  }
  return [...relations.values()];
}

function isMutual(type: string): boolean {
  return type !== 'requires' && type !== 'narrows';
}

/** A parent that the document does not contain stays a property of its child. */
function withParentsElsewhere({ node, object }: GraphNode, nodes: ReadonlyMap<string, GraphNode>): GraphNode {
  const elsewhere = idsIn(member(object, 'ceasn:isChildOf')).filter((id) => !nodes.has(id));
  if (elsewhere.length === 0) return { node, object };
  return { node: { ...node, properties: new Map([...node.properties, ['ceasn:isChildOf', elsewhere]]) }, object };
}
