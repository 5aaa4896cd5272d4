import { hierarchyOf } from '../../shared/frameworks/hierarchy.ts';
import { uuid5 } from '../../shared/frameworks/identifiers.ts';
import type { Framework, FrameworkNode, Properties } from '../../shared/frameworks/model.ts';
import { bestText, scalarText, textsOf } from '../../shared/frameworks/values.ts';
import { entryOf } from '../../shared/linked-data/entry-of.ts';
import { isObject, type Json, type JsonObject, member } from '../../shared/linked-data/json.ts';
import { addressOf, identifierOf } from './addresses.ts';
import { definitionsOf } from './definitions.ts';
import { createDerived, licenseIdentifier, withDerivedLinks } from './derived.ts';
import { withExtension } from './extension.ts';
import { FALLBACKS, type Field, fieldsOf } from './terms.ts';
import { lastChangeOf, type WriteOptions, writeAssociation } from './write-association.ts';

/** A CFDocument as it stands in a package; alone it has {@link withPackage}. */
export function writeDocument({ root }: Pick<Framework, 'root'>, options: WriteOptions): JsonObject {
  const { base, version } = options;
  const language = languageOf(root);
  const document = extended(root, language, options, {
    identifier: identifierOf(root),
    uri: addressOf(base, version, 'CFDocuments', root.id),
    lastChangeDateTime: lastChangeOf(root),
    creator: 'Unknown',
    title: root.id,
    ...fields(root, language, options),
  });
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
    CFPackageURI: linkTo(root, String(document.title), addressOf(base, version, 'CFPackages', root.id)),
  };
}

/** A CFItem. @param root the item itself where it is in no framework @param document null: as in a package */
export function writeItem(
  node: FrameworkNode,
  root: FrameworkNode,
  document: JsonObject | null,
  options: WriteOptions,
): JsonObject {
  const { base, version } = options;
  const language = languageOf(node, languageOf(root));
  const item = extended(node, language, options, {
    identifier: identifierOf(node),
    uri: addressOf(base, version, 'CFItems', node.id),
    lastChangeDateTime: lastChangeOf(node),
    fullStatement: node.id,
    ...fields(node, language, options),
    ...(document !== null && { CFDocumentURI: linkTo(root, String(document.title), String(document.uri)) }),
  });
  return version === 'v1p1' && root !== node ? withDerivedLinks(item, root, base) : item;
}

/** The associations of a framework: its relations, and one from each top member to the document. */
export function* writeAssociations(
  framework: Framework,
  document: JsonObject,
  items: ReadonlyMap<string, JsonObject>,
  isAlone: boolean,
  options: WriteOptions,
): Generator<JsonObject> {
  const { root, relations, memberIds } = framework;
  const hierarchy = hierarchyOf(framework);
  const documentUri = isAlone ? { CFDocumentURI: linkTo(root, String(document.title), String(document.uri)) } : {};
  const link = (id: string, elsewhere?: Json): JsonObject =>
    nodeLink(id, items.get(id) ?? (id === root.id ? document : undefined), elsewhere);
  for (const [index, id] of hierarchy.tops.entries()) {
    if (!items.has(id)) continue;
    yield { ...topAssociation(framework, id, index + 1, link, options), ...documentUri };
  }
  const positions = new Map<string, number>();
  const members = new Set(memberIds);
  for (const relation of relations) {
    if (relation.type === 'narrows' && relation.target === root.id) continue;
    const isChild = relation.type === 'narrows' && members.has(relation.source) && members.has(relation.target);
    // The number that was imported, unless it contradicts the order.
    const [stored] = relation.properties.get('sequenceNumber') ?? [];
    const next = (positions.get(relation.target) ?? 0) + 1;
    const position = typeof stored === 'number' && stored > next ? stored : next;
    if (isChild) positions.set(relation.target, position);
    yield { ...writeAssociation(relation, isChild ? position : null, link, options), ...documentUri };
  }
}

/** The association of a top member to the document: it is not stored, and its address names both. */
function topAssociation(
  { root }: Framework,
  id: string,
  sequence: number,
  link: (id: string) => JsonObject,
  { base, version }: WriteOptions,
): JsonObject {
  const item = link(id);
  return {
    identifier: uuid5('top', root.id, id),
    uri: `${addressOf(base, version, 'CFAssociations', id)}~${addressOf(base, version, 'CFDocuments', root.id).split('/').at(-1)}`,
    associationType: 'isChildOf',
    originNodeURI: item,
    destinationNodeURI: link(root.id),
    lastChangeDateTime: lastChangeOf(root),
    sequenceNumber: sequence,
  };
}

/** A whole package, in parts: the texts of JSON that follow each other. */
export function* writePackage(framework: Framework, options: WriteOptions): Generator<string> {
  const { root, members } = framework;
  const document = writeDocument(framework, options);
  yield `{"CFDocument":${JSON.stringify(document)},"CFItems":[`;
  const items = new Map<string, JsonObject>();
  const derived = createDerived(root, options.base);
  derived.add(document);
  let separator = '';
  for (const node of members) {
    const item = writeItem(node, root, null, options);
    derived.add(item);
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
  const { definitions, rubrics } = definitionsOf(framework, options.base, options.version === 'v1p1' ? derived : null);
  yield `],"CFDefinitions":${JSON.stringify(definitions)}${rubrics.length === 0 ? '' : `,"CFRubrics":${JSON.stringify(rubrics)}`}}`;
}

function linkTo(node: FrameworkNode, title: string, uri: string): JsonObject {
  return { title, identifier: identifierOf(node), uri };
}

/** A link to an item or document. @param elsewhere the link that came with what is elsewhere; without one, by its id */
export function nodeLink(id: string, target: JsonObject | undefined, elsewhere?: Json): JsonObject {
  if (target === undefined && isObject(elsewhere)) return elsewhere;
  if (target === undefined) return { title: id, identifier: identifierOf({ id, properties: new Map() }), uri: id };
  const title = target.fullStatement ?? target.title ?? id;
  return { title, identifier: target.identifier ?? '', uri: target.uri ?? id };
}

/** The language of the texts of a node: the first that it names, or that of the root. */
function languageOf({ properties }: { readonly properties: Properties }, otherwise = 'en'): string {
  const [first] = properties.get('schema:inLanguage') ?? [];
  return (first === undefined ? null : scalarText(first)) ?? otherwise;
}

function fields(node: FrameworkNode, language: string, { version }: WriteOptions): JsonObject {
  const object: JsonObject = {};
  for (const field of fieldsOf(node.kind)) {
    if (field.since === '1.1' && version === 'v1p0') continue;
    const value = [field.neutral, ...(FALLBACKS[field.name] ?? [])].map((name) =>
      fieldValue(node.properties.get(name), field, language),
    );
    const first = value.find((one) => one !== null);
    if (first !== undefined && first !== null) object[field.name] = first;
  }
  const license = licenseOf(node.properties);
  if (license !== null) object.licenseURI = license;
  const status = statusOf(node.properties);
  if (status !== null) object.adoptionStatus ??= status;
  return object;
}

function fieldValue(values: readonly Json[] | undefined, { shape }: Field, language: string): Json | null {
  if (values === undefined) return null;
  if (shape === 'links') return values.every(isObject) ? [...values] : null;
  const [first] = values;
  if (shape === 'link') return isObject(first) ? first : null;
  if (shape === 'text') return bestText(values, language) ?? (first === undefined ? null : scalarText(first));
  const all = values.flatMap((value) => textsOf([value])[0]?.text ?? scalarText(value) ?? []);
  return all.length === 0 ? null : all;
}

/** The licence as a link, where it is one. */
function licenseOf(properties: Properties): JsonObject | null {
  const [link] = properties.get('case:licenseURI') ?? [];
  if (isObject(link)) return link;
  const [value] = properties.get('schema:license') ?? [];
  const uri = value === undefined ? null : scalarText(value);
  return uri !== null && /^https?:/.test(uri) ? { title: uri, identifier: licenseIdentifier(uri), uri } : null;
}

const STATUSES: Readonly<Record<string, string>> = { Draft: 'Draft', Published: 'Adopted', Deprecated: 'Deprecated' };

function statusOf(properties: Properties): string | null {
  const [value] = properties.get('ceasn:publicationStatusType') ?? [];
  const text = value === undefined ? null : scalarText(value);
  return entryOf(STATUSES, text?.split(/[/#:]/).at(-1) ?? '') ?? null;
}

/** Properties whose content CASE has elsewhere. */
const IMPLIED: ReadonlySet<string> = new Set([
  ...['schema:identifier', 'schema:dateModified', 'schema:dateCreated', 'ceasn:dateModified', 'schema:license'],
  ...['case:extensions', 'ceterms:ctid'],
]);

/** Adds what CASE has no field for: in 1.1 as an extension, in 1.0 to the losses. */
function extended(
  node: FrameworkNode,
  language: string,
  { version, losses }: WriteOptions,
  object: JsonObject,
): JsonObject {
  const known = new Map(fieldsOf(node.kind).map((field) => [field.neutral, field]));
  const rest = new Map<string, readonly Json[]>();
  for (const [name, values] of node.properties) {
    const field = known.get(name);
    const isTooNew = field?.since === '1.1' && version === 'v1p0';
    const isWritten = field !== undefined && !isTooNew && isWhole(values, field, language, member(object, field.name));
    if (!isWritten && !IMPLIED.has(name)) rest.set(name, values);
  }
  const [others] = node.properties.get('case:extensions') ?? [];
  if (version === 'v1p1') return withExtension(isObject(others) ? { ...object, extensions: others } : object, rest);
  for (const name of [...rest.keys(), ...(others === undefined ? [] : ['case:extensions'])])
    losses.push({ '@id': node.id, property: name, reason: 'CASE 1.0 has no field for all of it.' });
  return object;
}

/** Whether a field expresses the values completely. */
function isWhole(values: readonly Json[], { shape }: Field, language: string, written: Json | undefined): boolean {
  if (shape === 'link' || shape === 'links') return written !== undefined;
  const texts = textsOf(values);
  const isInLanguage = texts.every((text) => text.language === null || text.language === language);
  return written !== undefined && isInLanguage && (shape === 'texts' || values.length === 1);
}
