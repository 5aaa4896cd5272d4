import { expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { NotAFramework } from './not-a-framework.ts';
import { createState } from './state.ts';

const CONTEXT = 'https://schema.cassproject.org/0.4';
const stateOf = (object: JsonObject) =>
  createState('x', new Map([['x', { '@id': 'x', competency: ['y'], ...object }]]));

it.each<JsonObject>([
  { '@context': CONTEXT, '@type': 'Framework' },
  { '@context': 'https://schema.svc.org/0.4', '@type': 'Framework' },
  { '@type': 'http://schema.cassproject.org/0.3/Framework' },
])('%j is an outline', (object) => {
  expect(stateOf(object).frameworkId).toBe('x');
});

it.each<JsonObject>([
  { '@context': CONTEXT, '@type': 'Competency' },
  { '@context': `${CONTEXT}/skos`, '@type': 'ConceptScheme' },
  { '@context': CONTEXT, '@type': 'CompetencyFramework' },
  { '@context': CONTEXT, '@type': 'EncryptedValue', encryptedType: 'Framework', encryptedContext: CONTEXT },
  {},
])('no command can be run on %j', (object) => {
  expect(() => stateOf(object)).toThrow(NotAFramework);
});
