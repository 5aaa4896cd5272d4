import { PREFIXES } from './prefixes.ts';

/** The vocabularies of this service's types, and of key-based access control. */
const { cass: VOCABULARY, kbac: KBAC } = PREFIXES;

/** Terms whose values are addresses of other objects. */
const REFERENCES = [
  'competency',
  'relation',
  'level',
  'rollupRule',
  'directory',
  'framework',
  'source',
  'target',
  'validCondition',
  'parentDirectory',
] as const;

/** Terms of schema.org that objects of the service carry. */
const SCHEMA_TERMS = [
  'alternateName',
  'author',
  'copyrightHolder',
  'copyrightYear',
  'creator',
  'dateCreated',
  'dateModified',
  'datePublished',
  'educationalAlignment',
  'email',
  'identifier',
  'image',
  'inLanguage',
  'keywords',
  'license',
  'member',
  'publisher',
  'sameAs',
  'seeks',
  'telephone',
  'url',
  'validFrom',
  'validThrough',
  'version',
] as const;

/** Terms of schema.org that may be language maps. */
const TEXTS = ['name', 'description'] as const;

/** Terms of key-based access control, which objects have with and without `@`. */
export const KBAC_TERMS = [
  'owner',
  'reader',
  'signature',
  'signatureSha256',
  'encryptedType',
  'encryptedContext',
  'payload',
  'secret',
] as const;

const kbac = Object.fromEntries(KBAC_TERMS.map((name) => [name, `${KBAC}${name}`]));
const texts = Object.fromEntries(TEXTS.map((name) => [name, { '@id': `schema:${name}`, '@container': '@language' }]));
const references = Object.fromEntries(REFERENCES.map((name) => [name, { '@id': VOCABULARY + name, '@type': '@id' }]));
const schema = Object.fromEntries(SCHEMA_TERMS.map((name) => [name, `schema:${name}`]));
const common = { '@version': 1.1, ...PREFIXES, dct: PREFIXES.dcterms, ...kbac, ...texts, ...schema };

/** The context of frameworks, competencies, relations, levels, rollup rules and assertions. */
export const SERVICE_DOCUMENT = {
  '@context': { ...common, '@vocab': VOCABULARY, ...references, EncryptedValue: `${KBAC}EncryptedValue` },
};

/** The context of encrypted values, credentials and other objects of key-based access control. */
export const KBAC_DOCUMENT = { '@context': { ...common, '@vocab': KBAC } };

/** The context of concepts, concept schemes and progression models. */
export const CONCEPT_DOCUMENT = { '@context': { ...common, '@vocab': PREFIXES.skos } };
