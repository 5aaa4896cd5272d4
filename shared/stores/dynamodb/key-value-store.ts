import * as z from 'zod/mini';
import { Problem } from '../../base/errors/problem.ts';
import type { Counter, KeyValueEntry, KeyValueStore, SetOptions } from '../../repository/store/key-value-store.ts';
import { readAll, writeAll } from './batches.ts';
import type { DynamoDb } from './client.ts';
import { DynamoDbFailure, isFailedCondition, toProblem } from './failure.ts';
import { listValues } from './list-values.ts';
import {
  conditionOn,
  firstCount,
  headItem,
  headKey,
  headOf,
  ITEM_KEY,
  idOfKey,
  nextCount,
  pieceItem,
  pieceKey,
  piecesOf,
  type ValueHead,
} from './value-items.ts';

const ITEM_ANSWER = z.object({ Item: z.optional(z.unknown()) });
const ATTRIBUTES_ANSWER = z.object({ Attributes: z.optional(z.unknown()) });
const PIECE = z.object({ value: z.object({ S: z.string() }) });

/** Maximum attempts to read a long value while other writes replace its pieces. */
const MAX_READ_ATTEMPTS = 10;

/** Maximum attempts of an unconditional write against concurrent writes. */
const MAX_WRITE_ATTEMPTS = 50;

export type DynamoKeyValueOptions = {
  readonly dynamoDb: DynamoDb;
  /** Name of the table. */
  readonly table: string;
  /** The current time, UTC milliseconds. */
  readonly clock: () => number;
  /** Logs why pieces of a replaced or removed value were left behind. */
  readonly report?: (error: unknown) => void;
};

/**
 * {@link KeyValueStore} in one table of DynamoDB. Reads are consistent; writes are conditional on the state that was read, so
 * that one of several writers wins. Reads ignore an entry as soon as it expires; DynamoDB's time to live deletes it later. A value
 * that is too long for one item (400 KB) is stored in pieces, which are written before the entry that refers to them; pieces that
 * a killed process left behind are deleted by `clear` or when they expire.
 */
export function createDynamoKeyValueStore(options: DynamoKeyValueOptions): KeyValueStore & { close(): void } {
  const { dynamoDb, table, clock, report = () => {} } = options;
  let closed = false;

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw new Problem('store-unavailable', 'The store is closed.');
    try {
      return await work();
    } catch (error) {
      throw toProblem(error);
    }
  }

  async function readHead(id: string): Promise<ValueHead | null> {
    const answer = await dynamoDb.call('GetItem', { TableName: table, Key: headKey(id), ConsistentRead: true });
    const { Item } = z.parse(ITEM_ANSWER, answer);
    return Item === undefined ? null : headOf(Item);
  }

  /** Joins the pieces of a long value. Returns null when they are gone because another value replaced it. */
  async function readPieces(id: string, { revision, first, more }: ValueHead): Promise<string | null> {
    const pieces = [first];
    const query = {
      TableName: table,
      KeyConditionExpression: 'id = :id AND begins_with(part, :revision)',
      ExpressionAttributeValues: { ':id': { S: id }, ':revision': { S: `${revision}.` } },
      ConsistentRead: true,
    };
    for await (const items of readAll(dynamoDb, 'Query', query)) {
      pieces.push(...items.map((item) => z.parse(PIECE, item).value.S));
    }
    return pieces.length === more + 1 ? pieces.join('') : null;
  }

  /** The revision of the entry; null if the entry is missing or has expired. */
  function liveRevision(head: ValueHead | null): string | null {
    return head === null || (head.expires !== null && head.expires <= clock()) ? null : head.revision;
  }

  /** @param found the head of the entry, if it was read just now */
  async function read(id: string, found?: ValueHead): Promise<KeyValueEntry | null> {
    for (let attempt = 0; attempt < MAX_READ_ATTEMPTS; attempt++) {
      const head = attempt === 0 && found !== undefined ? found : await readHead(id);
      if (head === null || liveRevision(head) === null) return null;
      const value = head.more === 0 ? head.first : await readPieces(id, head);
      if (value !== null) return { value, revision: head.revision };
    }
    throw new DynamoDbFailure('changing', 'A long value was replaced during every attempt to read it.');
  }

  /** Deletes pieces that no head refers to. If that fails, `clear` or the time to live deletes them later. */
  async function removePieces(id: string, head: ValueHead | null): Promise<void> {
    if (head === null || head.more === 0) return;
    const removals = Array.from({ length: head.more }, (_, index) => ({
      DeleteRequest: { Key: pieceKey(id, head.revision, index) },
    }));
    await writeAll(dynamoDb, table, removals).catch(report);
  }

  /** Writes the head if the entry is still at this revision. */
  async function put(key: string, head: ValueHead, expected: string | null): Promise<boolean> {
    try {
      const condition = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...conditionOn(expected) };
      await dynamoDb.call('PutItem', { TableName: table, Item: headItem(key, head), ...condition });
      return true;
    } catch (error) {
      if (!isFailedCondition(error)) throw error;
      // An earlier attempt may have written it without receiving the response.
      return error.item !== null && headOf(error.item).revision === head.revision;
    }
  }

  async function set(
    key: string,
    value: string,
    { expires = null, expected }: SetOptions,
  ): Promise<KeyValueEntry | null> {
    const id = idOfKey(key);
    const [first = '', ...more] = piecesOf(value);
    const head: ValueHead = { revision: crypto.randomUUID(), first, more: more.length, expires };
    const { revision } = head;
    let known = await readHead(id);
    if (expected !== undefined && liveRevision(known) !== expected) return null;
    const pieces = more.map((piece, index) => ({ PutRequest: { Item: pieceItem(id, head, piece, index) } }));
    await writeAll(dynamoDb, table, pieces);
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt++) {
      if (await put(key, head, known?.revision ?? null)) {
        await removePieces(id, known);
        return { value, revision };
      }
      known = await readHead(id);
      if (expected !== undefined && liveRevision(known) !== expected) break;
    }
    await removePieces(id, head);
    if (expected !== undefined) return null;
    throw new DynamoDbFailure('contention', 'Concurrent writes of an entry kept winning.');
  }

  async function increment(key: string, expires: number): Promise<Counter> {
    const next = { TableName: table, Key: headKey(idOfKey(key)), ReturnValues: 'ALL_NEW' };
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt++) {
      const now = clock();
      const item =
        (await unlessFailed(() => dynamoDb.call('UpdateItem', { ...next, ...nextCount(now) }))) ??
        (await unlessFailed(() => dynamoDb.call('PutItem', { TableName: table, ...firstCount(key, now, expires) })));
      if (item === null) continue; // another process began the counter, or it has just expired
      const { Attributes } = z.parse(ATTRIBUTES_ANSWER, item);
      if (Attributes === undefined) return { count: 1, expires: Math.ceil(expires) };
      const head = headOf(Attributes);
      return { count: Number(head.first), expires: head.expires ?? 0 };
    }
    throw new DynamoDbFailure('contention', 'The entry is not a counter, or concurrent writes kept winning.');
  }

  async function remove(id: string, expected: string | undefined): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt++) {
      const head = await readHead(id);
      const state = liveRevision(head);
      if (state === null || (expected !== undefined && state !== expected)) return false;
      if (await deleteHead(id, state)) {
        await removePieces(id, head);
        return true;
      }
    }
    throw new DynamoDbFailure('contention', 'Concurrent writes of an entry kept winning.');
  }

  /** Deletes the head if it is still at this revision. */
  async function deleteHead(id: string, revision: string): Promise<boolean> {
    try {
      const condition = { ReturnValues: 'ALL_OLD', ...conditionOn(revision) };
      const answer = await dynamoDb.call('DeleteItem', { TableName: table, Key: headKey(id), ...condition });
      return z.parse(ATTRIBUTES_ANSWER, answer).Attributes !== undefined;
    } catch (error) {
      if (!isFailedCondition(error)) throw error;
      return false;
    }
  }

  async function clear(): Promise<void> {
    const scan = { TableName: table, ProjectionExpression: 'id, part', ConsistentRead: true };
    for await (const items of readAll(dynamoDb, 'Scan', scan)) {
      const removals = items.map((item) => ({ DeleteRequest: { Key: z.parse(ITEM_KEY, item) } }));
      await writeAll(dynamoDb, table, removals);
    }
  }

  return {
    get: (key) => guarded(() => read(idOfKey(key))),
    set: (key, value, given = {}) => guarded(() => set(key, value, given)),
    increment: (key, expires) => guarded(() => increment(key, expires)),
    delete: (key, expected) => guarded(() => remove(idOfKey(key), expected)),
    list: (prefix, cursor, limit) => guarded(() => listValues({ dynamoDb, table, read }, prefix, cursor, limit)),
    clear: () => guarded(clear),
    close: () => {
      closed = true;
    },
  };
}

/** The response to a conditional write; null when its condition failed. */
async function unlessFailed(write: () => Promise<unknown>): Promise<unknown> {
  try {
    return await write();
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
    return null;
  }
}
