import { describe, expect, it } from 'vitest';
import type { NewItem } from '../../outline/command.ts';
import { readCsv } from '../../tables/read-table.ts';
import { textIn } from '../../words/text-of.ts';
import { guessColumns } from './columns.ts';
import { tableItems } from './table-items.ts';

function outline(items: readonly NewItem[], indentation = ''): readonly string[] {
  return items.flatMap(({ fields, children }) => [
    indentation + textIn({ ...fields }, 'name', 'en'),
    ...outline(children, `${indentation}  `),
  ]);
}

async function read(csv: string) {
  const [headers = [], ...rows] = await readCsv(csv);
  return tableItems(rows, guessColumns(headers), 'en');
}

const WELDING = ['Joints', '  Butt joint', '    Clean the root', 'Safety'];

describe('the hierarchy of a table', () => {
  it('follows its level columns, whose cells need not be repeated', async () => {
    const { items, problems } = await read(
      'Level 1,Level 2,Level 3,Description\nJoints,,,All of them\n,Butt joint,,\nJoints,Butt joint,Clean the root,With a brush\nSafety,,,\n',
    );
    expect(outline(items)).toEqual(WELDING);
    expect(problems).toEqual([]);
    expect(items[0]?.fields).toEqual({ name: { en: 'Joints' }, description: { en: 'All of them' } });
  });

  it('follows level columns beside a column of names', async () => {
    const { items } = await read(
      'Domain;Strand;Competency\nJoints;Butt joint;Clean the root\nJoints;Butt joint;Weld it\n',
    );
    expect(outline(items)).toEqual(['Joints', '  Butt joint', '    Clean the root', '    Weld it']);
  });

  it('follows level columns, of which one may be empty in all rows of a part', async () => {
    const { items } = await read(
      'Domain,Strand,Unit,Competency\nJoints,,Butt joint,Clean the root\nJoints,,Butt joint,Weld it\nJoints,,Lap joint,Weld it\n',
    );
    expect(outline(items)).toEqual([
      'Joints',
      '  Butt joint',
      '    Clean the root',
      '    Weld it',
      '  Lap joint',
      '    Weld it',
    ]);
  });

  it('follows a parent column, wherever the row of the parent is', async () => {
    const { items } = await read('ID,Parent,Name\n3,2,Clean the root\n1,,Joints\n2,1,Butt joint\n4,,Safety\n');
    expect(outline(items)).toEqual(WELDING);
  });

  it('follows a numbering, even if a step is missing', async () => {
    const { items } = await read('Code\tName\n1\tJoints\n1.2\tButt joint\n1.2.1.1\tClean the root\n2\tSafety\n');
    expect(outline(items)).toEqual(WELDING);
    expect(items[0]?.fields['ceasn:codedNotation']).toBe('1');
  });

  it('follows a column of depths', async () => {
    const { items } = await read('Level,Name\n1,Joints\n2,Butt joint\n3,Clean the root\n1,Safety\n');
    expect(outline(items)).toEqual(WELDING);
  });
});

it('columns of several languages become texts in these languages', async () => {
  const { items } = await read('Name (en),Name (de),Description_de\nWheel,Rad,Rund\n');
  expect(items[0]?.fields).toEqual({ name: { en: 'Wheel', de: 'Rad' }, description: { de: 'Rund' } });
});

it('rows that do not fit are reported by their row numbers in the spreadsheet', async () => {
  const { items, problems } = await read('id,parent,name\na,b,A\nb,a,B\nc,nowhere,C\nd,,\nc,,E\n');
  expect(problems).toEqual([
    { row: 5, kind: 'no-name', value: 'd' },
    { row: 6, kind: 'repeated-id', value: 'c' },
    { row: 3, kind: 'below-itself', value: 'a' },
    { row: 4, kind: 'unknown-parent', value: 'nowhere' },
  ]);
  expect(outline(items)).toEqual(['B', '  A', 'C', 'E']);
});

it('a table without known headers has its names in the first column', () => {
  expect(guessColumns(['Was', 'x']).map(({ role }) => role)).toEqual(['name', 'ignore']);
});
