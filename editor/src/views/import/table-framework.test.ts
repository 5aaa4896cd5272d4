import { expect, it } from 'vitest';
import { frameworkOfTable } from './table-framework.ts';
import type { TableItem } from './table-item.ts';

const KEY = [
  '-----BEGIN PUBLIC KEY-----',
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEY1vQhZ1NZqC2zv4B3PfN4uO0gIuX8hVJ2uX1n0Y6cVb8m0o3V6x5w1l0J9y8Z4o2yA0fQm3y3x9rT7k1sQ==',
  '-----END PUBLIC KEY-----',
].join('\n');

it('a new framework has what its table says of it, the identifiers of its competencies, and their relations', () => {
  const uuid = '7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7a01';
  const knead: TableItem = { id: uuid, fields: { name: { en: 'Knead' } }, children: [] };
  const bread: TableItem = { id: 'own', fields: { name: { en: 'Bread' } }, children: [knead] };
  const bake: TableItem = { fields: { name: { en: 'Bake' } }, children: [] };
  const { frameworkId, objects } = frameworkOfTable(
    'https://here.example/api/',
    {
      items: [bread, bake],
      relations: [{ source: bake, type: 'requires', target: knead }],
      framework: { name: { en: 'In the table' }, creator: 'A baker' },
    },
    { name: 'Baking', language: 'en', owner: KEY },
    false,
  );
  const framework = objects.get(frameworkId);
  expect(framework).toMatchObject({ name: { '@value': 'Baking' }, creator: 'A baker' });
  const named = (name: string) =>
    [...objects.values()].find((object) => JSON.stringify(object['name']) === JSON.stringify({ en: name }));
  expect(named('Knead')).toMatchObject({ 'schema:identifier': uuid });
  expect(named('Bread')).not.toHaveProperty('schema:identifier');
  const relations = [...objects.values()].filter((object) => object['@type'] === 'Relation');
  expect(relations).toMatchObject([
    { relationType: 'narrows', source: named('Knead')?.['@id'], target: named('Bread')?.['@id'] },
    { relationType: 'requires', source: named('Bake')?.['@id'], target: named('Knead')?.['@id'] },
  ]);
  expect(framework?.['relation']).toEqual(relations.map((relation) => relation['@id']));
});
