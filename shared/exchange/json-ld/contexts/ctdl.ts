import { PREFIXES } from './prefixes.ts';

/** Properties with a text per language. */
const TEXTS = [
  ...['ceasn:name', 'ceasn:description', 'ceasn:comment', 'ceasn:competencyCategory', 'ceasn:competencyLabel'],
  ...['ceasn:competencyText', 'ceasn:conceptKeyword', 'ceasn:localSubject', 'ceasn:publisherName', 'ceasn:rights'],
  ...['ceasn:tableOfContents', 'ceterms:name', 'ceterms:description', 'ceterms:keyword', 'skos:altLabel'],
  ...['skos:changeNote', 'skos:definition', 'skos:example', 'skos:hiddenLabel', 'skos:note', 'skos:prefLabel'],
  'skos:scopeNote',
] as const;

/** Properties whose values are addresses. */
const REFERENCES = [
  ...['asn:hasProgressionLevel', 'asn:hasProgressionModel', 'ceasn:abilityEmbodied', 'ceasn:alignFrom'],
  ...[
    'ceasn:alignTo',
    'ceasn:author',
    'ceasn:broadAlignment',
    'ceasn:comprisedOf',
    'ceasn:conceptTerm',
    'ceasn:creator',
  ],
  ...['ceasn:crossSubjectReference', 'ceasn:derivedFrom', 'ceasn:educationLevelType', 'ceasn:exactAlignment'],
  ...['ceasn:hasChild', 'ceasn:hasTopChild', 'ceasn:isChildOf', 'ceasn:isPartOf', 'ceasn:isTopChildOf'],
  ...['ceasn:isVersionOf', 'ceasn:knowledgeEmbodied', 'ceasn:license', 'ceasn:majorAlignment', 'ceasn:minorAlignment'],
  ...['ceasn:narrowAlignment', 'ceasn:prerequisiteAlignment', 'ceasn:publicationStatusType', 'ceasn:publisher'],
  ...['ceasn:rightsHolder', 'ceasn:skillEmbodied', 'ceasn:source', 'ceterms:hasMember', 'ceterms:isMemberOf'],
  ...[
    'ceterms:ownedBy',
    'ceterms:subjectWebpage',
    'skos:broadMatch',
    'skos:broader',
    'skos:closeMatch',
    'skos:exactMatch',
  ],
  ...['skos:hasTopConcept', 'skos:inScheme', 'skos:narrower', 'skos:narrowMatch', 'skos:related', 'skos:topConceptOf'],
] as const;

const DATES = ['ceasn:dateCopyrighted', 'ceasn:dateCreated', 'ceasn:dateValidFrom', 'ceasn:dateValidUntil'] as const;
const TIMES = ['ceasn:dateModified', 'ceasn:repositoryDate'] as const;

/** The context of CTDL and CTDL-ASN documents: ranges of the properties that frameworks and concept schemes have. */
export const CTDL_DOCUMENT = {
  '@context': {
    '@version': 1.1,
    ...PREFIXES,
    ...Object.fromEntries(TEXTS.map((name) => [name, { '@id': name, '@container': '@language' }])),
    ...Object.fromEntries(REFERENCES.map((name) => [name, { '@id': name, '@type': '@id' }])),
    ...Object.fromEntries(DATES.map((name) => [name, { '@id': name, '@type': 'xsd:date' }])),
    ...Object.fromEntries(TIMES.map((name) => [name, { '@id': name, '@type': 'xsd:dateTime' }])),
  },
};
