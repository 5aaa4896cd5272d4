import { hierarchyOf } from '../../shared/exchange/frameworks/hierarchy.ts';
import { identifierOf } from '../../shared/exchange/frameworks/identifiers.ts';
import type { Framework, FrameworkNode, FrameworkRelation } from '../../shared/exchange/frameworks/model.ts';
import { isObject, type Json, type JsonObject } from '../../shared/repository/linked-data/json.ts';
import { identityOf } from './addresses.ts';
import { definitionsOf } from './definitions.ts';
import { createDerived, withDerivedLinks } from './derived.ts';
import { lastChangeOf, type WriteOptions, writeAssociation } from './write-association.ts';
import { withFields } from './write-fields.ts';

/** A CFDocument in a package; {@link withPackage} writes one alone. */
export function writeDocument({ root }: Pick<Framework, 'root'>, options: WriteOptions): JsonObject {
  const { base, version } = options;
  const part = {
    ...identityOf(base, version, 'CFDocuments', root),
    lastChangeDateTime: lastChangeOf(root),
  };
  const document = withFields(part, root, { ...options, root, required: { creator: 'Unknown', title: root.id } });
  return version === 'v1p1' ? withDerivedLinks(document, root, base) : document;
}

/** The CFDocument alone. */
export function withPackage(
  document: JsonObject,
  { root }: Pick<Framework, 'root'>,
  { base, version }: WriteOptions,
): JsonObject {
  return {
    ...document,
    CFPackageURI: linkTo(root, String(document.title), identityOf(base, version, 'CFPackages', root).uri),
  };
}

/** A CFItem. @param root the item itself if it is in no framework @param document null inside a package */
export function writeItem(
  node: FrameworkNode,
  root: FrameworkNode,
  document: JsonObject | null,
  options: WriteOptions,
): JsonObject {
  const { base, version } = options;
  const part = {
    ...identityOf(base, version, 'CFItems', node),
    lastChangeDateTime: lastChangeOf(node),
    ...(document !== null && { CFDocumentURI: linkTo(root, String(document.title), String(document.uri)) }),
  };
  const item = withFields(part, node, { ...options, root, required: { fullStatement: node.id } });
  return version === 'v1p1' && root !== node ? withDerivedLinks(item, root, base) : item;
}

/** The associations of a framework: its relations, and one to the document from each top member that has no relation to it. */
export function* writeAssociations(
  framework: Framework,
  document: JsonObject,
  items: ReadonlyMap<string, JsonObject>,
  isAlone: boolean,
  options: WriteOptions,
): Generator<JsonObject> {
  const { root, relations, memberIds } = framework;
  const link = (id: string, elsewhere?: Json): JsonObject =>
    nodeLink(id, items.get(id) ?? (id === root.id ? document : undefined), elsewhere);
  const members = new Set(memberIds);
  const positions = new Map<string, number>();
  const positionOf = ({ type, source, target, properties }: FrameworkRelation): number | null => {
    const isChild = type === 'narrows' && members.has(source) && (members.has(target) || target === root.id);
    if (!isChild) return null;
    // Uses the imported number unless it contradicts the order.
    const [stored] = properties.get('sequenceNumber') ?? [];
    const next = (positions.get(target) ?? 0) + 1;
    const position = typeof stored === 'number' && stored > next ? stored : next;
    positions.set(target, position);
    return position;
  };
  const inFramework = { ...options, root };
  const write = (relation: FrameworkRelation): JsonObject => {
    const association = writeAssociation(relation, positionOf(relation), link, inFramework);
    if (isAlone) association.CFDocumentURI = linkTo(root, String(document.title), String(document.uri));
    return association;
  };
  const isToRoot = ({ type, target }: FrameworkRelation): boolean => type === 'narrows' && target === root.id;
  const toRoot = new Map(relations.filter(isToRoot).map((relation) => [relation.source, relation]));
  for (const id of hierarchyOf(framework).tops) {
    if (!items.has(id)) continue;
    yield write(toRoot.get(id) ?? topRelation(framework, id));
    toRoot.delete(id);
  }
  for (const relation of relations) if (!isToRoot(relation) || toRoot.has(relation.source)) yield write(relation);
}

/** The derived relation of a top member to the root. */
function topRelation({ root }: Framework, id: string): FrameworkRelation {
  return { id: null, type: 'narrows', source: id, target: root.id, properties: new Map(), modified: root.modified };
}

/** Serializes a package as consecutive chunks of JSON text. */
export function* writePackage(framework: Framework, options: WriteOptions): Generator<string> {
  const { root, members } = framework;
  if (root.kind !== 'framework') {
    const reason = 'CASE has only frameworks: an import elsewhere creates one.';
    options.losses.push({ '@id': root.id, property: '@type', reason });
  }
  const document = writeDocument(framework, options);
  yield `{"CFDocument":${JSON.stringify(document)},"CFItems":[`;
  const items = new Map<string, JsonObject>();
  const derived = options.version === 'v1p1' ? createDerived(root, options.base) : null;
  derived?.add(document);
  let separator = '';
  for (const node of members) {
    const item = writeItem(node, root, null, options);
    derived?.add(item);
    items.set(node.id, {
      identifier: item.identifier ?? null,
      uri: item.uri ?? null,
      fullStatement: item.fullStatement ?? null,
    });
    yield separator + JSON.stringify(item);
    separator = ',';
  }
  yield '],"CFAssociations":[';
  separator = '';
  for (const association of writeAssociations(framework, document, items, false, options)) {
    yield separator + JSON.stringify(association);
    separator = ',';
  }
  const { definitions, rubrics } = definitionsOf(framework, options.base, derived);
  yield `],"CFDefinitions":${JSON.stringify(definitions)}${rubrics.length === 0 ? '' : `,"CFRubrics":${JSON.stringify(rubrics)}`}}`;
}

function linkTo(node: FrameworkNode, title: string, uri: string): JsonObject {
  return { title, identifier: identifierOf(node), uri };
}

/** A link to an item or document. @param elsewhere the imported link to an object elsewhere; without one, the id is used */
export function nodeLink(id: string, target: JsonObject | undefined, elsewhere?: Json): JsonObject {
  if (target === undefined && isObject(elsewhere)) return elsewhere;
  if (target === undefined) return { title: id, identifier: identifierOf({ id, properties: new Map() }), uri: id };
  const title = target.fullStatement ?? target.title ?? id;
  return { title, identifier: target.identifier ?? '', uri: target.uri ?? id };
}
