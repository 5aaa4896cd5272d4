import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { isListed, type ListedKey, listCursorFault } from '../../repository/store/key-value-store.ts';
import type { TableItem } from './failure.ts';

/** Sort key of the first item of an entry; the further pieces of a long value are items beside it. */
const HEAD = 'head';

const HEAD_ITEM = z.object({
  revision: z.object({ S: z.string() }),
  /** The value, or its first piece. */
  value: z.object({ S: z.string() }),
  /** Number of pieces that follow. */
  more: z.optional(z.object({ N: z.string() })),
  expires: z.optional(z.object({ N: z.string() })),
  /** The value of a counter, which has no `value`. */
  count: z.optional(z.object({ N: z.string() })),
  /** The key, for entries that can be listed. */
  key: z.optional(z.object({ S: z.string() })),
});

/** The first item of an entry. */
export type ValueHead = {
  readonly revision: string;
  readonly first: string;
  /** Number of pieces that follow the first. */
  readonly more: number;
  /** Expiry time, UTC milliseconds; null: never. */
  readonly expires: number | null;
};

/** Keys may be long and secret, so the table contains only their digests, and the keys of entries that can be listed. */
export function idOfKey(key: string): string {
  return bytesToHex(sha256(utf8ToBytes(key)));
}

/** The primary key of an entry's first item. */
export function headKey(id: string): TableItem {
  return { id: { S: id }, part: { S: HEAD } };
}

/** The primary key of a piece that follows. */
export function pieceKey(id: string, revision: string, index: number): TableItem {
  return { id: { S: id }, part: { S: `${revision}.${String(index).padStart(5, '0')}` } };
}

/** The first item of an entry. */
export function headItem(key: string, { revision, first, more, expires }: ValueHead): TableItem {
  const count: TableItem = more === 0 ? {} : { more: { N: String(more) } };
  const named: TableItem = isListed(key) ? { key: { S: key } } : {};
  return {
    ...headKey(idOfKey(key)),
    revision: { S: revision },
    value: { S: first },
    ...times(expires),
    ...count,
    ...named,
  };
}

/** An item with a piece that follows. */
export function pieceItem(id: string, { revision, expires }: ValueHead, piece: string, index: number): TableItem {
  return { ...pieceKey(id, revision, index), value: { S: piece }, ...times(expires) };
}

/** Reads the first item of an entry. @throws Error for any other item */
export function headOf(item: unknown): ValueHead {
  const { revision, value, more, expires, count } = z.parse(HEAD_ITEM, item);
  return {
    revision: revision.S,
    first: count?.N ?? value.S,
    more: more === undefined ? 0 : Number(more.N),
    expires: expires === undefined ? null : Number(expires.N),
  };
}

/** The key on the first item of an entry that can be listed. @throws Error when it has none */
export function listedKeyOf(item: unknown): ListedKey {
  const { key } = z.parse(HEAD_ITEM, item);
  if (key === undefined || !isListed(key.S)) throw new Error('The entry of this item cannot be listed.');
  return key.S;
}

const CURSOR = /^([0-9a-f]{64})\.([\w.-]+)$/;
/** The key of an item. */
export const ITEM_KEY = z.object({ id: z.object({ S: z.string() }), part: z.object({ S: z.string() }) });

/** The primary key of an item as a cursor. */
export function cursorOf(itemKey: unknown): string {
  const { id, part } = z.parse(ITEM_KEY, itemKey);
  return `${id.S}.${part.S}`;
}

/** Reverses {@link cursorOf}. @throws Problem `invalid-parameter` (400) */
export function keyOfCursor(cursor: string): TableItem {
  const [, id, part] = CURSOR.exec(cursor) ?? [];
  if (id === undefined || part === undefined) throw listCursorFault();
  return { id: { S: id }, part: { S: part } };
}

/** Condition on this revision, or on the absence of the item. */
export function conditionOn(revision: string | null): Readonly<Record<string, unknown>> {
  if (revision === null) return { ConditionExpression: 'attribute_not_exists(id)' };
  return { ConditionExpression: 'revision = :revision', ExpressionAttributeValues: { ':revision': { S: revision } } };
}

/** Adds one to a counter that has not expired. */
export function nextCount(now: number): Readonly<Record<string, unknown>> {
  return {
    UpdateExpression: 'ADD #count :one SET revision = :revision',
    ConditionExpression: 'attribute_exists(#count) AND expires > :now',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: {
      ':one': { N: '1' },
      ':now': { N: String(now) },
      ':revision': { S: crypto.randomUUID() },
    },
  };
}

/** Starts a counter if the entry is missing or has expired. */
export function firstCount(key: string, now: number, expires: number): Readonly<Record<string, unknown>> {
  const head = headItem(key, { revision: crypto.randomUUID(), first: '', more: 0, expires });
  return {
    Item: { ...head, count: { N: '1' } },
    ConditionExpression: 'attribute_not_exists(id) OR expires <= :now',
    ExpressionAttributeValues: { ':now': { N: String(now) } },
  };
}

/** `expires` is exact, for our reads; DynamoDB deletes the item within days after `ttl`, in seconds. */
function times(expires: number | null): TableItem {
  if (expires === null) return {};
  return { expires: { N: String(Math.ceil(expires)) }, ttl: { N: String(Math.ceil(expires / 1000)) } };
}

/** Maximum length of a piece in UTF-16 code units, each at most three bytes in UTF-8; the limit of an item is 400 KB. */
const MAX_PIECE_LENGTH = 120_000;

/** Splits a text into pieces that each fit into an item, never within a character; an empty text is one empty piece. */
export function piecesOf(text: string, length = MAX_PIECE_LENGTH): readonly string[] {
  const pieces: string[] = [];
  for (let begin = 0; begin < text.length; ) {
    const end = Math.min(begin + length, text.length);
    const unit = text.charCodeAt(end - 1);
    const splits = end < text.length && end - begin > 1 && unit >= 0xd800 && unit < 0xdc00;
    const next = splits ? end - 1 : end;
    pieces.push(text.slice(begin, next));
    begin = next;
  }
  return pieces.length === 0 ? [''] : pieces;
}
