import { type Hierarchy, hierarchyOf, inReadingOrder } from '../../shared/exchange/frameworks/hierarchy.ts';
import { ctidOf } from '../../shared/exchange/frameworks/identifiers.ts';
import type { Framework, FrameworkNode, Loss, Properties } from '../../shared/exchange/frameworks/model.ts';
import { isBlank, scalarText, textOf, textsOf } from '../../shared/exchange/frameworks/values.ts';
import type { NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';
import { isObject, type Json, type JsonObject, member, setMember } from '../../shared/repository/linked-data/json.ts';
import { items } from '../../shared/repository/linked-data/references.ts';
import { fallbackOf, type Shape, termFor } from './terms.ts';

/** The contexts of documents (CTDL-ASN, CTDL). */
const CTDL_ASN_CONTEXT = 'https://credreg.net/ctdlasn/schema/context/json';
const CTDL_CONTEXT = 'https://credreg.net/ctdl/schema/context/json';

const TYPES: Readonly<Record<NodeKind, string>> = {
  framework: 'ceasn:CompetencyFramework',
  collection: 'ceterms:Collection',
  conceptScheme: 'skos:ConceptScheme',
  progressionModel: 'asn:ProgressionModel',
  competency: 'ceasn:Competency',
  concept: 'skos:Concept',
  progressionLevel: 'asn:ProgressionLevel',
};

/** A framework in CTDL-ASN: the nodes of `@graph`, the root first. */
export type Written = {
  readonly context: string;
  readonly nodes: Iterable<JsonObject>;
  /** Complete when all nodes have been read. */
  readonly losses: readonly Loss[];
};

/** For collections: the other collections and frameworks that each competency belongs to. */
export type Memberships = ReadonlyMap<string, readonly { readonly id: string; readonly kind: NodeKind }[]>;

/**
 * Writes a framework, collection, concept scheme or progression model: the same bytes for the same contents.
 *
 * @param memberships memberships of the members of a collection: members of a framework are not written as nodes
 */
export function write(framework: Framework, memberships: Memberships = new Map()): Written {
  const { root } = framework;
  const losses: Loss[] = [];
  const context = root.kind === 'collection' ? CTDL_CONTEXT : CTDL_ASN_CONTEXT;
  return { context, losses, nodes: nodes(framework, memberships, losses) };
}

/** Serializes what was written as consecutive chunks of JSON text. */
export function* writeDocument({ context, nodes }: Pick<Written, 'context' | 'nodes'>): Generator<string> {
  yield `{"@context":${JSON.stringify(context)},"@graph":[`;
  let separator = '';
  for (const node of nodes) {
    yield separator + JSON.stringify(node);
    separator = ',';
  }
  yield ']}';
}

/** The node of one member of a framework, without the others; null when it is not a member. */
export function writeMember(framework: Framework, id: string): { context: string; node: JsonObject } | null {
  for (const node of nodes(framework, new Map(), [])) {
    if (node['@id'] === id) return { context: CTDL_ASN_CONTEXT, node };
  }
  return null;
}

function* nodes(given: Framework, memberships: Memberships, losses: Loss[]): Generator<JsonObject> {
  const framework = given.root.kind === 'collection' ? given : inReadingOrder(given);
  const { root, members } = framework;
  const language = languageOf(root);
  const links = linksOf(given, losses);
  const hierarchy = hierarchyOf({ ...framework, memberIds: members.map(({ id }) => id) });
  if (root.kind !== 'collection') for (const loss of absentOf(given)) losses.push(loss);
  for (const { id, object } of given.definitions) {
    losses.push({ '@id': id, property: '@type', reason: `CTDL-ASN cannot express a ${object['@type']}.` });
  }
  const structure = (node: FrameworkNode) => structureOf(framework, node, hierarchy, memberships);
  yield writeNode(root, { ...structure(root), ...links.get(root.id) }, language, losses);
  for (const node of members) {
    if (root.kind === 'collection' && memberships.get(node.id)?.some(({ kind }) => kind === 'framework')) continue;
    yield writeNode(node, { ...structure(node), ...links.get(node.id) }, language, losses, root);
  }
}

/** Losses for listed members that cannot be written: they do not exist, or the caller may not read them. */
function absentOf({ root, memberIds, members }: Framework): readonly Loss[] {
  const present = new Set(members.map(({ id }) => id));
  const reason = 'The framework lists it, but there is no such competency that can be read.';
  return memberIds.flatMap((id) =>
    present.has(id) ? [] : [{ '@id': root.id, property: 'competency', reason: `${id}: ${reason}` }],
  );
}

type Members = Readonly<Record<string, Json>>;

function writeNode(
  node: FrameworkNode,
  structure: Members,
  language: string,
  losses: Loss[],
  root: FrameworkNode = node,
): JsonObject {
  const { id, kind, properties, lists } = node;
  const object: JsonObject = {};
  for (const [name, values] of adjusted(node, root)) {
    const fallback = fallbackOf(name);
    if (fallback !== null && properties.has(fallback)) continue;
    const term = termFor(kind, name);
    const value = term === null ? null : shaped(values, term.shape, language, lists?.has(name) === true);
    if (term !== null && value !== null) setMember(object, term.name, value);
    else losses.push({ '@id': id, property: name, reason: 'CTDL-ASN has no property for it.' });
  }
  for (const [name, value] of Object.entries(structure)) setMember(object, name, merged(member(object, name), value));
  const entries = Object.entries({
    ...object,
    '@type': TYPES[kind],
    'ceterms:ctid': object['ceterms:ctid'] ?? ctidOf(id),
  });
  entries.push(['@id', id]);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function merged(before: Json | undefined, value: Json): Json {
  if (!Array.isArray(before) || !Array.isArray(value)) return value;
  const texts = new Set(before.filter((item) => typeof item === 'string'));
  return [...before, ...value.filter((item) => typeof item !== 'string' || !texts.has(item))];
}

/** The properties of a node, including the ones that CTDL-ASN requires. */
function adjusted({ kind, properties }: FrameworkNode, root: FrameworkNode): Properties {
  const own = new Map<string, readonly Json[]>();
  for (const [name, values] of properties) {
    const written = values.some(isBlank) ? values.filter((value) => !isBlank(value)) : values;
    if (written.length > 0) own.set(name, written);
  }
  const move = (from: string, to: string, moves: (value: Json) => boolean): void => {
    const values = own.get(from) ?? [];
    const moved = values.filter(moves);
    if (moved.length === 0) return;
    own.set(
      from,
      values.filter((value) => !moved.includes(value)),
    );
    if (values.length === moved.length) own.delete(from);
    own.set(to, [...(own.get(to) ?? []), ...moved]);
  };
  if (kind === 'competency' && !own.has('name')) move('description', 'name', () => true);
  if (kind === 'framework' && !own.has('description')) own.set('description', own.get('name') ?? []);
  if (kind === 'framework') {
    move('schema:publisher', 'ceasn:publisherName', (value) => !/https?:/.test(scalarText(value) ?? 'https:'));
  }
  for (const same of ['url', 'sameAs']) move(same, 'ceasn:exactAlignment', (value) => scalarText(value) !== null);
  if (
    root.kind !== 'collection' &&
    kind !== 'concept' &&
    kind !== 'progressionLevel' &&
    !own.has('schema:inLanguage')
  ) {
    own.set('schema:inLanguage', root.properties.get('schema:inLanguage') ?? ['en']);
  }
  if (kind === 'conceptScheme' || kind === 'progressionModel') {
    move('schema:dateCreated', 'ceasn:dateCreated', () => !own.has('ceasn:dateCreated'));
  }
  move('schema:dateModified', 'ceasn:dateModified', () => !own.has('ceasn:dateModified'));
  own.delete('schema:dateCreated'); // the time when it was stored here, kept only if a scheme has no other
  if (own.get('description')?.length === 0) own.delete('description');
  return own;
}

/** The language of texts without a tag: the root's, if it names one. */
function languageOf({ properties }: FrameworkNode): string {
  const [first] = properties.get('schema:inLanguage') ?? [];
  const tag = first === undefined ? null : scalarText(first);
  return tag !== null && /^[a-z]{2,3}(?:-[a-z0-9]+)*$/i.test(tag) ? tag : 'en';
}

/** The values in their shape; null when they cannot be written. */
function shaped(values: readonly Json[], shape: Shape, language: string, isList: boolean): Json | null {
  const texts = values.map(textOf);
  const isUrl = values.length === 1 && typeof values[0] === 'string' && /^https?:\/\/\S+$/.test(values[0]);
  const wantsTexts = (shape === 'text' || shape === 'texts' || shape === 'one-or-many') && !isUrl;
  const arrays = shape === 'texts' || (isList && (shape === 'one-or-many' || shape === 'list'));
  if (wantsTexts || texts.some((text) => text?.language)) {
    if (texts.every((text) => text !== null)) return languageMap(values, arrays, language);
  }
  const plain = values.map((value) => scalarOf(value));
  return shape === 'list' || (shape === 'one-or-many' && isList) || plain.length > 1 ? plain : (plain[0] ?? null);
}

function languageMap(values: readonly Json[], arrays: boolean, language: string): JsonObject {
  const map: JsonObject = {};
  for (const text of textsOf(values)) {
    const tag = text.language ?? language;
    const before = member(map, tag);
    const all = [...items(before), text.text];
    setMember(map, tag, all.length === 1 && !arrays ? text.text : all);
  }
  return map;
}

/** Converts `{"@id": …}` and typed values to their texts; other objects stay. */
function scalarOf(value: Json): Json {
  if (!isObject(value)) return value;
  const literal = member(value, '@value') ?? (Object.keys(value).length === 1 ? member(value, '@id') : undefined);
  return literal ?? value;
}

/** The members of a node about its position. */
function structureOf(
  { root, memberIds }: Framework,
  { id, kind }: FrameworkNode,
  { tops, isTop: isTopOf, children, parents }: Hierarchy,
  memberships: Memberships,
): Members {
  const [down, up, isTop] = [children(id), parents(id), isTopOf(id)];
  const some = (name: string, ids: readonly string[]): Members => (ids.length === 0 ? {} : { [name]: [...ids] });
  switch (kind) {
    case 'framework':
      return { 'ceasn:hasTopChild': [...tops] };
    case 'collection':
      return { 'ceterms:hasMember': [...memberIds] };
    case 'conceptScheme':
    case 'progressionModel':
      return { 'skos:hasTopConcept': [...tops] };
    case 'competency':
      if (root.kind === 'collection') {
        const collections = memberships.get(id)?.filter((one) => one.kind === 'collection') ?? [];
        return some('ceterms:isMemberOf', collections.length === 0 ? [root.id] : collections.map((one) => one.id));
      }
      return {
        'ceasn:isPartOf': root.id,
        ...(isTop && { 'ceasn:isTopChildOf': root.id }),
        ...some('ceasn:hasChild', down),
        ...some('ceasn:isChildOf', up),
      };
    default:
      return {
        [kind === 'concept' ? 'skos:inScheme' : 'ceasn:inProgressionModel']: root.id,
        ...(isTop && { 'skos:topConceptOf': root.id }),
        ...some('skos:narrower', down),
        ...some('skos:broader', up),
      };
  }
}

/** Relations that are written at both ends, if these are members. */
const BOTH_WAYS: Readonly<Record<string, string>> = {
  isEquivalentTo: 'ceasn:exactAlignment',
  majorRelated: 'ceasn:majorAlignment',
  minorRelated: 'ceasn:minorAlignment',
};

/** The alignments of members that relations state, by the id of the member. */
function linksOf(framework: Framework, losses: Loss[]): ReadonlyMap<string, Members> {
  const { root, relations } = framework;
  if (root.kind === 'conceptScheme' || root.kind === 'progressionModel') return new Map();
  const members = new Set(framework.memberIds);
  const links = new Map<string, Map<string, Set<string>>>();
  const link = (from: string, name: string, to: string): void => {
    const node = links.get(from) ?? new Map<string, Set<string>>();
    links.set(from, node);
    node.set(name, (node.get(name) ?? new Set()).add(to));
  };
  for (const { id, type, source, target } of relations) {
    const inside = members.has(source) && members.has(target);
    const bothWays = entryOf(BOTH_WAYS, type);
    if (bothWays !== undefined) {
      link(source, bothWays, target);
      link(target, bothWays, source);
    } else if (type === 'requires') link(source, 'ceasn:prerequisiteAlignment', target);
    else if (type === 'narrows' && inside && root.kind !== 'collection') continue;
    else if (type === 'narrows' && target !== root.id) {
      link(source, 'ceasn:broadAlignment', target);
      link(target, 'ceasn:narrowAlignment', source);
    } else if (type === 'isRelatedTo' && !inside) link(source, 'ceasn:crossSubjectReference', target);
    else if (type !== 'narrows') {
      losses.push({ '@id': id ?? source, property: 'relationType', reason: `CTDL-ASN has no property for ${type}.` });
    }
  }
  // In a collection, nothing else expresses the order of children.
  const ordered = (name: string, ids: ReadonlySet<string>): string[] =>
    root.kind === 'collection' && name === 'ceasn:narrowAlignment' ? [...ids] : [...ids].sort();
  return new Map(
    [...links].map(([id, node]) => [
      id,
      Object.fromEntries([...node].map(([name, ids]) => [name, ordered(name, ids)])),
    ]),
  );
}
