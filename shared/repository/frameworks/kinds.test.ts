import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../linked-data/json.ts';
import { kindOf, mayBeFramework, ownKind, readableKind } from './kinds.ts';

const SERVICE = 'https://schema.cassproject.org/0.4';
const KBAC = 'https://schema.cassproject.org/kbac/0.4';
const CTDL_ASN = 'https://credreg.net/ctdlasn/schema/context/json';

function object(context: string, type: Json, members: JsonObject = {}): JsonObject {
  return { '@context': context, '@type': type, '@id': 'https://example.org/1', ...members };
}

/** An encrypted object that says what it holds. */
const sealed = (type: string) => object(KBAC, 'EncryptedValue', { encryptedType: type, encryptedContext: SERVICE });

/**
 * What each use takes an object for: profiles (frameworks) and culls (what they remove), `ownKind`; SCD, badges, PNA, profiles
 * (competencies), `readableKind`; formats, `kindOf`; culls (what they keep) and subscriptions, `mayBeFramework`.
 */
describe('the kinds of an object', () => {
  test.each([
    // of the service, in its versions and under its hosts
    [object(SERVICE, 'Framework'), 'framework', 'framework', 'framework', true],
    [object(`${SERVICE}/`, 'Competency'), 'competency', 'competency', 'competency', false],
    [object('https://schema.svc.org/0.4', 'Framework'), 'framework', 'framework', 'framework', true],
    [object('http://schema.cassproject.org/0.2', 'Relation'), 'relation', 'relation', null, false],
    [object('http://schema.cassproject.org/0.3', 'Competency'), 'competency', 'competency', 'competency', false],
    [object('http://schema.eduworks.com/cass/0.1', 'framework'), 'framework', 'framework', 'framework', true],
    [object('https://schema.org', `${SERVICE}/Competency`), 'competency', 'competency', 'competency', false],
    [object(SERVICE, 'Framework', { subType: 'Collection' }), 'framework', 'framework', 'collection', true],
    // of several types, the first decides
    [object(SERVICE, ['Framework', 'Thing']), 'framework', 'framework', 'framework', true],
    [object(SERVICE, ['Collection', `${SERVICE}/Framework`]), null, null, null, true],
    // what looks like the service's
    [object('https://schema.cassproject.org/1.4', 'Competency'), null, 'competency', 'competency', false],
    [object('https://schema.cassproject.org.example.org/0.4', 'Framework'), null, 'framework', 'framework', true],
    [object(SERVICE, 'Competency', { name: 'framework' }), 'competency', 'competency', 'competency', false],
    [object(SERVICE, 'Level'), null, null, null, false],
    // of other vocabularies
    [object('https://schema.org', 'Competency'), null, 'competency', 'competency', false],
    [object(CTDL_ASN, 'ceasn:CompetencyFramework'), null, 'framework', null, true],
    [object(CTDL_ASN, 'ceasn:Competency'), null, 'competency', 'competency', false],
    [object('https://purl.org/ctdlasn/terms/', 'CompetencyFramework'), null, 'framework', null, true],
    [object('https://w3id.org/skos', 'ConceptScheme'), null, null, 'conceptScheme', false],
    [object('https://w3id.org/skos', 'Concept', { subType: 'Progression' }), null, null, 'progressionLevel', false],
    [object('https://schema.org', 'Thing'), null, null, null, false],
    // encrypted
    [sealed('Framework'), null, null, 'framework', true],
    [sealed('Competency'), null, null, 'competency', false],
    [object(KBAC, 'EncryptedValue'), null, null, null, true],
    [object(SERVICE, ['Competency', 'EncryptedValue']), null, null, 'competency', false],
  ] as const)(
    'of type %j are: own %s, readable %s, node %s; may be a framework: %s',
    (one, own, readable, node, maybe) => {
      expect({
        own: ownKind(one),
        readable: readableKind(one),
        node: kindOf(one),
        maybe: mayBeFramework(one),
      }).toEqual({ own, readable, node, maybe });
    },
  );
});
