import type { NodeKind } from '../../repository/frameworks/kinds.ts';

/** The contexts and types that new objects of frameworks are stored with: those that today's clients know. */
export const SERVICE_CONTEXT = 'https://schema.cassproject.org/0.4';
const SKOS_CONTEXT = 'https://schema.cassproject.org/0.4/skos/';

/** The path, below `data/`, of relations that the service creates. */
export const RELATION_PATH = 'schema.cassproject.org.0.4.Relation';

type StoredType = { readonly context: string; readonly type: string; readonly subType?: string };

/** How nodes of each kind are typed in the store. */
export const STORED_TYPES: Readonly<Record<NodeKind, StoredType>> = {
  framework: { context: SERVICE_CONTEXT, type: 'Framework' },
  collection: { context: SERVICE_CONTEXT, type: 'Framework', subType: 'Collection' },
  conceptScheme: { context: SKOS_CONTEXT, type: 'ConceptScheme' },
  progressionModel: { context: SKOS_CONTEXT, type: 'ConceptScheme', subType: 'Progression' },
  competency: { context: SERVICE_CONTEXT, type: 'Competency' },
  concept: { context: SKOS_CONTEXT, type: 'Concept' },
  progressionLevel: { context: SKOS_CONTEXT, type: 'Concept', subType: 'Progression' },
};

/** Prefixes of property names, with the namespaces that they are also written as. */
const NAMESPACES: readonly (readonly [prefix: string, namespaces: readonly string[]])[] = [
  ['ceasn', ['https://purl.org/ctdlasn/terms/', 'http://purl.org/ctdlasn/terms/']],
  ['ceterms', ['https://purl.org/ctdl/terms/', 'http://purl.org/ctdl/terms/']],
  ['asn', ['http://purl.org/ASN/schema/core/', 'http://purl.org/asn/schema/core/']],
  ['dc', ['http://purl.org/dc/elements/1.1/']],
  ['dcterms', ['http://purl.org/dc/terms/']],
  ['skos', ['http://www.w3.org/2004/02/skos/core#']],
  ['schema', ['http://schema.org/', 'https://schema.org/']],
  ['gemq', ['http://purl.org/gem/qualifiers/']],
  ['case', ['https://purl.imsglobal.org/spec/case/v1p0/vocab#', 'http://schema.eduworks.com/ims/case/v1p0/']],
];

/** A property name with its prefix: `http://purl.org/ctdlasn/terms/name` is `ceasn:name`. Names of other namespaces stay as they are. */
export function withPrefix(name: string): string {
  if (name.startsWith('dct:')) return `dcterms:${name.slice(4)}`;
  if (!name.includes('/')) return name;
  for (const [prefix, namespaces] of NAMESPACES) {
    const namespace = namespaces.find((each) => name.startsWith(each) && !/[/#:]/.test(name.slice(each.length)));
    if (namespace !== undefined) return `${prefix}:${name.slice(namespace.length)}`;
  }
  return name;
}

/** The full name of a property with one of the known prefixes; null for other names. */
export function fullName(name: string): string | null {
  const colon = name.indexOf(':');
  const namespaces = NAMESPACES.find(([prefix]) => prefix === name.slice(0, colon))?.[1];
  return namespaces === undefined ? null : `${namespaces[0]}${name.slice(colon + 1)}`;
}
