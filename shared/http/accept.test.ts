import { expect, test } from 'vitest';
import { asksFor, jsonOffers, negotiate, type Offers } from './accept.ts';
import { RDF_OFFERS } from './rdf-accept.ts';

const EXPANDED = 'http://www.w3.org/ns/json-ld#expanded';

/** What objects are offered as. */
const OBJECT: Offers<string> = [
  ...jsonOffers('json', 'json'),
  ...RDF_OFFERS.map((offer) => ({ ...offer, form: offer.form.syntax })),
];

test.each([
  [null, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['APPLICATION/JSON', 'json'],
  ['text/plain', 'json'],
  ['application/ld+json', 'json'],
  ['application/*', 'json'],
  ['text/*', 'json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
  ['text/turtle', 'turtle'],
  ['text/n4', 'n-quads'],
  // The highest quality, wherever it is named.
  ['text/turtle;q=0.4, application/n-triples;q=0.9', 'n-triples'],
  ['application/n-triples, text/turtle;q=0.4', 'n-triples'],
  ['application/json;q=0.5, text/turtle', 'turtle'],
  ['text/turtle;q=0.5, */*', 'json'],
  ['text/turtle;q=0.9, */*;q=0.1', 'turtle'],
  ['text/turtle;q=0.0, application/rdf+xml', 'rdf-xml'],
  // Of equal qualities, the first one named.
  ['application/json, text/turtle', 'json'],
  ['text/turtle, application/json', 'turtle'],
  ['text/turtle, */*', 'turtle'],
  // The most precise range counts.
  ['application/*;q=0.9, application/json;q=0.1, application/ld+json;q=0', 'n-quads'],
  ['*/*, application/json;q=0, application/ld+json;q=0, application/n-quads;q=0', 'turtle'],
  // A profile is a parameter of the media type.
  [`application/ld+json;profile="${EXPANDED}"`, 'json-ld'],
  [`application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted ${EXPANDED}"`, 'json-ld'],
  ['application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"', 'json'],
  [`application/json, application/ld+json;profile="${EXPANDED}";q=0.5`, 'json'],
])('Accept "%s" gets %s', (accept, expected) => {
  expect(negotiate(accept, OBJECT)).toBe(expected);
});

test.each(['image/png', 'application/json;q=0', '*/*;q=0', 'text/html'])('Accept "%s" gets 406', (accept) => {
  const offers = jsonOffers(1, 1);
  expect(() => negotiate(accept, offers)).toThrow('Offered are application/json, application/ld+json.');
});

test.each([
  ['application/json', true],
  ['application/json, text/plain, */*', true],
  ['text/plain, application/json', true],
  ['text/plain, application/json;q=0.5', false],
  ['text/plain;q=0.2, application/json;q=0.5', true],
  ['application/json;q=0', false],
  ['*/*', false],
])('Accept "%s" asks for JSON in place of text: %s', (accept, asks) => {
  const request = new Request('http://localhost/', { headers: { accept } });
  expect(asksFor(request, 'application/json', 'text/plain')).toBe(asks);
});
