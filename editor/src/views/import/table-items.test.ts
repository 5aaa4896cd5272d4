import { describe, expect, it } from 'vitest';
import type { NewItem } from '../../outline/command.ts';
import { readCsv } from '../../tables/read-table.ts';
import { textIn } from '../../words/text-of.ts';
import { guessColumns } from './columns.ts';
import { readRelations } from './relation-table.ts';
import { tableItems } from './table-items.ts';

function outline(items: readonly NewItem[], indentation = ''): readonly string[] {
  return items.flatMap(({ fields, children }) => [
    indentation + textIn({ ...fields }, 'name', 'en'),
    ...outline(children, `${indentation}  `),
  ]);
}

async function read(csv: string) {
  const [headers = [], ...rows] = await readCsv(csv);
  return tableItems({ rows, columns: guessColumns(headers) }, 'en');
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

describe('the table of a CASE tool', () => {
  const CASE_CSV = [
    'identifier,fullStatement,humanCodingScheme,smartLevel,listEnumeration,abbreviatedStatement,conceptKeywords,notes,language,educationLevel,CFItemType,license,statusStartDate,lastChangeDateTime',
    '7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7a01,Weld a lap joint,W.B.10,1.10,,,,,en,,Standard,,,2025-01-01',
    '7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7a02,Weld joints,W.B,1,,Joints,"welding, joints",All positions,en,"09,10",Cluster,CC BY 4.0,2024-08-01,2025-01-01',
    '7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7a03,Souder bout à bout,W.B.2,1.2,b,,,,fr,,Standard,,,2025-01-01',
    '7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7a04,Clean the root,,1.2.1,,,,,en,,Standard,,soon,2025-01-01',
    '7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7a05,Wear gloves,W.S,,,,,,en,,Standard,,,2025-01-01',
  ].join('\n');

  it('has its hierarchy by smartLevel, in the order of the numbers, and its codes', async () => {
    const { items, problems } = await read(CASE_CSV);
    expect(outline(items)).toEqual([
      'Weld joints',
      '  Souder bout à bout',
      '    Clean the root',
      '  Weld a lap joint',
      'Wear gloves',
    ]);
    expect(items[0]?.children.map(({ fields }) => fields['ceasn:codedNotation'])).toEqual(['W.B.2', 'W.B.10']);
    expect(problems).toEqual([
      { row: 5, kind: 'no-date', value: 'soon' },
      { row: 6, kind: 'no-number', value: 'Wear gloves' },
    ]);
  });

  it('has all members that a competency has a place for, in the language of the row', async () => {
    const { items } = await read(CASE_CSV);
    expect(items[0]).toMatchObject({
      id: '7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7a02',
      fields: {
        name: { en: 'Weld joints' },
        description: { en: 'All positions' },
        'ceasn:codedNotation': 'W.B',
        'case:abbreviatedStatement': 'Joints',
        'schema:keywords': ['welding', 'joints'],
        'ceasn:educationLevelType': ['09', '10'],
        'dcterms:type': 'Cluster',
        'schema:license': 'CC BY 4.0',
        'schema:inLanguage': ['en'],
        validFrom: '2024-08-01',
      },
    });
    expect(items[0]?.children[0]?.fields).toMatchObject({ name: { fr: 'Souder bout à bout' }, 'ceasn:listID': 'b' });
  });

  it('has its hierarchy by parents that are named by their codes, in the order of sequence numbers', async () => {
    const { items, problems } = await read(
      [
        'Identifier,Human Coding Scheme,Education Level,IsChildOf Text,Is Child Of,FullStatement,sequenceNumber',
        'Fire,F,3-5,,,Keep a fire,',
        'Fire.B,F.B,3-5,Fire,F,Put it out,10',
        'Fire.A,F.A,3-5,Fire,F,Light it,9',
      ].join('\n'),
    );
    expect(outline(items)).toEqual(['Keep a fire', '  Light it', '  Put it out']);
    expect(problems).toEqual([]);
  });

  it('is not taken apart by columns that are empty in all rows', async () => {
    const { items } = await read(
      'identifier,fullStatement,humanCodingScheme,smartLevel,Is Child Of\n,Fire,F,1,\n,Light it,F.x,1.1,\n',
    );
    expect(outline(items)).toEqual(['Fire', '  Light it']);
  });

  it('that has a number twice, as a spreadsheet makes of 1.10, says so', async () => {
    const { problems } = await read('smartLevel,fullStatement\n1,Fire\n1.1,Light it\n1.1,Put it out\n');
    expect(problems).toEqual([{ row: 4, kind: 'repeated-number', value: '1.1' }]);
  });
});

describe('the table of a CTDL-ASN tool', () => {
  const id = (name: string) => `https://example.org/api/data/schema.cassproject.org.0.4.Competency/${name}`;
  const CTDL_CSV = [
    '@id,@type,ceasn:name,ceasn:description,ceterms:ctid,ceasn:competencyText,ceasn:competencyLabel,ceasn:comment,ceasn:codedNotation,ceasn:conceptKeyword,ceasn:isChildOf,ceasn:isPartOf',
    'https://example.org/f,ceasn:CompetencyFramework,Baking,For beginners,,,,,,,,',
    `${id('a')}/17,ceasn:Competency,,,ce-7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7a06,Bake bread,Bread,Of all kinds,B,rye|wheat,,https://example.org/f`,
    `${id('b')}/17,ceasn:Competency,,,,Bake cakes,,,C,,,https://example.org/f`,
    `${id('c')}/18,ceasn:Competency,,,,Knead,,,K,,${id('a')}/16|${id('b')},https://example.org/f`,
    'https://example.org/r,Relation,,,,,,,,,,',
  ].join('\n');

  it('has the framework in a row of its own, and parents by their ids, whatever their versions', async () => {
    const { items, framework, relations, problems } = await read(CTDL_CSV);
    expect(framework).toMatchObject({ name: { en: 'Baking' }, description: { en: 'For beginners' } });
    expect(outline(items)).toEqual(['Bake bread', '  Knead', 'Bake cakes']);
    expect(items[0]?.fields).toMatchObject({
      description: { en: 'Of all kinds' },
      'ceasn:competencyLabel': 'Bread',
      'ceterms:ctid': 'ce-7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7a06',
      'schema:keywords': ['rye', 'wheat'],
    });
    expect(relations).toEqual([{ source: items[0]?.children[0], type: 'narrows', target: items[1] }]);
    expect(problems).toEqual([{ row: 6, kind: 'not-competency', value: 'Relation' }]);
  });
});

describe('the columns of OpenSALT that relate', () => {
  const SALT_CSV = [
    'Identifier,fullStatement,humanCodingScheme,smartLevel,isChildOf,isPartOf,replacedBy,exemplar,isRelatedTo',
    'a1,Weld joints,W,1,,,,,',
    'a2,Butt joint,W.1,1.1,a1,,a3,https://example.org/weld.mp4?a=1,"a3, W"',
    'a3,Lap joint,W.2,1.2,a1,,,https://example.org/a.jpg,"a2,https://elsewhere.example/c/1"',
    'a4,Old joint,W.3,1.3,a1,,W.2,,gone',
  ].join('\n');

  it('are relations, by identifiers, codes and addresses; what is related both ways is one', async () => {
    const { items, relations, problems } = await read(SALT_CSV);
    const [weld] = items;
    const [butt, lap, old] = weld?.children ?? [];
    expect(relations).toEqual([
      { source: butt, type: 'isRelatedTo', target: lap },
      { source: butt, type: 'isRelatedTo', target: weld },
      { source: butt, type: 'replacedBy', target: lap },
      { source: butt, type: 'exemplar', target: 'https://example.org/weld.mp4?a=1' },
      { source: lap, type: 'isRelatedTo', target: 'https://elsewhere.example/c/1' },
      { source: lap, type: 'exemplar', target: 'https://example.org/a.jpg' },
      { source: old, type: 'replacedBy', target: lap },
    ]);
    expect(problems).toEqual([{ row: 5, kind: 'unknown-end', value: 'gone' }]);
  });
});

it('a table of relations says what is below what, and how competencies are related besides', async () => {
  const [headers = [], ...rows] = await readCsv(
    '@context,@id,@owner,@type,description,name\n,urn:a/1,KEY,Competency,,Bread\n,urn:b,KEY,Competency,,Knead\n,urn:c,KEY,Competency,,Bake\n',
  );
  const relations = readRelations(
    await readCsv(
      '@context,@id,@type,relationType,source,target\n,r1,Relation,narrows,urn:b,urn:a/1\n,r2,Relation,requires,urn:c,urn:b\n,r3,Relation,requires,urn:c,gone\n,r4,Relation,isEquivalentTo,urn:c,https://example.org/bake\n',
    ),
  );
  const columns = guessColumns(headers);
  const { items, relations: found, problems } = tableItems({ rows, columns, relations }, 'en');
  expect(outline(items)).toEqual(['Bread', '  Knead', 'Bake']);
  expect(found).toEqual([
    { source: items[1], type: 'requires', target: items[0]?.children[0] },
    { source: items[1], type: 'isEquivalentTo', target: 'https://example.org/bake' },
  ]);
  expect(problems).toEqual([{ row: 4, kind: 'unknown-end', value: 'gone' }]);
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
