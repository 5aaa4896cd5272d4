import * as z from 'zod/mini';
import type { Answers, Reads } from './api-types.ts';

/*
 * Responses to reads and bulks, which have a part for each document. Validating hundreds of parts by their schemas takes as long as
 * the call itself, so a faster check first recognizes parts without errors.
 */

const READ = z.lazy(() =>
  z.object({
    docs: z.array(
      z.object({
        _index: z.string(),
        _id: z.string(),
        found: z.optional(z.boolean()),
        error: z.optional(z.object({ type: z.string() })),
        _source: z.optional(z.unknown()),
        _version: z.optional(z.number()),
        _seq_no: z.optional(z.number()),
        _primary_term: z.optional(z.number()),
      }),
    ),
  }),
);
type Doc = Reads<Answers['mget'], typeof READ>['docs'][number];

/** The documents of a response to `_mget`, in order. @throws Error for any other response */
export function docsOf(body: unknown): readonly Doc[] {
  const docs = listIn(body, 'docs');
  return docs?.every(isDoc) ? docs : z.parse(READ, body).docs;
}

function isDoc(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null) return false;
  const { _index, _id, found, error, _source, ...state }: Partial<Doc> = value;
  if (error !== undefined || typeof _index !== 'string' || typeof _id !== 'string') return false;
  return found === true
    ? typeof state._version === 'number' && hasState(state)
    : found === false && _source === undefined;
}

const BULK = z.lazy(() =>
  z.object({
    items: z.array(
      z.record(
        z.string(),
        z.object({
          _index: z.string(),
          status: z.number(),
          _seq_no: z.optional(z.number()),
          _primary_term: z.optional(z.number()),
          error: z.optional(z.object({ type: z.string() })),
        }),
      ),
    ),
  }),
);
type Item = Reads<Answers['bulk'], typeof BULK>['items'][number][string];

/** The results of the steps of a `_bulk`, in order. @throws Error for any other response */
export function itemsOf(body: unknown): readonly (Item | undefined)[] {
  const items = listIn(body, 'items')?.map(onlyMember);
  return items?.every(isDone) ? items : z.parse(BULK, body).items.map((item) => Object.values(item)[0]);
}

function isDone(value: unknown): value is Item {
  if (typeof value !== 'object' || value === null) return false;
  const item: Partial<Item> = value;
  return (
    item.error === undefined && typeof item._index === 'string' && typeof item.status === 'number' && hasState(item)
  );
}

function hasState({ _seq_no, _primary_term }: Pick<Partial<Item>, '_seq_no' | '_primary_term'>): boolean {
  return typeof _seq_no === 'number' && typeof _primary_term === 'number';
}

function listIn(body: unknown, name: string): readonly unknown[] | null {
  const list = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null;
  return Array.isArray(list) ? list : null;
}

/** The result of a step: the value of its only member, which is named after the kind of the step. */
function onlyMember(item: unknown): unknown {
  return typeof item === 'object' && item !== null ? Object.values(item)[0] : null;
}
