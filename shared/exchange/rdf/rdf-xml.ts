import type { Quad } from '@rdfjs/types';
import type { SerializeOptions } from './syntaxes.ts';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string';

/** A name of an element or attribute, and the namespace that its element has to declare. */
type QName = { readonly name: string; readonly declaration: string };

/**
 * The parts of an RDF/XML document (RDF 1.1 XML Syntax), in one graph. Properties whose IRI does not end with an XML name cannot be
 * written, and neither can control characters: `onUnwritable` receives the statements that are absent or different.
 */
export function* rdfXml(quads: Iterable<Quad>, { prefixes, onUnwritable }: SerializeOptions): Generator<string> {
  const known = Object.entries({ rdf: RDF, ...prefixes });
  const declarations = known.map(([prefix, namespace]) => ` xmlns:${prefix}="${xml(namespace)}"`);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${declarations.join('')}>\n`;
  let open: string | null = null;
  let element = '';
  for (const quad of quads) {
    const subject = nodeAttribute('about', quad.subject);
    const isType = quad.predicate.value === `${RDF}type`;
    if (subject !== open) {
      if (open !== null) yield `  </${element}>\n`;
      open = subject;
      const type = isType ? prefixed(quad.object.value, known) : null;
      element = type ?? 'rdf:Description';
      yield `  <${element}${subject}>\n`;
      if (type !== null) continue;
    }
    const property = qName(quad.predicate.value, known);
    const { object } = quad;
    if (property === null || (object.termType === 'Literal' && inXml(object.value) !== object.value))
      onUnwritable(quad);
    if (property !== null) yield `    ${propertyElement(property, quad.object)}\n`;
  }
  if (open !== null) yield `  </${element}>\n`;
  yield '</rdf:RDF>\n';
}

function propertyElement({ name, declaration }: QName, object: Quad['object']): string {
  if (object.termType !== 'Literal') return `<${name}${declaration}${nodeAttribute('resource', object)}/>`;
  const { value, language, datatype } = object;
  const isPlain = Boolean(language) || datatype.value === XSD_STRING; // some processors leave out an absent language

  const type = isPlain ? '' : ` rdf:datatype="${xml(datatype.value)}"`;
  const tag = language ? ` xml:lang="${xml(language)}"` : '';
  return `<${name}${declaration}${tag}${type}>${xml(value)}</${name}>`;
}

/** A node as an attribute: its IRI, or its label as an XML name. */
function nodeAttribute(name: 'about' | 'resource', { termType, value }: Quad['subject'] | Quad['object']): string {
  if (termType !== 'BlankNode') return ` rdf:${name}="${xml(value)}"`;
  return ` rdf:nodeID="${value.replace(/^_:/, '').replace(/^(?![A-Za-z_])/, '_')}"`;
}

/** A name with a known prefix, where its end is an XML name; null for others. */
function prefixed(iri: string, known: readonly (readonly [prefix: string, namespace: string])[]): string | null {
  for (const [prefix, namespace] of known) {
    const local = iri.slice(namespace.length);
    if (iri.startsWith(namespace) && /^[A-Za-z_][\w.-]*$/.test(local)) return `${prefix}:${local}`;
  }
  return null;
}

function qName(iri: string, known: Parameters<typeof prefixed>[1]): QName | null {
  const name = prefixed(iri, known);
  if (name !== null) return { name, declaration: '' };
  const [, namespace, local] = /^(.*[^\w.-])([A-Za-z_][\w.-]*)$/s.exec(iri) ?? [];
  if (namespace === undefined || local === undefined) return null;
  return { name: `ns:${local}`, declaration: ` xmlns:ns="${xml(namespace)}"` };
}

function xml(text: string): string {
  return inXml(text).replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A text with U+FFFD for the characters that XML 1.0 has no way to write. */
function inXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd').toWellFormed();
}
