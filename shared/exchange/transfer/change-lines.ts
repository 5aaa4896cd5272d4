import { sha256 } from '@noble/hashes/sha2.js';
import * as z from 'zod/mini';
import { encodeBase64 } from '../../base/crypto/base64.ts';
import { encodeUtf8 } from '../../base/crypto/text-encoding.ts';
import type { ChangePage, Head, ObjectStore } from '../../repository/store/object-store.ts';
import { type LinePlace, linesOfObjects, PLACE } from './object-lines.ts';
import { type CopyStep, decodePosition, encodePosition, takePart } from './part.ts';

const POSITION = z.discriminatedUnion('kind', [
  /** A position in the pages of a scan. `changes` is a cursor from before the scan began. */
  z.object({ kind: z.literal('all'), changes: z.string(), page: z.nullable(z.string()), last: z.nullable(PLACE) }),
  /**
   * In a page of changes. When it is read again, objects that were written meanwhile are in other places, or in later pages: therefore
   * it has the states whose lines were read, and which of them is not read to its end.
   */
  z.object({
    kind: z.literal('changed'),
    page: z.string(),
    done: z.array(z.string()),
    last: z.nullable(z.object({ state: z.string(), version: z.number() })),
  }),
]);

type ChangePosition = z.infer<typeof POSITION>;

/** Number of changes per page: the objects of a page are all in memory. */
const CHANGES_PAGE_SIZE = 64;
const SCAN_PAGE_SIZE = 50;

/** A part of the changes. */
export type ChangePart = {
  /** Whole lines, each with its line break. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Cursor of the next part: there always is one. */
  readonly next: string;
  /** Whether these are the last changes so far. */
  readonly upToDate: boolean;
};

/**
 * Reads the lines of every object, then those of each that was written, deleted or restored since: all versions of an object, as an
 * export has them. A server that follows its cursors has everything that this one has.
 *
 * @param cursor `next` of the previous part; null: the first part
 * @param maxBytes of UTF-8; a part has at least one line
 * @throws Problem `invalid-parameter` (400) for a cursor that is not one of these, `store-unavailable` (503)
 */
export async function changePart(
  source: { readonly store: ObjectStore; readonly now: () => number },
  cursor: string | null,
  maxBytes: number,
): Promise<ChangePart> {
  const start = cursor === null ? await beginning(source.store) : decodePosition(POSITION, cursor, 'the changes');
  const { bytes, next, done } = await takePart(source.now, changesFrom(source.store, start), start, maxBytes);
  return { bytes, next: encodePosition(next), upToDate: done };
}

async function beginning(store: ObjectStore): Promise<ChangePosition> {
  const { next: changes } = await store.changes(null, CHANGES_PAGE_SIZE);
  return { kind: 'all', changes, page: null, last: null };
}

async function* changesFrom(store: ObjectStore, from: ChangePosition): AsyncGenerator<CopyStep<ChangePosition>> {
  if (from.kind === 'changed') {
    yield* changedFrom(store, from);
    return;
  }
  const { changes } = from;
  let { page, last } = from;
  do {
    const { objects, next } = await store.scan(page, SCAN_PAGE_SIZE);
    const cursor = page;
    const placed = (place: LinePlace): ChangePosition => ({ kind: 'all', changes, page: cursor, last: place });
    for await (const { line, place } of linesOfObjects(store, objects, last)) yield { line, next: placed(place) };
    page = next;
    last = null;
  } while (page !== null);
  const begin: ChangePosition = { kind: 'changed', page: changes, done: [], last: null };
  yield { line: null, next: begin };
  yield* changedFrom(store, begin);
}

async function* changedFrom(
  store: ObjectStore,
  from: ChangePosition & { readonly kind: 'changed' },
): AsyncGenerator<CopyStep<ChangePosition>> {
  let { page, done, last } = from;
  for (;;) {
    const { objects, next, more } = await store.changes(page, CHANGES_PAGE_SIZE);
    for await (const step of linesOfPage(store, objects, { kind: 'changed', page, done, last })) yield step;
    page = next;
    done = [];
    last = null;
    yield { line: null, next: { kind: 'changed', page, done, last } };
    if (!more) return;
  }
}

async function* linesOfPage(
  store: ObjectStore,
  objects: ChangePage['objects'],
  from: ChangePosition & { readonly kind: 'changed' },
): AsyncGenerator<CopyStep<ChangePosition>> {
  const { last } = from;
  const done = new Set(from.done);
  const states = new Map(objects.map(({ head }) => [head.key as string, stateOf(head)]));
  const wanted = objects.filter(({ head }) => !done.has(stateOf(head)));
  const unfinished = wanted.find(({ head }) => stateOf(head) === last?.state);
  const ordered = unfinished === undefined ? wanted : [unfinished, ...wanted.filter((one) => one !== unfinished)];
  const start = unfinished && last ? { key: unfinished.head.key, version: last.version } : null;
  let current = start === null ? null : (last?.state ?? null);
  for await (const { line, place } of linesOfObjects(store, ordered, start)) {
    const state = states.get(place.key) ?? '';
    if (current !== null && current !== state) done.add(current);
    current = state;
    yield { line, next: { ...from, done: [...done], last: { state, version: place.version } } };
  }
}

/** A short name of a state of an object: cursors are parts of addresses. */
function stateOf({ writeId }: Pick<Head, 'writeId'>): string {
  return encodeBase64(sha256(encodeUtf8(writeId)).slice(0, STATE_BYTES));
}

const STATE_BYTES = 6;
