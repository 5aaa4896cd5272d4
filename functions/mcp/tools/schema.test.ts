import { expect, test } from 'vitest';
import { toJsonSchema } from './schema.ts';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const NAMED = {
  Key: { type: 'string', minLength: 1, description: 'A key.' },
  Sheet: { type: 'object', properties: { owner: { allOf: [reference('Key')], description: 'Its owner.' } } },
  Tree: { type: 'object', properties: { parts: { type: 'array', items: reference('Tree') } } },
};

test('named schemas are in the places that refer to them', () => {
  const schema = { type: 'object', properties: { key: reference('Key'), sheets: { items: reference('Sheet') } } };
  const owner = { type: 'string', minLength: 1, description: 'Its owner.' };
  expect(toJsonSchema(schema, NAMED, 'inlined')).toEqual({
    type: 'object',
    properties: { key: NAMED.Key, sheets: { items: { type: 'object', properties: { owner } } } },
  });
});

test('a schema that contains itself stays a definition', () => {
  const schema = { type: 'object', properties: { tree: reference('Tree') } };
  const tree = { $ref: '#/$defs/Tree' };
  expect(toJsonSchema(schema, NAMED, 'inlined')).toEqual({
    type: 'object',
    properties: { tree },
    $defs: { Tree: { type: 'object', properties: { parts: { type: 'array', items: tree } } } },
  });
});
