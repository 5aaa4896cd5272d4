import * as z from 'zod/mini';
import { Problem } from '../../errors/problem.ts';
import type { KeyValueEntry, KeyValueStore, SetOptions } from '../key-value-store.ts';
import type { DynamoDb } from './client.ts';
import { DynamoDbFailure, isFailedCondition, toProblem } from './failure.ts';
import { listValues } from './list-values.ts';
import { readAll } from './read-all.ts';
import {
  conditionOn,
  type Head,
  headItem,
  headKey,
  headOf,
  idOfKey,
  pieceItem,
  pieceKey,
  piecesOf,
} from './value-items.ts';
import { writeAll } from './write-all.ts';

const ITEM_ANSWER = z.object({ Item: z.optional(z.unknown()) });
const OLD_ANSWER = z.object({ Attributes: z.optional(z.unknown()) });
const PIECE = z.object({ value: z.object({ S: z.string() }) });
const PLACE = z.object({ id: z.object({ S: z.string() }), part: z.object({ S: z.string() }) });

/** How often a long value is read again whose pieces are replaced meanwhile. */
const READS = 10;

/** How often a write without condition begins again when the state is not what it seemed. */
const WRITES = 50;

export type DynamoKeyValueOptions = {
  readonly dynamoDb: DynamoDb;
  /** Name of the table. */
  readonly table: string;
  /** Now, UTC milliseconds. */
  readonly clock: () => number;
};

/**
 * {@link KeyValueStore} in one table of DynamoDB. Reads are consistent; writes are conditions on the state that was read, so
 * that of many writers one wins. What is over is hidden from its moment on by this code, and removed by DynamoDB's time to
 * live whenever it comes to it. A value that is too long for one item (400 KB) is kept in pieces, which are there before the
 * entry names them; pieces that a killed process left are named by nothing and removed by `clear` or with their time.
 */
export function createDynamoKeyValueStore(options: DynamoKeyValueOptions): KeyValueStore & { close(): void } {
  const { dynamoDb, table, clock } = options;
  let closed = false;

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw new Problem('store-unavailable', 'The store is closed.');
    try {
      return await work();
    } catch (error) {
      throw toProblem(error);
    }
  }

  async function readHead(id: string): Promise<Head | null> {
    const answer = await dynamoDb.call('GetItem', { TableName: table, Key: headKey(id), ConsistentRead: true });
    const { Item } = z.parse(ITEM_ANSWER, answer);
    return Item === undefined ? null : headOf(Item);
  }

  /** The whole of a long value; null when its pieces are gone, because another value took its place. */
  async function readPieces(id: string, { revision, first, more }: Head): Promise<string | null> {
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

  /** The revision of the entry; null when there is none or its time is over. */
  function stateOf(head: Head | null): string | null {
    return head === null || (head.expires !== null && head.expires <= clock()) ? null : head.revision;
  }

  /** @param found its first item, where that was read just now */
  async function read(id: string, found?: Head): Promise<KeyValueEntry | null> {
    for (let reads = 0; reads < READS; reads++) {
      const head = reads === 0 && found !== undefined ? found : await readHead(id);
      if (head === null || stateOf(head) === null) return null;
      const value = head.more === 0 ? head.first : await readPieces(id, head);
      if (value !== null) return { value, revision: head.revision };
    }
    throw new DynamoDbFailure('changing', 'A long value was replaced each time that it was read.');
  }

  /** Removes pieces that nothing names any more. What fails stays until `clear` or its time. */
  async function removePieces(id: string, head: Head | null): Promise<void> {
    if (head === null || head.more === 0) return;
    const removals = Array.from({ length: head.more }, (_, index) => ({
      DeleteRequest: { Key: pieceKey(id, head.revision, index) },
    }));
    await writeAll(dynamoDb, table, removals).catch(() => undefined);
  }

  /** Writes the head over the state that was read. False when the state is another by now. */
  async function put(key: string, head: Head, over: string | null): Promise<boolean> {
    try {
      const condition = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...conditionOn(over) };
      await dynamoDb.call('PutItem', { TableName: table, Item: headItem(key, head), ...condition });
      return true;
    } catch (error) {
      if (!isFailedCondition(error)) throw error;
      // An attempt whose answer was lost may have written it.
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
    const head: Head = { revision: crypto.randomUUID(), first, more: more.length, expires };
    const { revision } = head;
    let known = await readHead(id);
    if (expected !== undefined && stateOf(known) !== expected) return null;
    const pieces = more.map((piece, index) => ({ PutRequest: { Item: pieceItem(id, head, piece, index) } }));
    await writeAll(dynamoDb, table, pieces);
    for (let tries = 0; tries < WRITES; tries++) {
      if (await put(key, head, known?.revision ?? null)) {
        await removePieces(id, known);
        return { value, revision };
      }
      known = await readHead(id);
      if (expected !== undefined && stateOf(known) !== expected) break;
    }
    await removePieces(id, head);
    if (expected !== undefined) return null;
    throw new DynamoDbFailure('contention', 'Other writes of an entry kept coming first.');
  }

  async function remove(id: string, expected: string | undefined): Promise<boolean> {
    for (let tries = 0; tries < WRITES; tries++) {
      const head = await readHead(id);
      const state = stateOf(head);
      if (state === null || (expected !== undefined && state !== expected)) return false;
      if (await drop(id, state)) {
        await removePieces(id, head);
        return true;
      }
    }
    throw new DynamoDbFailure('contention', 'Other writes of an entry kept coming first.');
  }

  /** Removes the head in this state. False when the state is another by now. */
  async function drop(id: string, revision: string): Promise<boolean> {
    try {
      const condition = { ReturnValues: 'ALL_OLD', ...conditionOn(revision) };
      const answer = await dynamoDb.call('DeleteItem', { TableName: table, Key: headKey(id), ...condition });
      return z.parse(OLD_ANSWER, answer).Attributes !== undefined;
    } catch (error) {
      if (!isFailedCondition(error)) throw error;
      return false;
    }
  }

  async function clear(): Promise<void> {
    const scan = { TableName: table, ProjectionExpression: 'id, part', ConsistentRead: true };
    for await (const items of readAll(dynamoDb, 'Scan', scan)) {
      const removals = items.map((item) => ({ DeleteRequest: { Key: z.parse(PLACE, item) } }));
      await writeAll(dynamoDb, table, removals);
    }
  }

  return {
    get: (key) => guarded(() => read(idOfKey(key))),
    set: (key, value, given = {}) => guarded(() => set(key, value, given)),
    delete: (key, expected) => guarded(() => remove(idOfKey(key), expected)),
    list: (prefix, cursor, limit) => guarded(() => listValues({ dynamoDb, table, read }, prefix, cursor, limit)),
    clear: () => guarded(clear),
    close: () => {
      closed = true;
    },
  };
}
