import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/linked-data/json.ts';
import { createState } from '../../outline/state.ts';
import { readCsv } from '../../tables/read-table.ts';
import { writeCsv } from '../../tables/write-table.ts';
import { guessColumns } from '../import/columns.ts';
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

it('a framework as CSV is the same outline when it is imported, in all languages', async () => {
  const csv = await (await writeCsv(tableRows(STATE, 'en'))).text();
  const [headers = [], ...rows] = await readCsv(csv);
  const { items, problems } = tableItems(rows, guessColumns(headers), 'en');
  expect(problems).toEqual([]);
  expect(items).toMatchObject([
    {
      fields: { name: { en: 'Wheels, "round"', de: 'Räder' }, 'ceasn:codedNotation': '1' },
      children: [{ fields: { name: { en: '=1+1' }, description: { en: 'Two\nlines' } }, children: [] }],
    },
  ]);
});

it('a spreadsheet calculates no cell of a CSV file', async () => {
  expect(await (await writeCsv(tableRows(STATE, 'en'))).text()).toContain("'=1+1");
});
