import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../../test/support/exchange-formats.ts';
import { frameworkIn, importedElsewhere, type Objects } from '../../../../test/support/exchange-frameworks.ts';
import { storedOf } from '../../../../test/support/exchange-generated.ts';
import { createState } from '../../outline/state.ts';
import { readCsv } from '../../tables/read-table.ts';
import { writeCsv } from '../../tables/write-table.ts';
import { guessColumns } from '../import/columns.ts';
import { mergeCommands } from '../import/merge.ts';
import { readObjects } from '../import/read-objects.ts';
import { tableItems } from '../import/table-items.ts';
import { tableRows } from './table-rows.ts';

const RUNS = process.env.CHECKS === 'full' ? 200 : 20;

async function changesByTable(objects: Objects): Promise<unknown> {
  const [id = ''] = objects.keys();
  const state = createState(id, objects);
  const csv = await (await writeCsv(tableRows(state, 'en'))).text();
  const [headers = [], ...rows] = await readCsv(csv);
  const { items, problems } = tableItems({ rows, columns: guessColumns(headers) }, 'en');
  return { problems: problems.filter(({ kind }) => kind !== 'repeated-id'), commands: mergeCommands(state, items) };
}

describe.each(Object.entries(FORMATS))('a framework that was imported as %s', (_name, format) => {
  it('is not changed by importing the files of the editor over it', () =>
    fc.assert(
      fc.asyncProperty(storedOf(['framework']), async (stored) => {
        const before = await frameworkIn(stored);
        const { framework } = await format.read(format.write(before).text, before);
        const objects = await importedElsewhere(framework, format.carries);
        expect(await changesByTable(objects)).toEqual({ problems: [], commands: [] });
        const file = `[${[...objects.values()].map((object) => JSON.stringify(object)).join(',\n')}]`;
        expect(readObjects(file)).toEqual([...objects.values()]);
      }),
      { numRuns: RUNS },
    ));
});
