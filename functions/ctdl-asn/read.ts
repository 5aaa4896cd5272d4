import { createSlices, inSlices } from '../../shared/base/concurrency/slices.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { isBlankNode, withoutBlankNodes } from '../../shared/exchange/frameworks/blank-nodes.ts';
import type { Framework, Loss, Properties } from '../../shared/exchange/frameworks/model.ts';
import { isList, valuesOf } from '../../shared/exchange/frameworks/values.ts';
import { withPrefix } from '../../shared/exchange/frameworks/vocabulary.ts';
import { isScheme, type NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';
import { MAX_ID_LENGTH } from '../../shared/repository/linked-data/identifiers.ts';
import { isObject, type Json, type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import { idsIn, items } from '../../shared/repository/linked-data/references.ts';
import { assign, frameworkOf, type GraphNode, nodesByOwner } from './structure.ts';
import { holdsTexts, neutralName } from './terms.ts';

/** The contents of a document. */
export type Read = { readonly frameworks: readonly Framework[]; readonly losses: readonly Loss[] };

const KINDS: Readonly<Record<string, NodeKind>> = {
  'ceasn:CompetencyFramework': 'framework',
  'ceterms:Collection': 'collection',
  'skos:ConceptScheme': 'conceptScheme',
  'asn:ProgressionModel': 'progressionModel',
  'ceasn:Competency': 'competency',
  'skos:Concept': 'concept',
  'asn:ProgressionLevel': 'progressionLevel',
};

/** Kinds of nodes that are parts of others. */
const PARTS: ReadonlySet<NodeKind> = new Set(['competency', 'concept', 'progressionLevel']);

/** Kinds of nodes that have parts. */
const ROOTS: ReadonlySet<NodeKind> = new Set(['framework', 'collection', 'conceptScheme', 'progressionModel']);

/** Members about the position of a node, or its relations to others. */
const STRUCTURE: ReadonlySet<string> = new Set([
  '@id',
  '@type',
  '@context',
  'ceasn:hasTopChild',
  'ceasn:hasChild',
  'ceasn:isChildOf',
  'ceasn:isTopChildOf',
  'ceasn:isPartOf',
  'ceterms:hasMember',
  'ceterms:isMemberOf',
  'ceasn:exactAlignment',
  'ceasn:majorAlignment',
  'ceasn:minorAlignment',
  'ceasn:prerequisiteAlignment',
  'ceasn:broadAlignment',
  'ceasn:narrowAlignment',
  'ceasn:crossSubjectReference',
]);
const SCHEME_STRUCTURE: ReadonlySet<string> = new Set([
  '@id',
  '@type',
  '@context',
  'skos:hasTopConcept',
  'skos:topConceptOf',
  'skos:inScheme',
  'skos:narrower',
  'skos:broader',
  'ceasn:inProgressionModel',
]);

/**
 * Reads the nodes of a CTDL-ASN document: every framework, collection, concept scheme and progression model in it, with its parts.
 * Contexts are not evaluated: nodes use the prefixes of CTDL-ASN, or full names.
 *
 * @param graph the nodes of `@graph`
 * @throws Problem `malformed-request` (400) with a JSON pointer to a node that cannot be read; `not-a-framework` (422) when there is no root
 */
export async function read(graph: Iterable<Json>): Promise<Read> {
  const losses: Loss[] = [];
  const nodes = new Map<string, GraphNode>();
  const names = new Map<string, readonly Json[]>();
  const slices = createSlices();
  let index = -1;
  for (const value of graph) {
    index++;
    if (slices.over()) await slices.next();
    const one = readNode(value, `/@graph/${index}`, losses);
    if (one === null) {
      noteName(value, names);
      continue;
    }
    if (nodes.has(one.node.id)) {
      throw malformed(`Two nodes have the @id ${one.node.id}.`, `/@graph/${index}/@id`);
    }
    nodes.set(one.node.id, one);
  }
  const roots = new Map<string, GraphNode>();
  for await (const [id, one] of inSlices(nodes)) {
    const named = withoutLabels(one, names, losses);
    nodes.set(id, named);
    if (ROOTS.has(named.node.kind)) roots.set(id, named);
  }
  if (roots.size === 0) {
    throw new Problem(
      'not-a-framework',
      'The document has no framework, collection, concept scheme or progression model: a node of @type ceasn:CompetencyFramework, ceterms:Collection, skos:ConceptScheme or asn:ProgressionModel.',
      { where: '/@graph' },
    );
  }
  const owners = await assign(roots, nodes);
  const owned = await nodesByOwner(nodes, owners);
  const frameworks: Framework[] = [];
  for (const root of roots.values()) frameworks.push(await frameworkOf(root, nodes, owned, owners, losses));
  const collected = new Set(frameworks.flatMap(({ root, memberIds }) => (root.kind === 'collection' ? memberIds : [])));
  for await (const id of inSlices(nodes.keys())) {
    if (roots.has(id) || owners.has(id) || collected.has(id)) continue;
    losses.push({
      '@id': id,
      property: '@type',
      reason: 'It belongs to no framework or scheme in the document, and is not saved.',
    });
  }
  return { frameworks: frameworks.sort((one, other) => rank(one) - rank(other)), losses };
}

/** The order of roots: the response names a collection first, then a framework. */
function rank({ root: { kind } }: Framework): number {
  return ['collection', 'framework'].includes(kind) ? ['collection', 'framework'].indexOf(kind) : 2;
}

function malformed(detail: string, where: string): Problem {
  return new Problem('malformed-request', detail, { where });
}

function readNode(value: Json, where: string, losses: Loss[]): GraphNode | null {
  if (!isObject(value)) throw malformed('A node of @graph is not an object.', where);
  const id = member(value, '@id');
  const types = idsIn(member(value, '@type')).map(withPrefix);
  const kind = types.map((type) => entryOf(KINDS, type)).find((known) => known !== undefined);
  if (kind === undefined) {
    const reason = `${types[0] ?? 'A node without @type'} is not a type that is imported.`;
    losses.push({ '@id': typeof id === 'string' ? id : where, property: '@type', reason });
    return null;
  }
  if (typeof id === 'string' && isBlankNode(id) && PARTS.has(kind)) {
    losses.push({ '@id': id, property: '@id', reason: 'A blank node has no id that it could be saved under.' });
    return null;
  }
  if (typeof id !== 'string' || id.trim() === '') throw malformed('A node has no @id.', `${where}/@id`);
  if (id.length > MAX_ID_LENGTH) throw malformed(`An @id has at most ${MAX_ID_LENGTH} characters.`, `${where}/@id`);
  const object = Object.fromEntries(Object.entries(value).map(([name, item]) => [withPrefix(name), item]));
  return { node: { id, kind, ...propertiesOf(object, kind, where), modified: null }, object };
}

function propertiesOf(
  object: JsonObject,
  kind: NodeKind,
  where: string,
): { readonly properties: Properties; readonly lists: ReadonlySet<string> } {
  const isConcept = isScheme(kind) || kind === 'concept' || kind === 'progressionLevel';
  const structure = isConcept ? SCHEME_STRUCTURE : STRUCTURE;
  const properties = new Map<string, readonly Json[]>();
  const lists = new Set<string>();
  for (const [name, value] of Object.entries(object)) {
    if (structure.has(name)) continue;
    const isText = holdsTexts(kind, name);
    if (isText && isObject(value)) requireTexts(value, `${where}/${name}`);
    const neutral = neutralName(kind, name);
    const values = valuesOf(value, isText);
    if (values.length > 0) properties.set(neutral, [...(properties.get(neutral) ?? []), ...values]);
    if (values.length === 1 && isList(value)) lists.add(neutral);
  }
  return { properties, lists };
}

/** The names of a blank node that is not imported, such as an organization. */
function noteName(value: Json, names: Map<string, readonly Json[]>): void {
  const id = isObject(value) ? member(value, '@id') : undefined;
  if (!isObject(value) || typeof id !== 'string' || !isBlankNode(id)) return;
  const [given = []] = Object.entries(value).flatMap(([name, item]) =>
    NAMES.has(withPrefix(name)) ? [valuesOf(item, true)] : [],
  );
  names.set(id, given);
}

const NAMES: ReadonlySet<string> = new Set(['ceterms:name', 'ceasn:name', 'schema:name', 'skos:prefLabel', 'name']);

/** A node that names no blank node, neither as a value nor as another node. */
function withoutLabels(
  { node, object }: GraphNode,
  names: ReadonlyMap<string, readonly Json[]>,
  losses: Loss[],
): GraphNode {
  if (!Object.values(object).some(mayNameBlankNode)) return { node, object };
  const { id, kind } = node;
  const properties = new Map<string, readonly Json[]>();
  for (const [name, values] of node.properties) {
    const kept = holdsTexts(kind, name)
      ? values
      : withoutBlankNodes(values, (label) => names.get(label) ?? [], { '@id': id, property: name }, losses);
    if (kept.length > 0) properties.set(name, kept);
  }
  const structure = new Map<string, Json>();
  for (const name of [...STRUCTURE, ...SCHEME_STRUCTURE]) {
    const ids = name.startsWith('@') ? [] : idsIn(member(object, name));
    if (!ids.some(isBlankNode)) continue;
    structure.set(name, [...withoutBlankNodes(ids, () => [], { '@id': id, property: name }, losses)]);
  }
  return { node: { ...node, properties }, object: { ...object, ...Object.fromEntries(structure) } };
}

function mayNameBlankNode(value: Json): boolean {
  if (typeof value === 'string') return isBlankNode(value);
  if (Array.isArray(value)) return value.some(mayNameBlankNode);
  return isObject(value) && Object.values(value).some(mayNameBlankNode);
}

/** Requires that the values of a language map are strings (JSON-LD 1.1, 9.8). */
function requireTexts(map: JsonObject, where: string): void {
  if (Object.keys(map).some((name) => name.startsWith('@') && name !== '@none')) return;
  for (const [tag, texts] of Object.entries(map)) {
    if (items(texts).every((text) => typeof text === 'string' || text === null)) continue;
    throw malformed('A language map contains a value that is not a string.', `${where}/${tag}`);
  }
}
