import { hierarchyOf, inReadingOrder } from '../../shared/exchange/frameworks/hierarchy.ts';
import type { Framework, FrameworkNode, Loss } from '../../shared/exchange/frameworks/model.ts';
import { isBlank, textOf } from '../../shared/exchange/frameworks/values.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';
import { isObject, type Json, member } from '../../shared/repository/linked-data/json.ts';
import {
  BOTH_WAYS,
  DOCUMENT,
  HAS_CHILD,
  IS_CHILD_OF,
  NARROW_MATCH,
  PREREQUISITE,
  RDF_JSON,
  RDF_TYPE,
  STATEMENT,
  termFor,
  XSD,
} from './terms.ts';
import type { RdfObject, Triple } from './triples.ts';

/** Properties about when and how an object was stored here. */
const NOT_WRITTEN: ReadonlySet<string> = new Set(['schema:dateCreated']);

/**
 * The triples of a framework or collection, grouped by subject, the document first.
 *
 * @param losses receives the parts that ASN cannot express
 */
export function* write(framework: Framework, losses: Loss[]): Generator<Triple> {
  const { root, members, ...others } = inReadingOrder(framework);
  const { tops, children, parents } = hierarchyOf(others);
  for (const id of absentFrom(framework)) {
    losses.push({ '@id': root.id, property: 'competency', reason: `${id} does not exist, or cannot be read.` });
  }
  if (root.kind !== 'framework') {
    losses.push({ '@id': root.id, property: '@type', reason: 'ASN has only frameworks: it is written as one.' });
  }
  for (const { id, object } of framework.definitions) {
    losses.push({ '@id': id, property: '@type', reason: `ASN has no place for a ${object['@type']}.` });
  }
  const links = linksOf(framework, losses);
  const node = function* (one: FrameworkNode, type: string): Generator<Triple> {
    yield link(one.id, RDF_TYPE, type);
    yield* propertiesOf(one, losses);
    const below = one === root ? tops : children(one.id);
    for (const child of below) yield link(one.id, HAS_CHILD, child);
    if (one !== root) for (const parent of parents(one.id)) yield link(one.id, IS_CHILD_OF, parent);
    yield* (links.get(one.id) ?? []).toSorted((a, b) => compare(sortKey(a), sortKey(b)));
  };
  yield* node(root, DOCUMENT);
  for (const one of members) yield* node(one, STATEMENT);
}

/** The order of relations does not depend on the order of their objects. */
function sortKey({ predicate, object }: Triple): string {
  return `${predicate} ${object.value}`;
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function absentFrom({ memberIds, members }: Framework): readonly string[] {
  const present = new Set(members.map(({ id }) => id));
  return memberIds.filter((id) => !present.has(id));
}

function link(subject: string, predicate: string, value: string): Triple {
  return { subject, predicate, object: { kind: 'iri', value } };
}

/** Writes properties in the order of their predicates, since readers of JSON-LD return them in another order than they are stored. */
function* propertiesOf({ id, properties }: FrameworkNode, losses: Loss[]): Generator<Triple> {
  const written = [...properties].flatMap(([name, values]) => {
    const predicate = termFor(name);
    if (NOT_WRITTEN.has(name)) return [];
    if (predicate !== null) return [{ name, predicate, values: values.filter((value) => !isBlank(value)) }];
    losses.push({ '@id': id, property: name, reason: 'It is not an IRI, and RDF has no name for it.' });
    return [];
  });
  for (const { name, predicate, values } of written.toSorted((a, b) => compare(a.predicate, b.predicate))) {
    for (const value of values) yield { subject: id, predicate, object: objectOf(value, TEXTS.has(name)) };
  }
}

/** Properties whose values are texts, even those that look like an address. */
const TEXTS: ReadonlySet<string> = new Set(['name', 'description', 'title', 'schema:keywords', 'dcterms:type']);

/** The IRIs that can be written as such: others are literals. */
const IRI = /^https?:\/\/[^\s<>"{}|\\^`]+$/;

function objectOf(value: Json, isText: boolean): RdfObject {
  const literal = (text: string, datatype: string | null, language: string | null = null): RdfObject => {
    return { kind: 'literal', value: text, language, datatype };
  };
  if (typeof value === 'string') return IRI.test(value) && !isText ? { kind: 'iri', value } : literal(value, null);
  if (typeof value === 'boolean') return literal(String(value), `${XSD}boolean`);
  if (typeof value === 'number')
    return literal(String(value), `${XSD}${Number.isSafeInteger(value) ? 'integer' : 'double'}`);
  const text = textOf(value);
  if (text !== null && isObject(value) && Object.keys(value).every((name) => ['@value', '@language'].includes(name))) {
    // In lower case, as all syntaxes of RDF write it: the case of tags has no meaning (RFC 5646, 2.1.1).
    return literal(text.text, null, text.language?.toLowerCase() ?? null);
  }
  const id = isObject(value) && Object.keys(value).length === 1 ? member(value, '@id') : undefined;
  if (typeof id === 'string' && IRI.test(id)) return { kind: 'iri', value: id };
  return literal(JSON.stringify(value), RDF_JSON);
}

/** The triples of each member that relations state, apart from the hierarchy. */
function linksOf({ root, memberIds, relations }: Framework, losses: Loss[]): ReadonlyMap<string, readonly Triple[]> {
  const members = new Set([...memberIds, root.id]);
  const links = new Map<string, Triple[]>();
  const add = (subject: string, predicate: string, value: string): void => {
    if (!members.has(subject)) return;
    const own = links.get(subject);
    if (own === undefined) links.set(subject, [link(subject, predicate, value)]);
    else own.push(link(subject, predicate, value));
  };
  for (const { id, type, source, target } of relations) {
    const bothWays = entryOf(BOTH_WAYS, type);
    if (bothWays !== undefined) {
      add(source, bothWays, target);
      add(target, bothWays, source);
    } else if (type === 'requires') add(source, PREREQUISITE, target);
    else if (type !== 'narrows') {
      losses.push({ '@id': id ?? source, property: 'relationType', reason: `ASN has no property for ${type}.` });
    } else if (members.has(source) && !members.has(target)) add(source, IS_CHILD_OF, target);
    else if (members.has(target) && !members.has(source)) add(target, NARROW_MATCH, source);
  }
  return links;
}
