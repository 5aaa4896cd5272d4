import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** A context that ships with the service. */
type Bundled = {
  /** SHA-256 of its JSON text, in hexadecimal: a changed context would change what documents, and signatures over them, mean. */
  readonly digest: string;
  readonly load: () => Promise<ContextDocument>;
};

/** A document with a context. */
export type ContextDocument = { readonly '@context': unknown };

const SERVICE: Bundled = {
  digest: '5b7978b8922d4b806a5a5034844ab21ccbf26e5992bf7d71df0bde92236d9c11',
  load: async () => (await import('./service.ts')).SERVICE_DOCUMENT,
};
const KBAC: Bundled = {
  digest: 'e461b71022141b1064764e4041368621e13f504087b6614bbc49318cd49d2552',
  load: async () => (await import('./service.ts')).KBAC_DOCUMENT,
};
const CONCEPTS: Bundled = {
  digest: 'cbd179a0fa8095a860e1fa89bbc0e91cdfab9054cc1eaa83a118b562f6e315d9',
  load: async () => (await import('./service.ts')).CONCEPT_DOCUMENT,
};
const SCHEMA_ORG: Bundled = {
  digest: '860d1d880128129ca82ac8afbb6e77dc670ad4aa12cc5ca0ca5c6876408dd56b',
  load: async () => (await import('./schema-org.ts')).SCHEMA_ORG_DOCUMENT,
};
const CTDL: Bundled = {
  digest: '34c92f6fbb86c479e4f86bdaf6659d514d014b52f64c2a891cc705dbe0276761',
  load: async () => (await import('./ctdl.ts')).CTDL_DOCUMENT,
};

/** Contexts by their addresses, without the scheme and without a slash at the end. */
const BUNDLED: readonly (readonly [address: RegExp, context: Bundled])[] = [
  [/^schema\.(?:cassproject|svc)\.org\/(?:kbac\/0\.[234]|0\.[234]\/kbac)$/, KBAC],
  [/^schema\.(?:cassproject|svc)\.org\/0\.[234]\/skos$/, CONCEPTS],
  [/^schema\.(?:cassproject|svc)\.org\/0\.[234]$/, SERVICE],
  [/^schema\.org(?:\/docs\/jsonldcontext\.json(?:ld)?)?$/, SCHEMA_ORG],
  [/^credreg\.net\/(?:ctdl|ctdlasn)\/schema\/context\/json$/, CTDL],
];

/**
 * The context of an address, as it ships with the service.
 *
 * @returns null for an address that none ships for
 * @throws Error if it is not the one that was pinned
 */
export async function bundledContext(url: string): Promise<ContextDocument | null> {
  const address = url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
  const bundled = BUNDLED.find(([pattern]) => pattern.test(address))?.[1];
  if (bundled === undefined) return null;
  const document = await bundled.load();
  requireDigest(url, document, bundled.digest);
  return document;
}

/** @throws Error if the JSON text of a context has another SHA-256 */
export function requireDigest(url: string, document: ContextDocument, digest: string): void {
  const found = digestOf(document);
  if (found !== digest) throw new Error(`The context ${url} is not the pinned one: its SHA-256 is ${found}.`);
}

function digestOf(document: ContextDocument): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(document))));
}
