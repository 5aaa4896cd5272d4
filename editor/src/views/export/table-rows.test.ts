import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { createState } from '../../outline/state.ts';
import { readCsv } from '../../tables/read-table.ts';
import { writeCsv } from '../../tables/write-table.ts';
import { guessColumns } from '../import/columns.ts';
import { mergeCommands } from '../import/merge.ts';
import { tableItems } from '../import/table-items.ts';
import { tableRows } from './table-rows.ts';

const competency = (id: string, fields: JsonObject): JsonObject => ({ '@id': id, '@type': 'Competency', ...fields });

const STATE = createState(
  'f',
  new Map<string, JsonObject>([
    ['f', { '@id': 'f', '@type': 'Framework', competency: ['a', 'b'], relation: ['r'] }],
    ['a', competency('a', { name: { en: 'Wheels, "round"', de: 'Räder' }, 'ceasn:codedNotation': '1' })],
    ['b', competency('b', { name: { en: '=1+1' }, description: { en: 'Two\nlines' } })],
    ['r', { '@id': 'r', '@type': 'Relation', source: 'b', target: 'a', relationType: 'narrows' }],
  ]),
);

it('importing a framework from its CSV gives the same outline, in all languages', async () => {
  const csv = await (await writeCsv(tableRows(STATE, 'en'))).text();
  const [headers = [], ...rows] = await readCsv(csv);
  const { items, problems } = tableItems({ rows, columns: guessColumns(headers) }, 'en');
  expect(problems).toEqual([]);
  expect(items).toMatchObject([
    {
      fields: { name: { en: 'Wheels, "round"', de: 'Räder' }, 'ceasn:codedNotation': '1' },
      children: [{ fields: { name: { en: '=1+1' }, description: { en: 'Two\nlines' } }, children: [] }],
    },
  ]);
});

it('relations that columns can have are in columns, which an import reads again', async () => {
  const relation = (id: string, relationType: string, target: string): [string, JsonObject] => [
    id,
    { '@id': id, '@type': 'Relation', source: 'b', target, relationType },
  ];
  const added = [
    relation('r1', 'replacedBy', 'a'),
    relation('r2', 'exemplar', 'https://example.org/1,2'),
    relation('r3', 'exemplar', 'https://example.org/3'),
  ];
  const framework = { '@id': 'f', '@type': 'Framework', competency: ['a', 'b'], relation: ['r', 'r1', 'r2', 'r3'] };
  const state = createState('f', new Map([...STATE.objects, ['f', framework], ...added]));
  const [headers = [], ...rows] = await readCsv(await (await writeCsv(tableRows(state, 'en'))).text());
  const { items, relations } = tableItems({ rows, columns: guessColumns(headers) }, 'en');
  const [wheels] = items;
  const [child] = wheels?.children ?? [];
  expect(relations).toEqual([
    { source: child, type: 'replacedBy', target: wheels },
    { source: child, type: 'exemplar', target: 'https://example.org/1,2' },
    { source: child, type: 'exemplar', target: 'https://example.org/3' },
  ]);
});

const text = fc.constantFrom(
  'Reads',
  'Weighs "it", up',
  'A\nB',
  '=1+1',
  "'quoted'",
  'خبز',
  '-',
  '@x',
  '1.2',
  ' padded ',
  ';',
);
const texts = fc.oneof(
  text,
  text.map((one) => ({ '@language': 'en', '@value': one })),
  fc.record({ en: text, de: text }),
  fc.record({ en: text, 'fr-CA': text, 'zh-Hant': text, id: text }),
);

it('importing the CSV of a framework over itself changes nothing, in whatever form its texts are stored', async () => {
  const fields = fc.record(
    {
      name: texts,
      description: texts,
      'ceasn:codedNotation': text,
      'dcterms:type': fc.oneof(
        text,
        text.map((one) => [one]),
        text.map((one) => ({ '@language': 'en', '@value': one })),
      ),
    },
    { requiredKeys: ['name'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fields, fc.nat(4)), { minLength: 1, maxLength: 5 }), async (list) => {
      const objects = new Map<string, JsonObject>();
      const relation: string[] = [];
      for (const [index, [own, parent]] of list.entries()) {
        objects.set(`c${index}`, competency(`c${index}`, own));
        if (parent >= index) continue;
        const id = `r${index}`;
        relation.push(id);
        const ends = { source: `c${index}`, target: `c${parent}`, relationType: 'narrows' };
        objects.set(id, { '@id': id, '@type': 'Relation', ...ends });
      }
      objects.set('f', { '@id': 'f', '@type': 'Framework', competency: list.map((_, index) => `c${index}`), relation });
      const state = createState('f', objects);
      const csv = await (await writeCsv(tableRows(state, 'en'))).text();
      const [headers = [], ...rows] = await readCsv(csv);
      const { items, problems } = tableItems({ rows, columns: guessColumns(headers) }, 'en');
      expect(problems).toEqual([]);
      expect(mergeCommands(state, items)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

it('a spreadsheet calculates no cell of a CSV file', async () => {
  expect(await (await writeCsv(tableRows(STATE, 'en'))).text()).toContain("'=1+1");
});
