import type { Loss } from '../../shared/frameworks/model.ts';
import type { Syntax } from './parse.ts';
import { PREFIXES, RDF_TYPE } from './terms.ts';
import type { RdfObject, Triple } from './triples.ts';

/** The parts of a document in a syntax. Triples of one subject follow each other. */
export function serialize(triples: Iterable<Triple>, syntax: Syntax, losses: Loss[] = []): Iterable<string> {
  if (syntax === 'n-triples') return nTriples(triples);
  if (syntax === 'turtle') return turtle(triples);
  return syntax === 'json-ld' ? jsonLd(triples) : rdfXml(triples, losses);
}

/** The triples of one subject. */
type Subject = { readonly id: string; readonly triples: readonly Triple[] };

function* bySubject(triples: Iterable<Triple>): Generator<Subject> {
  let own: Triple[] = [];
  for (const triple of triples) {
    const [first] = own;
    if (first !== undefined && first.subject !== triple.subject) {
      yield { id: first.subject, triples: own };
      own = [];
    }
    own.push(triple);
  }
  const [first] = own;
  if (first !== undefined) yield { id: first.subject, triples: own };
}

/** Objects by predicate, in their order. */
function byPredicate({ triples }: Subject): ReadonlyMap<string, readonly RdfObject[]> {
  const grouped = new Map<string, RdfObject[]>();
  for (const { predicate, object } of triples) {
    const objects = grouped.get(predicate);
    if (objects === undefined) grouped.set(predicate, [object]);
    else objects.push(object);
  }
  return grouped;
}

/** A name with a known prefix, where its end can stand in one. */
function shortName(iri: string): string | null {
  for (const [prefix, namespace] of Object.entries(PREFIXES)) {
    const local = iri.slice(namespace.length);
    if (iri.startsWith(namespace) && /^[A-Za-z_][\w-]*$/.test(local)) return `${prefix}:${local}`;
  }
  return null;
}

/** Escapes a text of Turtle and N-Triples (RDF 1.1 N-Triples, STRING_LITERAL_QUOTE). */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to be escaped
  return `"${text.replace(/[\u0000-\u001f"\\\u007f]/g, escaped)}"`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

function escaped(character: string): string {
  return ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function angled(iri: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to be escaped
  return `<${iri.replace(/[\u0000-\u0020<>"{}|^`\\]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}>`;
}

function nTriplesObject(object: RdfObject, name: (iri: string) => string): string {
  if (object.kind === 'iri') return name(object.value);
  const { value, language, datatype } = object;
  return `${quoted(value)}${language === null ? '' : `@${language}`}${datatype === null ? '' : `^^${name(datatype)}`}`;
}

function* nTriples(triples: Iterable<Triple>): Generator<string> {
  for (const { subject, predicate, object } of triples) {
    yield `${angled(subject)} ${angled(predicate)} ${nTriplesObject(object, angled)} .\n`;
  }
}

function* turtle(triples: Iterable<Triple>): Generator<string> {
  const name = (iri: string): string => shortName(iri) ?? angled(iri);
  yield `${Object.entries(PREFIXES)
    .map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .`)
    .join('\n')}\n`;
  for (const subject of bySubject(triples)) {
    const lines = [...byPredicate(subject)].map(([predicate, objects]) => {
      const verb = predicate === RDF_TYPE ? 'a' : name(predicate);
      return `  ${verb} ${objects.map((object) => nTriplesObject(object, name)).join(', ')}`;
    });
    yield `\n${angled(subject.id)}\n${lines.join(' ;\n')} .\n`;
  }
}

function* jsonLd(triples: Iterable<Triple>): Generator<string> {
  const name = (iri: string): string => shortName(iri) ?? iri;
  yield `{"@context":${JSON.stringify(PREFIXES)},"@graph":[`;
  let separator = '';
  for (const subject of bySubject(triples)) {
    const members = [...byPredicate(subject)].map(([predicate, objects]) => {
      if (predicate === RDF_TYPE) return ['@type', objects.map(({ value }) => name(value))] as const;
      return [name(predicate), objects.map((object) => jsonLdValue(object, name))] as const;
    });
    yield separator + JSON.stringify({ '@id': subject.id, ...Object.fromEntries(members) });
    separator = ',';
  }
  yield ']}';
}

function jsonLdValue(object: RdfObject, name: (iri: string) => string): object {
  if (object.kind === 'iri') return { '@id': object.value };
  const { value, language, datatype } = object;
  if (datatype === `${PREFIXES.rdf}JSON`) return { '@type': '@json', '@value': JSON.parse(value) };
  return {
    '@value': value,
    ...(language !== null && { '@language': language }),
    ...(datatype !== null && { '@type': name(datatype) }),
  };
}

function xml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them
  const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd').toWellFormed();
  return allowed.replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function* rdfXml(triples: Iterable<Triple>, losses: Loss[]): Generator<string> {
  const namespaces = Object.entries(PREFIXES).map(([prefix, namespace]) => ` xmlns:${prefix}="${xml(namespace)}"`);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${namespaces.join('')}>\n`;
  for (const { id, triples: own } of bySubject(triples)) {
    const [first, ...others] = own;
    const type = first?.predicate === RDF_TYPE ? shortName(first.object.value) : null;
    const node = type ?? 'rdf:Description';
    yield `  <${node} rdf:about="${xml(id)}">\n`;
    for (const { predicate, object } of type === null ? own : others) {
      const element = elementOf(predicate);
      if (element === null) {
        losses.push({ '@id': id, property: predicate, reason: 'RDF/XML has no way to write this name.' });
        continue;
      }
      yield `    ${elementText(element, object)}\n`;
    }
    yield `  </${node}>\n`;
  }
  yield '</rdf:RDF>\n';
}

/** The name of an element, and the namespace that it has to declare itself. */
type Element = { readonly name: string; readonly declaration: string };

function elementOf(iri: string): Element | null {
  const short = shortName(iri);
  if (short !== null) return { name: short, declaration: '' };
  const [, namespace, local] = /^(.*[^\w-])([A-Za-z_][\w-]*)$/s.exec(iri) ?? [];
  if (namespace === undefined || local === undefined) return null;
  return { name: `ns:${local}`, declaration: ` xmlns:ns="${xml(namespace)}"` };
}

function elementText({ name, declaration }: Element, object: RdfObject): string {
  if (object.kind === 'iri') return `<${name}${declaration} rdf:resource="${xml(object.value)}"/>`;
  const { value, language, datatype } = object;
  const attributes = `${language === null ? '' : ` xml:lang="${xml(language)}"`}${datatype === null ? '' : ` rdf:datatype="${xml(datatype)}"`}`;
  return `<${name}${declaration}${attributes}>${xml(value)}</${name}>`;
}
