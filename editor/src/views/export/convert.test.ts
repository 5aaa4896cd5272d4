import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { FORMATS } from '../../../../test/support/exchange-formats.ts';
import { frameworkIn } from '../../../../test/support/exchange-frameworks.ts';
import { createState } from '../../outline/state.ts';
import { convert, isPrivate } from './convert.ts';

const BASE = 'https://here.example/api/';
const VERSION = 1_700_000_000_000;
const idOf = (type: string, name: string) => `${BASE}data/schema.cassproject.org.0.4.${type}/${name}`;

const [FRAMEWORK, KNOTS, BOWLINE, GONE] = [
  idOf('Framework', 'f'),
  idOf('Competency', 'knots'),
  idOf('Competency', 'bowline'),
  idOf('Competency', 'gone'),
];

const DECRYPTED = new Map<string, JsonObject>([
  [
    FRAMEWORK,
    {
      '@id': FRAMEWORK,
      '@type': 'Framework',
      '@owner': ['key'],
      name: { en: 'Sailing', de: 'Segeln' },
      competency: [KNOTS, BOWLINE, GONE],
      relation: ['r', 's'],
    },
  ],
  [KNOTS, { '@id': KNOTS, '@type': 'Competency', name: 'Knots', 'schema:keywords': ['rope', 'knot'] }],
  [BOWLINE, { '@id': BOWLINE, '@type': 'Competency', name: { en: 'Bowline' }, 'ex:strands': 3 }],
  ['r', { '@id': 'r', '@type': 'Relation', relationType: 'narrows', source: BOWLINE, target: KNOTS }],
  ['s', { '@id': 's', '@type': 'Relation', relationType: 'desires', source: BOWLINE, target: KNOTS }],
]);

/** As the framework is stored: encrypted, with the time of its version in the id. */
const STORED = new Map(
  [...DECRYPTED.keys()].map((id): [string, JsonObject] => [
    id,
    { '@id': `${id}/${VERSION}`, '@type': 'EncryptedValue', payload: 'x' },
  ]),
);

const LOADED = { state: createState(FRAMEWORK, DECRYPTED), stored: STORED, etag: null, missing: [GONE] };

it.each([
  ['ctdl-asn', 'CTDL-ASN'],
  ['case-1.0', 'CASE 1.0'],
  ['case-1.1', 'CASE 1.1'],
  ['asn-rdf-xml', 'ASN (RDF/XML)'],
  ['asn-turtle', 'ASN (Turtle)'],
  ['asn-n-triples', 'ASN (N-Triples)'],
  ['asn-json-ld', 'ASN (JSON-LD)'],
] as const)(
  'a private framework is written as %s with what the service writes of a public one',
  async (format, name) => {
    const { content, losses } = await convert(format, LOADED, BASE);
    const expected = FORMATS[name]?.write(await frameworkIn(DECRYPTED));
    expect(await content.text()).toBe(expected?.text);
    expect(losses).toEqual(expected?.losses);
  },
);

it('a framework is private as soon as one of its parts is encrypted', () => {
  expect(isPrivate(LOADED)).toBe(true);
  expect(isPrivate({ stored: DECRYPTED })).toBe(false);
  const [[id = '', encrypted = {}] = []] = STORED;
  expect(isPrivate({ stored: new Map([...DECRYPTED, [id, encrypted]]) })).toBe(true);
});
