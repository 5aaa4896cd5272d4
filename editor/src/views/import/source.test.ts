import { expect, it } from 'vitest';
import { RelationsAlone, readContent, sourcesOf } from './source.ts';

const file = (name: string, text: string): File => new File([text], name);

const COMPETENCIES = '@id,@type,name\na,Competency,Bread\n';
const RELATIONS = '@id,@type,relationType,source,target\nr,Relation,narrows,b,a\n';

it('a table of relations belongs to the table of competencies with the same name, or the only one', async () => {
  const bread = file('Bread - Competencies.csv', COMPETENCIES);
  const cakes = file('Cakes - Competencies.csv', COMPETENCIES);
  const relations = file('Cakes - Relations.csv', RELATIONS);
  expect(await sourcesOf([bread, relations, cakes])).toEqual([
    { kind: 'file', name: bread.name, file: bread },
    { kind: 'file', name: cakes.name, file: cakes, relations },
  ]);
  expect(await sourcesOf([file('1.csv', RELATIONS), bread])).toMatchObject([{ name: bread.name, relations: {} }]);
});

it('a table of relations alone is refused', async () => {
  const [source] = await sourcesOf([file('Relations.csv', RELATIONS)]);
  if (source?.kind !== 'file') throw new Error('It is a file.');
  await expect(readContent(source, 'csv', 'en')).rejects.toThrow(RelationsAlone);
});
