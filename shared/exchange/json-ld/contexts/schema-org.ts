import { PREFIXES } from './prefixes.ts';

/** Properties whose values are addresses, where they are texts in JSON: those that schema.org lets range over URL, but not over Text. */
const ADDRESSES = [
  'additionalType',
  'codeRepository',
  'colleague',
  'contentUrl',
  'discussionUrl',
  'downloadUrl',
  'embedUrl',
  'gameLocation',
  'hasMap',
  'image',
  'installUrl',
  'isBasedOn',
  'isBasedOnUrl',
  'license',
  'logo',
  'mainEntityOfPage',
  'map',
  'maps',
  'paymentUrl',
  'publishingPrinciples',
  'relatedLink',
  'replyToUrl',
  'sameAs',
  'screenshot',
  'serviceUrl',
  'significantLink',
  'significantLinks',
  'targetUrl',
  'thumbnailUrl',
  'trackingUrl',
  'url',
] as const;

/** The context of schema.org: its terms by their names, of which those above are addresses. */
export const SCHEMA_ORG_DOCUMENT = {
  '@context': {
    '@vocab': PREFIXES.schema,
    ...PREFIXES,
    type: '@type',
    id: '@id',
    ...Object.fromEntries(ADDRESSES.map((name) => [name, { '@id': `schema:${name}`, '@type': '@id' }])),
  },
};
