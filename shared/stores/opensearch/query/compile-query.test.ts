import { expect, it } from 'vitest';
import { parseQuery } from '../../../repository/search/parser.ts';
import { createEngine } from '../engine/engine.ts';
import { toQuery } from './clause.ts';
import { compileQuery } from './compile-query.ts';
import { openScope } from './scope.ts';

/** Queries of plain words need no call. */
const engine = createEngine({ request: () => Promise.reject(new Error('no call')) }, 1_000, 'immediate');

const word = (text: string) => ({ term: { words: text } });
const ALL_OBJECTS = { match_all: {} };

/** The words that every result has, those that only rank, and the rest of the condition. */
async function partsOf(text: string) {
  const query = parseQuery(text, { regex: false });
  const caller = { admin: true, keys: [] };
  const page = { types: null, sort: [], offset: 0, limit: 10, cursor: null, timeoutMs: 1_000 };
  const request = { query, caller, ...page };
  const scope = openScope({ engine, index: 'search', request, until: 1_000, clock: () => 0 });
  const { clause, leaves } = await compileQuery(query, scope);
  const words = (required: boolean) =>
    leaves.filter((leaf) => leaf.required === required).map((leaf) => toQuery(leaf.clause));
  return { required: words(true), ranking: words(false), rest: toQuery(clause) };
}

it.each([
  ['read', { required: [word('read')], ranking: [], rest: ALL_OBJECTS }],
  ['read AND texts', { required: [word('read'), word('texts')], ranking: [], rest: ALL_OBJECTS }],
  ['+read texts', { required: [word('read')], ranking: [word('texts')], rest: ALL_OBJECTS }],
])('a word that every result has is not in the rest of the condition: %s', async (query, expected) => {
  expect(await partsOf(query)).toEqual(expected);
});

it('words of which one is enough are the condition, and rank', async () => {
  const either = { terms: { words: ['read', 'texts'] } };
  expect(await partsOf('read OR texts')).toEqual({
    required: [],
    ranking: [word('read'), word('texts')],
    rest: either,
  });
  expect(await partsOf('(read OR texts) AND add')).toEqual({
    required: [word('add')],
    ranking: [word('read'), word('texts')],
    rest: either,
  });
});

it('a choice between parts, and a forbidden part, are conditions with all of their words', async () => {
  const both = { bool: { filter: [word('read'), word('texts')] } };
  const { required, rest } = await partsOf('(read AND texts) OR add');
  expect(required).toEqual([]);
  expect(rest).toEqual({ bool: { should: [word('add'), both], minimum_should_match: 1 } });
  expect((await partsOf('add AND NOT (read AND texts)')).rest).toEqual({ bool: { must_not: [both] } });
});
