import type { SearchRequest } from '../../../repository/store/object-store.ts';
import type { Position } from '../cursor.ts';
import { HEAD_STATE_COLUMNS, limitTexts, lists, number, type Row, TEXTLESS_STATE_COLUMNS, tuples } from '../rows.ts';
import { type Check, matching } from './clause.ts';
import { compileQuery, typeClause } from './compile-query.ts';
import type { Library } from './library.ts';
import { openScope, type Scope } from './scope.ts';
import { best, type Candidates, createScoring, type Scoring } from './scoring.ts';
import { planSort } from './sorting.ts';

/** Whether the texts of the found objects are read. */
export type Columns = 'texts' | 'no texts';

/** A page as sent between threads: rows for `toHeadState`. */
export type RowPage = {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly total?: number;
  readonly similarities?: readonly number[];
};

/** The newest results, which are ordered by relevance. The others follow, newest first. */
const MAX_CANDIDATES = 10_000;

/** Checks the deadline for one document of 256: a call of JavaScript takes a tenth of the time of a sort. */
const ALIVE_SOMETIMES = '(f.rowid & 255 OR alive(f.rowid))';

/** The documents of a page, in order, and where the next page begins; null on the last page. */
type Found = { readonly docs: readonly number[]; readonly next: Position | null };

/** One compiled search. */
type Plan = {
  readonly scope: Scope;
  readonly request: SearchRequest;
  readonly scoring: Scoring;
  /** FTS5 expression that every result matches. */
  readonly match: string;
  /** The other conditions, over `f.rowid`. */
  readonly check: Check;
};

/**
 * Finds a page of objects, all from one snapshot of the store.
 *
 * @param until value of `performance.now()` at which the search times out
 * @throws Problem as `ObjectStore.search` does
 */
export function runSearch(library: Library, request: SearchRequest, columns: Columns, until: number): RowPage {
  if (request.limit <= 0) return { rows: [], next: null };
  const scope = openScope(library, request.caller, until);
  scope.check();
  library.setCheck(scope.check);
  library.setLockTimeout(until - performance.now());
  library.db.exec('BEGIN');
  try {
    library.begun();
    const start = request.cursor === null ? null : library.cursors.decode(request.cursor, request);
    const scoring = createScoring();
    const plan = makePlan(scope, request, scoring);
    const countTo = start === null ? request.countTo : undefined;
    if (plan === null) return { rows: [], next: null, ...(countTo !== undefined && { total: 0 }) };
    if (request.nearest !== undefined) return nearestRows(plan, request.nearest, columns);
    const found = find(plan, start);
    return {
      ...(countTo !== undefined && { total: count(plan, countTo) }),
      rows: readRows(scope, found.docs, columns),
      next: found.next === null ? null : library.cursors.encode(found.next, request),
    };
  } finally {
    library.db.exec('COMMIT');
  }
}

/** Null when there can be no result. */
function makePlan(scope: Scope, request: SearchRequest, scoring: Scoring): Plan | null {
  const { algebra } = scope;
  const clause = algebra.and([
    matching(scope.visible),
    typeClause(scope, request.types),
    compileQuery(request.query, scope, scoring),
  ]);
  if (clause.kind !== 'some') return null;
  const check = clause.check ?? { sql: '1', values: [] };
  const watched = clause.check === null ? check : { ...check, sql: `alive(f.rowid) AND (${check.sql})` };
  return { scope, request, scoring, match: clause.match ?? scope.visible, check: watched };
}

function find(plan: Plan, start: Position | null): Found {
  if (start?.order === 'newest') return findNewest(plan, start.doc);
  if (plan.request.sort.length > 0) return findSorted(plan, start?.order === 'values' ? start : null);
  if (plan.scoring.leaves().length > 0 || start?.order === 'relevance') {
    return findRelevant(plan, start?.order === 'relevance' ? start : null);
  }
  return findNewest(plan, Number.MAX_SAFE_INTEGER);
}

/** Newest first, below a document. */
function findNewest(plan: Plan, below: number): Found {
  const { limit } = plan.request;
  const docs = newest(plan, below, limit + 1, offsetOf(plan.request));
  if (docs.length <= limit) return { docs, next: null };
  const page = docs.slice(0, limit);
  return { docs: page, next: { order: 'newest', doc: page.at(-1) ?? below } };
}

function newest(plan: Plan, below: number, limit: number, offset: number): number[] {
  const statement = plan.scope.library.prepare(
    `SELECT f.rowid FROM terms f WHERE f.terms MATCH ? AND f.rowid < ? AND ${plan.check.sql}
     ORDER BY f.rowid DESC LIMIT ? OFFSET ?`,
  );
  return tuples(statement, plan.match, below, ...plan.check.values, limit, offset).map(([doc = 0]) => doc);
}

function count({ scope, match, check }: Plan, limit: number): number {
  const row = scope.library
    .prepare(
      `SELECT count(*) AS total FROM (
         SELECT 1 FROM terms f WHERE f.terms MATCH ? AND ${ALIVE_SOMETIMES} AND ${check.sql} LIMIT ?
       )`,
    )
    .get(match, ...check.values, limit);
  return typeof row?.total === 'number' ? row.total : 0;
}

function findSorted(plan: Plan, start: Extract<Position, { order: 'values' }> | null): Found {
  const { request, scope, match, check } = plan;
  const sort = planSort(scope, request.sort);
  const ceiling = start?.ceiling ?? newestDoc(scope);
  const after = start?.after ? sort.after(start.after.values, start.after.doc) : { sql: '1', values: [] };
  const rows = scope.library
    .prepare(
      `SELECT * FROM (
         SELECT f.rowid AS doc, ${sort.columns} FROM terms f
         WHERE f.terms MATCH ? AND f.rowid <= ? AND ${ALIVE_SOMETIMES} AND ${check.sql}
       ) WHERE ${after.sql} ORDER BY ${sort.orderBy} LIMIT ? OFFSET ?`,
    )
    .all(match, ceiling, ...check.values, ...after.values, request.limit + 1, offsetOf(request));
  const page = rows.slice(0, request.limit);
  const docs = page.map((row) => number(row, 'doc'));
  if (rows.length <= request.limit) return { docs, next: null };
  const last = page.at(-1);
  const reached =
    last === undefined ? (start?.after ?? null) : { values: [...sort.valuesOf(last)], doc: number(last, 'doc') };
  return { docs, next: { order: 'values', ceiling, after: reached } };
}

function findRelevant(plan: Plan, start: Extract<Position, { order: 'relevance' }> | null): Found {
  const { limit } = plan.request;
  const ceiling = start?.ceiling ?? newestDoc(plan.scope);
  const { candidates, floor } = findCandidates(plan, ceiling, start?.floor ?? null);
  const after = start?.after ?? null;
  const offset = offsetOf(plan.request);
  const ranked = best(plan.scope, plan.scoring.leaves(), candidates, plan.match, after, offset + limit + 1);
  const page = ranked.slice(offset, offset + limit);
  const docs = page.map(({ doc }) => doc);
  if (ranked.length > offset + limit) {
    return { docs, next: { order: 'relevance', floor, ceiling, after: page.at(-1) ?? after } };
  }
  const older = floor === 0 ? [] : newest(plan, floor, limit - docs.length + 1, Math.max(0, offset - ranked.length));
  const more = older.length > limit - docs.length;
  const all = [...docs, ...older.slice(0, limit - docs.length)];
  if (!more) return { docs: all, next: null };
  return { docs: all, next: { order: 'newest', doc: all.length > docs.length ? (all.at(-1) ?? floor) : floor } };
}

/** The documents to rank, and the oldest of them; 0 when these are all that there are. */
function findCandidates(plan: Plan, ceiling: number, known: number | null): { candidates: Candidates; floor: number } {
  // FTS5 takes a quarter more time in descending order, which only the choice of the newest needs.
  const all = known !== null || ceiling <= MAX_CANDIDATES;
  const { match, check, scope } = plan;
  const statement = scope.library.prepare(
    `SELECT json_group_array(doc), json_group_array(length) FROM (
       SELECT f.rowid AS doc, e.length FROM terms f CROSS JOIN entries e ON e.doc = f.rowid
       WHERE f.terms MATCH ? AND f.rowid <= ? AND f.rowid >= ? AND ${check.sql}
       ORDER BY f.rowid ${all ? 'ASC' : 'DESC'} LIMIT ?
     )`,
  );
  const limit = all ? -1 : MAX_CANDIDATES + 1;
  const [docs = [], lengths = []] = lists(statement, match, ceiling, known ?? 0, ...check.values, limit);
  scope.check();
  if (all) return { candidates: { docs: docs.reverse(), lengths: lengths.reverse() }, floor: known ?? 0 };
  if (docs.length <= MAX_CANDIDATES) return { candidates: { docs, lengths }, floor: 0 };
  docs.pop();
  return { candidates: { docs, lengths }, floor: docs.at(-1) ?? 0 };
}

/** Compares the vectors of all objects that match: a loop over them is faster than an index up to some 100,000 (docs/develop/performance.md). */
function nearestRows(plan: Plan, { model, vector }: NonNullable<SearchRequest['nearest']>, columns: Columns): RowPage {
  const { scope, request, match, check } = plan;
  scope.library.setVector(vector);
  const statement = scope.library.prepare(
    `SELECT f.rowid, v.scale * dot(v.vector) AS similarity FROM terms f CROSS JOIN vectors v ON v.doc = f.rowid
     WHERE f.terms MATCH ? AND v.model = ? AND length(v.vector) = ? AND ${ALIVE_SOMETIMES} AND ${check.sql}
     ORDER BY similarity DESC, f.rowid LIMIT ? OFFSET ?`,
  );
  const found = tuples(statement, match, model, vector.length, ...check.values, request.limit, request.offset);
  const rows = readRows(
    scope,
    found.map(([doc = 0]) => doc),
    columns,
  );
  return { rows, next: null, similarities: found.map(([, similarity = 0]) => similarity) };
}

function offsetOf(request: SearchRequest): number {
  return request.cursor === null ? request.offset : 0;
}

function newestDoc(scope: Scope): number {
  const row = scope.library.prepare('SELECT max(doc) AS doc FROM objects').get();
  return typeof row?.doc === 'number' ? row.doc : 0;
}

/** One statement for all rows: a statement per row takes several times as long. */
function readRows(scope: Scope, docs: readonly number[], columns: Columns): Row[] {
  const named = JSON.stringify(docs);
  const rowsFrom = (position: number, selected: string) =>
    scope.library
      .prepare(
        `SELECT ${selected} FROM json_each(?) j CROSS JOIN objects o ON o.doc = j.value
           JOIN versions v ON v.number = o.head ORDER BY j.key LIMIT -1 OFFSET ?`,
      )
      .iterate(named, position);
  const textless = (position: number) => rowsFrom(position, TEXTLESS_STATE_COLUMNS);
  return columns === 'texts' ? limitTexts(rowsFrom(0, HEAD_STATE_COLUMNS), textless) : [...textless(0)];
}
