import type { Config } from '../../shared/base/config/config.ts';
import type { Dump, DumpFile } from '../../shared/exchange/bulk/dump-index.ts';
import type { Text } from '../../shared/exchange/frameworks/values.ts';
import { describedOf } from '../../shared/exchange/surroundings/described.ts';
import { siteOf } from '../../shared/exchange/surroundings/public-objects.ts';
import { canonicalOf, exportsOf } from '../../shared/http/pages/addresses.ts';
import { arePagesOn } from '../../shared/http/prefers-page.ts';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import type { ReadObject } from '../../shared/repository/frameworks/object-reader.ts';
import type { Json, JsonObject } from '../../shared/repository/linked-data/json.ts';
import { dumpAddress, GZIP } from './dumps.ts';

/** Namespaces of a description, and of RDF that is written of it. */
export const DCAT_PREFIXES = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  hydra: 'http://www.w3.org/ns/hydra/core#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const;

type DcatConfig = Pick<Config, 'bases' | 'basePath' | 'disabledAdapters' | 'badges'>;

/** A page of a catalog. */
export type CatalogPage = {
  readonly frameworks: readonly ReadObject[];
  /** The newest dump. */
  readonly dump: Dump | null;
  /** Address of the page; null: of the first. */
  readonly page: string | null;
  /** Address of the next page; null: there is none. */
  readonly next: string | null;
};

/** The service as a catalog: all objects are a dataset, and so is each framework (W3C DCAT 3, as JSON-LD). */
export function catalogDocument({ frameworks, dump, page, next }: CatalogPage, config: DcatConfig): JsonObject {
  const catalog = `${config.bases[0]}bulk/catalog`;
  const { host } = new URL(config.bases[0]);
  return {
    '@context': { ...DCAT_PREFIXES },
    '@id': catalog,
    '@type': 'dcat:Catalog',
    'dcterms:title': english(`Competencies and frameworks at ${host}`),
    'dcterms:description': english('What everybody may read of this service: all objects, and each framework.'),
    'dcterms:publisher': agent(config.badges.issuerName, `${catalog}#publisher`),
    'foaf:homepage': { '@id': `${siteOf(config)}/`, '@type': 'foaf:Document' },
    'dcat:service': serviceOf(config, catalog),
    'dcat:dataset': [allObjects(config, catalog, dump), ...frameworks.map((one) => frameworkDataset(one, config))],
    ...((page !== null || next !== null) && {
      'hydra:view': {
        '@id': page ?? `${catalog}#first`,
        '@type': 'hydra:PartialCollectionView',
        ...(next !== null && { 'hydra:next': { '@id': next } }),
      },
    }),
  };
}

function serviceOf({ bases }: DcatConfig, catalog: string): JsonObject {
  return {
    '@id': `${catalog}#service`,
    '@type': 'dcat:DataService',
    'dcterms:title': english(`API at ${new URL(bases[0]).host}`),
    'dcat:endpointURL': { '@id': bases[0] },
    'dcat:endpointDescription': { '@id': `${bases[0]}openapi.json` },
    'dcat:servesDataset': { '@id': `${catalog}#all` },
  };
}

function allObjects(config: DcatConfig, catalog: string, dump: Dump | null): JsonObject {
  const address = `${config.bases[0]}bulk`;
  const stream = {
    '@id': `${catalog}#stream`,
    '@type': 'dcat:Distribution',
    'dcterms:title': english('All objects as they are now, a line each'),
    'dcat:accessURL': { '@id': address },
    'dcat:downloadURL': { '@id': address },
    'dcterms:format': { '@type': 'dcterms:MediaTypeOrExtent', 'rdfs:label': NDJSON },
    'dcat:accessService': { '@id': `${catalog}#service` },
  };
  return {
    '@id': `${catalog}#all`,
    '@type': 'dcat:Dataset',
    'dcterms:title': english('All public objects'),
    'dcterms:description': english(
      'Frameworks, competencies, relations and all other objects that everybody may read, as JSON-LD.',
    ),
    'dcterms:identifier': `${catalog}#all`,
    'dcterms:publisher': { '@id': `${catalog}#publisher` },
    'dcat:keyword': [english('competencies'), english('skills')],
    'dcat:distribution': [
      stream,
      ...(dump?.files.map((file, index) => dumpDistribution(config, dump, file, index)) ?? []),
    ],
  };
}

/** A file of a dump. A dump of several files has a distribution for each. */
function dumpDistribution(config: DcatConfig, { begun, files }: Dump, file: DumpFile, index: number): JsonObject {
  const address = dumpAddress(config, file.name);
  const part = files.length === 1 ? '' : `, part ${index + 1} of ${files.length}`;
  return {
    '@id': `${address}#distribution`,
    '@type': 'dcat:Distribution',
    'dcterms:title': english(`All objects of ${begun.slice(0, 10)}, a line each${part}`),
    'dcterms:issued': { '@type': 'xsd:dateTime', '@value': begun },
    'dcat:accessURL': { '@id': address },
    'dcat:downloadURL': { '@id': address },
    'dcat:byteSize': { '@type': 'xsd:nonNegativeInteger', '@value': String(file.bytes) },
    'dcat:mediaType': mediaType(GZIP),
    'dcat:compressFormat': mediaType(GZIP),
    'dcterms:format': { '@type': 'dcterms:MediaTypeOrExtent', 'rdfs:label': NDJSON },
    'spdx:checksum': {
      '@type': 'spdx:Checksum',
      'spdx:algorithm': { '@id': 'spdx:checksumAlgorithm_sha256', '@type': 'spdx:ChecksumAlgorithm' },
      'spdx:checksumValue': { '@type': 'xsd:hexBinary', '@value': file.sha256 },
    },
  };
}

function frameworkDataset(read: ReadObject, config: DcatConfig): JsonObject {
  const described = describedOf(read);
  const address = canonicalOf(read.shortId, config);
  const title = described.name.length === 0 ? [{ text: address, language: null }] : described.name;
  const texts = (name: string, values: readonly Text[]) => (values.length === 0 ? {} : { [name]: values.map(literal) });
  return {
    '@id': `${address}#dataset`,
    '@type': 'dcat:Dataset',
    ...texts('dcterms:title', title),
    ...texts('dcterms:description', described.statement.length === 0 ? title : described.statement),
    ...texts('dcat:keyword', described.keywords),
    'dcterms:identifier': read.shortId,
    'dcterms:modified': { '@type': 'xsd:dateTime', '@value': new Date(read.modified).toISOString() },
    ...(described.creators.length > 0 && {
      'dcterms:publisher': described.creators.map((name) => (isAddress(name) ? agent(name, name) : agent(name))),
    }),
    ...termsOfUse(described),
    ...(arePagesOn(config) && { 'dcat:landingPage': { '@id': address, '@type': 'foaf:Document' } }),
    'dcat:distribution': exportsOf(read.shortId, described.kind, config).map(({ name, type, path }) => {
      const url = `${config.bases[0]}${path.slice(`${config.basePath}/api/`.length)}`;
      return {
        '@id': `${url}#distribution`,
        '@type': 'dcat:Distribution',
        'dcterms:title': name,
        'dcat:accessURL': { '@id': url },
        'dcat:downloadURL': { '@id': url },
        'dcat:mediaType': mediaType(type),
      };
    }),
  };
}

/** A licence by its address, and texts about rights. */
function termsOfUse({ license, rights }: Pick<ReturnType<typeof describedOf>, 'license' | 'rights'>): JsonObject {
  const isKnown = license !== null && isAddress(license);
  const texts = [...(license === null || isKnown ? [] : [{ text: license, language: null }]), ...rights];
  return {
    ...(isKnown && { 'dcterms:license': { '@id': license, '@type': 'dcterms:LicenseDocument' } }),
    ...(texts.length > 0 && {
      'dcterms:rights': texts.map((one) => ({ '@type': 'dcterms:RightsStatement', 'rdfs:label': literal(one) })),
    }),
  };
}

function agent(name: string, id?: string): JsonObject {
  return { ...(id !== undefined && { '@id': id }), '@type': 'foaf:Agent', 'foaf:name': name };
}

function mediaType(type: string): JsonObject {
  return { '@id': `https://www.iana.org/assignments/media-types/${type}`, '@type': 'dcterms:MediaType' };
}

function literal({ text, language }: Text): Json {
  return language === null ? text : { '@language': language, '@value': text };
}

function english(text: string): JsonObject {
  return { '@language': 'en', '@value': text };
}

/** Whether a text is an address that RDF can have as an IRI. */
function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s<>"{}|\\^`]+$/.test(text) && URL.canParse(text);
}
