import { expect, test } from 'vitest';
import type { Json } from '../../repository/linked-data/json.ts';
import { afterFailure, afterStatements, type Cursor, readCursor, type Statements } from './poll-cursor.ts';

const NOW = Date.UTC(2026, 0, 1);
const at = (second: number): string => new Date(Date.UTC(2025, 0, 1, 0, 0, second)).toISOString();
const statement = (id: number, stored = at(id)): Json => ({ id: String(id), stored });

function page(statements: readonly Json[], members: Partial<Statements> = {}): Statements {
  return { statements, more: null, isCut: false, consistentThrough: null, ...members };
}

const after = (cursor: Cursor, next: Statements) => afterStatements(cursor, next, NOW);
const BEGIN = readCursor(null);

/** A store that answers what it holds after a time, some at a time, in the order of storing. */
function taken(held: readonly Json[], limit: number, next: (from: number) => Partial<Statements>): readonly string[] {
  const ids: string[] = [];
  let cursor = BEGIN;
  for (let request = 0; request < 50; request++) {
    const { since } = cursor;
    const wanted = held.filter((one) => since === null || (one as { stored: string }).stored > since);
    const from = Number(cursor.more ?? 0);
    const some = wanted.slice(from, from + limit);
    ids.push(...some.map((one) => (one as { id: string }).id));
    cursor = after(cursor, page(some, from + limit < wanted.length ? next(from + limit) : {}));
  }
  return [...new Set(ids)];
}

test('pages are followed to the last, and the next query begins after the latest statement', () => {
  const first = after(BEGIN, page([statement(1), statement(2)], { more: '/2' }));
  expect(first).toMatchObject({ since: null, more: '/2', latest: at(2) });
  const empty = after(first, page([], { more: '/3' }));
  expect(empty).toMatchObject({ more: '/3', latest: at(2) });
  expect(after(empty, page([statement(3)]))).toEqual({ ...BEGIN, since: at(3) });
});

test('where no next page may be fetched, new queries take everything, also what was stored at one time', () => {
  const held = [1, 2, 2, 3, 4, 4, 5].map((second, index) => statement(index, at(second)));
  expect(taken(held, 3, () => ({ isCut: true }))).toHaveLength(held.length);
  expect(taken(held, 3, (from) => ({ more: String(from) }))).toHaveLength(held.length);
});

test('more statements of one time than a page has stop no store', () => {
  const cut = after(BEGIN, page([statement(1, at(1)), statement(2, at(1))], { isCut: true }));
  expect(cut).toEqual({ ...BEGIN, since: at(1) });
});

test('a page that cannot be fetched is tried again some times, then a new query begins before the latest statement', () => {
  let cursor = after(BEGIN, page([statement(1), statement(2)], { more: '/2' }));
  for (let attempt = 0; attempt < 4; attempt++) {
    cursor = afterFailure(cursor, false);
    expect(cursor.more).toBe('/2');
  }
  expect(after(cursor, page([statement(3)], { more: '/3' }))).toMatchObject({ more: '/3', failures: 0 });
  expect(afterFailure(cursor, false)).toEqual({ ...BEGIN, since: at(1) });
});

test('of a store with another order nothing is left out: the same query begins again', () => {
  const first = after({ ...BEGIN, since: at(0) }, page([statement(9), statement(8)], { more: '/2' }));
  expect(afterFailure(first, true)).toEqual({ ...BEGIN, since: at(0) });
});

test.each<[string, (round: number) => readonly Json[]]>([
  ['the same page', () => [statement(1), statement(2)]],
  ['two pages in turn', (round) => [statement(1 + (round % 2)), statement(2 + (round % 2))]],
  ['no statements', () => []],
  ['new statements of one time', (round) => [statement(round, at(1))]],
])('a store whose pages never end, with %s, ends its query', (_what, statements) => {
  let cursor = BEGIN;
  let requests = 0;
  do {
    cursor = after(cursor, page(statements(requests), { more: `/${++requests}` }));
  } while (cursor.more !== null && requests < 5000);
  expect(cursor.more).toBeNull();
});

test('many pages of statements that were stored at one time are all fetched', () => {
  const held = Array.from({ length: 40 }, (_, index) => statement(index, at(1)));
  expect(taken(held, 2, (from) => ({ more: String(from) }))).toHaveLength(held.length);
});

test('what is declared to be incomplete, or is dated in the future, does not move the mark', () => {
  expect(after(BEGIN, page([statement(5)], { consistentThrough: at(3) })).since).toBe(at(3));
  const ahead = after(BEGIN, page([statement(5, '2999-01-01T00:00:00Z')])).since;
  expect(ahead).toBe(new Date(NOW).toISOString());
});

test('a position that an earlier version stored is read', () => {
  const text = JSON.stringify({ since: at(1), more: '/2', latest: at(2), retryAt: 0 });
  expect(afterFailure(readCursor(text), true)).toEqual({ ...BEGIN, since: at(2) });
});
