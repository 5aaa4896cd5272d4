import { expect, it } from 'vitest';
import { type Column, guessColumns, repeatedRoles } from './columns.ts';

const rolesOf = (headers: readonly string[]) => guessColumns(headers).map(({ role }) => role);

it.each([
  [
    'CASE',
    ['identifier', 'fullStatement', 'humanCodingScheme', 'smartLevel', 'CFItemType', 'statusEndDate', 'replacedBy'],
    ['id', 'name', 'notation', 'numbering', 'category', 'valid-through', 'replaced-by'],
  ],
  [
    'CASE, with blanks',
    ['Human Coding Scheme', 'Full Statement', 'Is Child Of', 'Sequence Number', 'Abbreviated Statement'],
    ['notation', 'name', 'parent', 'sequence', 'abbreviated'],
  ],
  [
    'ASN',
    ['Identifier', 'Parent', 'Statement Notation', 'Statement Label', 'List ID', 'Description', 'Grade Levels'],
    ['id', 'parent', 'notation', 'category', 'list-id', 'name', 'education'],
  ],
  [
    'CaSS',
    ['@context', '@id', '@owner', '@signature', '@type', 'description', 'name'],
    ['ignore', 'id', 'ignore', 'ignore', 'kind', 'description', 'name'],
  ],
  ['this editor', ['ID', 'Parent', 'Level', 'Notation', 'Type'], ['id', 'parent', 'depth', 'notation', 'category']],
])('the columns of a table of %s are recognized by their headers', (_tool, headers, roles) => {
  expect(rolesOf(headers).slice(0, roles.length)).toEqual(roles);
});

it('of a title and a statement without a description, the title is the name', () => {
  expect(rolesOf(['Statement', 'Title'])).toEqual(['description', 'name']);
});

it('a header that only begins like a known one is left out where that is there', () => {
  expect(rolesOf(['Name', 'IsChildOf Text', 'IsChildOf', 'Parent note'])).toEqual([
    'name',
    'ignore',
    'parent',
    'ignore',
  ]);
});

it('columns of which one value counts are said to be the same, unless they are in different languages', () => {
  const column = (role: Column['role'], language: string | null = null): Column => ({ role, language });
  const columns = [
    column('name', 'en'),
    column('name', 'de'),
    column('notation'),
    column('keywords'),
    column('notation'),
    column('keywords'),
  ];
  expect([...repeatedRoles(columns)]).toEqual([['notation', [2, 4]]]);
});
