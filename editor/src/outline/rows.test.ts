import { expect, it } from 'vitest';
import { idOf } from './draft.ts';
import { createRows, parentIndex } from './rows.ts';
import { createState } from './state.ts';

it('the parent of a row is found, whatever its id has in it', () => {
  const id = (type: string, name: string) => `https://example.org/api/data/${type}/${name}`;
  const names = ['bread', 'knead', 'fold', 'cakes'];
  const narrows = (source: string, target: string) => ({
    '@id': id('Relation', source),
    '@type': 'Relation',
    relationType: 'narrows',
    source: id('Competency', source),
    target: id('Competency', target),
  });
  const relations = [narrows('knead', 'bread'), narrows('fold', 'knead')];
  const framework = {
    '@id': id('Framework', 'baking'),
    '@type': 'Framework',
    competency: names.map((name) => id('Competency', name)),
    relation: relations.map((relation) => relation['@id']),
  };
  const competencies = names.map((name) => ({ '@id': id('Competency', name), '@type': 'Competency', name }));
  const objects = new Map([framework, ...competencies, ...relations].map((object) => [idOf(object), object]));
  const rows = createRows()(createState(framework['@id'], objects), () => true);
  expect(rows.map((_, index) => parentIndex(rows, index))).toEqual([-1, 0, 1, -1]);
});
