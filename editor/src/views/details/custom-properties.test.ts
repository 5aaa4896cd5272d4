import { expect, it } from 'vitest';
import { propertiesText, readProperties } from './custom-properties.ts';

const OBJECT = { '@id': 'x', '@type': 'Competency', '@owner': ['key'], name: 'Bread', 'ex:flour': ['rye'] };

it('the editable properties leave out what the object is and who owns it', () => {
  expect(JSON.parse(propertiesText(OBJECT))).toEqual({ name: 'Bread', 'ex:flour': ['rye'] });
});

it('an edit sets changed members and removes those that are left out', () => {
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

it('only an object is accepted', () => {
  expect(readProperties('[]', OBJECT)).toEqual({ fault: { kind: 'no-object' } });
});
