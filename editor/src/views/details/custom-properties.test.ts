import { expect, it } from 'vitest';
import { propertiesText, readProperties } from './custom-properties.ts';

const OBJECT = { '@id': 'x', '@type': 'Competency', '@owner': ['key'], name: 'Bread', 'ex:flour': ['rye'] };

it('shows properties, and not what the object is or whose it is', () => {
  expect(JSON.parse(propertiesText(OBJECT))).toEqual({ name: 'Bread', 'ex:flour': ['rye'] });
});

it('sets what was changed and removes what was left out', () => {
  const text = '{ "name": "Bread", "ex:oven": { "ex:heat": 12345678901234567890 } }';
  const read = readProperties(text, OBJECT);
  expect(JSON.stringify(read)).toBe('{"fields":{"ex:flour":null,"ex:oven":{"ex:heat":12345678901234567890}}}');
});

it.each([
  ['{\n  "name": "Bread",\n  oops\n}', 3, 3],
  ['{\n  "name": "Bread"\n  "scope": "x"\n}', 3, 3],
  ['', 1, 1],
  ['{ "name": "Bread"', 1, 18],
])('says in which line and column %j is wrong', (text, line, column) => {
  expect(readProperties(text, OBJECT)).toMatchObject({ fault: { kind: 'syntax', line, column } });
});

it.each(['@owner', '@id', 'owner', 'signature', 'competency'])('does not let %s be set', (name) => {
  expect(readProperties(JSON.stringify({ [name]: 'x' }), OBJECT)).toEqual({ fault: { kind: 'protected', name } });
});

it('takes nothing but an object', () => {
  expect(readProperties('[]', OBJECT)).toEqual({ fault: { kind: 'no-object' } });
});
