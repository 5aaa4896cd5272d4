import { expect, test } from 'vitest';
import { parseQuery } from '../search/parser.ts';
import { queryText } from './query-text.ts';

test.each([
  ['can read a technical drawing', 'can read a technical drawing'],
  ['"technical drawing" AND read*', 'technical drawing read'],
  ['+name:weld~ -steel (arc OR gas)', 'weld arc gas'],
  ['@type:Competency AND welding AND @owner:x', 'welding'],
  ['(name:"weld"^2 OR "weld") OR (name:"steel"^2 OR "steel")', 'weld steel'],
  ['*', ''],
  ['version:[1 TO 2] NOT name:x', ''],
])('%s means %j', (query, text) => {
  expect(queryText(parseQuery(query, { regex: false }))).toBe(text);
});
