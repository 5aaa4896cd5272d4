import type { Quad } from '@rdfjs/types';

/** The syntaxes of RDF, by the media types in which they are offered and accepted. */
export const SYNTAXES = {
  'application/rdf+xml': 'rdf-xml',
  'text/turtle': 'turtle',
  'application/n-triples': 'n-triples',
  'application/n-quads': 'n-quads',
  'application/ld+json': 'json-ld',
  'application/json': 'json-ld',
} as const;
export type Syntax = (typeof SYNTAXES)[keyof typeof SYNTAXES];

/** The syntax of a media type; null for other types. */
export function syntaxOfType(mediaType: string | null): Syntax | null {
  return Object.entries(SYNTAXES).find(([type]) => type === mediaType)?.[1] ?? null;
}

/** The syntax of a document whose media type is not known. */
export function syntaxOfText(text: string): Syntax {
  const [first] = /\S/.exec(text) ?? [];
  if (first === '{' || first === '[') return 'json-ld';
  return first === '<' && /^\s*<(?:\?xml|!DOCTYPE|!--|[\w.-]+:RDF)/.test(text) ? 'rdf-xml' : 'turtle';
}

/** How quads are written. */
export type SerializeOptions = {
  /** Namespaces by their prefixes, for the syntaxes that have them. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Called with each quad that the syntax cannot express. */
  readonly onUnwritable: (quad: Quad) => void;
};
