import * as z from 'zod/mini';
import { CONNECTION_TTL_MS, type Connection, connectionText, readConnection } from '../../../events/connections.ts';
import {
  type DeliveryStep,
  type Subscriber,
  type SubscriberPosition,
  type Subscriptions,
  startPosition,
} from '../../../events/subscriptions.ts';
import { mapLimit } from '../../../shared/base/concurrency/map-limit.ts';
import type { ObjectStore } from '../../../shared/repository/store/object-store.ts';
import { readAll } from '../../../shared/stores/dynamodb/batches.ts';
import type { DynamoDb } from '../../../shared/stores/dynamodb/client.ts';
import { isFailedCondition, type TableItem, toProblem } from '../../../shared/stores/dynamodb/failure.ts';
import { TTL } from '../../../shared/stores/dynamodb/tables.ts';

/** Prefix of the ids of other items: ids of connections contain no space. */
const RESERVED = ' ';

/** Id of the item with the position of all subscribers that have no separate one, and the generation of the list. */
const COMMON = `${RESERVED}common`;

const TEXT = z.object({ S: z.string() });
const ITEM = z.object({
  id: TEXT,
  state: z.optional(TEXT),
  generation: z.optional(TEXT),
  cursor: z.optional(TEXT),
  behind: z.optional(TEXT),
});
const ITEM_ANSWER = z.object({ Item: z.optional(ITEM) });

type Item = z.infer<typeof ITEM>;

/** Maximum number of concurrent calls. */
const MAX_CONCURRENCY = 16;

type SubscriptionsOptions = {
  readonly dynamoDb: DynamoDb;
  /** Name of the table. */
  readonly table: string;
  readonly store: Pick<ObjectStore, 'changes'>;
};

/** A connection of the cached list, and whether it has a separate position, or had one when the list was read. */
type Listed = { readonly connection: Connection; readonly isApart: boolean };

/**
 * {@link Subscriptions} in one table of DynamoDB, with an item for each subscriber. Subscribers that have received everything share
 * one position, so that a delivery to any number of them writes one item; a new subscriber, or one that could not be reached, has a
 * separate one. The list is cached: one small read of the generation shows whether a subscriber was added since.
 *
 * One process at a time may call `move`.
 */
export function createDynamoSubscriptions({ dynamoDb, table, store }: SubscriptionsOptions): Subscriptions {
  let cached: { readonly generation: string | null; readonly list: Map<string, Listed> } | null = null;
  /** The common position that `all` returned last. */
  let common: string | null = null;

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toProblem(error);
    }
  }

  async function read(id: string): Promise<Item | null> {
    const answer = await dynamoDb.call('GetItem', { TableName: table, Key: { id: { S: id } }, ConsistentRead: true });
    return z.parse(ITEM_ANSWER, answer).Item ?? null;
  }

  async function list(): Promise<Map<string, Listed>> {
    const found = new Map<string, Listed>();
    for await (const items of readAll(dynamoDb, 'Scan', { TableName: table, ConsistentRead: true })) {
      for (const { id, state, cursor } of items.map((item) => z.parse(ITEM, item))) {
        const connection = state === undefined || id.S.startsWith(RESERVED) ? null : readConnection(id.S, state.S);
        if (connection !== null) found.set(id.S, { connection, isApart: cursor !== undefined });
      }
    }
    return found;
  }

  /** The position of a subscriber; null when it is gone. */
  async function positionOf(id: string, isApart: boolean): Promise<SubscriberPosition | null> {
    const item = isApart ? await read(id) : null;
    if (isApart && item === null) return null;
    // The previous version wrote an item without a position: its cursor is refused, so that the subscriber has to connect again.
    const cursor = item?.cursor?.S ?? common ?? '';
    return { cursor, isBehind: item?.behind?.S === 'true' };
  }

  /** Changes an item that exists. @returns whether it exists */
  async function update(id: string, expression: string, values: TableItem = {}): Promise<boolean> {
    try {
      await dynamoDb.call('UpdateItem', {
        TableName: table,
        Key: { id: { S: id } },
        UpdateExpression: expression,
        ...(id !== COMMON && { ConditionExpression: 'attribute_exists(id)' }),
        ...(expression.includes('#cursor') && { ExpressionAttributeNames: { '#cursor': 'cursor' } }),
        ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
      });
      return true;
    } catch (error) {
      if (isFailedCondition(error)) return false;
      throw error;
    }
  }

  function setPosition(id: string, { cursor, isBehind }: SubscriberPosition): Promise<boolean> {
    return update(id, 'SET #cursor = :cursor, behind = :behind', {
      ':cursor': { S: cursor },
      ':behind': { S: String(isBehind) },
    });
  }

  async function forget(id: string): Promise<void> {
    cached?.list.delete(id);
    await dynamoDb.call('DeleteItem', { TableName: table, Key: { id: { S: id } } });
  }

  return {
    add: (connection, start) =>
      guarded(async () => {
        await dynamoDb.call('PutItem', {
          TableName: table,
          Item: itemOf(connection, await startPosition(store, start)),
        });
        await announceList();
      }),

    remove: (id) => guarded(() => forget(id)),

    has: (id) => guarded(async () => (await read(id)) !== null),

    all: () =>
      guarded(async () => {
        const item = await read(COMMON);
        const generation = item?.generation?.S ?? null;
        common = item?.cursor?.S ?? null;
        // The generation is read first: a subscriber added in between is in the list, and causes one more read next time.
        if (cached === null || cached.generation !== generation) cached = { generation, list: await list() };
        const found = await mapLimit([...cached.list.values()], MAX_CONCURRENCY, async ({ connection, isApart }) => {
          const position = await positionOf(connection.id, isApart);
          return position === null ? [] : [{ connection, position } satisfies Subscriber];
        });
        return found.flat();
      }),

    move: (steps) =>
      guarded(async () => {
        const next = commonPosition([...steps.values()]) ?? common;
        const all = [...(cached?.list ?? [])];
        const gone = all.filter(([id]) => steps.get(id) === 'gone');
        const apart = all.flatMap(([id, { isApart }]) => {
          const position = positionApart(steps.get(id), isApart, next);
          return position === null ? [] : [{ id, isApart, position }];
        });
        const rejoining = all.filter(([id, { isApart }]) => isApart && isAt(steps.get(id), next));
        // In this order, a process that ends in between leaves every subscriber at its position or before it.
        await mapLimit(gone, MAX_CONCURRENCY, ([id]) => forget(id));
        await mapLimit(apart, MAX_CONCURRENCY, ({ id, position }) => moveApart(id, position));
        // The lists that other processes have cached tell which subscribers were apart at that time.
        if (apart.some(({ isApart }) => !isApart)) await announceList();
        if (next !== null && next !== common) await update(COMMON, 'SET #cursor = :cursor', { ':cursor': { S: next } });
        await mapLimit(rejoining, MAX_CONCURRENCY, async ([id, { connection }]) => {
          await update(id, 'REMOVE #cursor, behind');
          cached?.list.set(id, { connection, isApart: false });
        });
      }),
  };

  /** Makes every process read the list again. */
  async function announceList(): Promise<void> {
    await update(COMMON, 'SET generation = :generation', { ':generation': { S: crypto.randomUUID() } });
  }

  /** The separate position to write for a subscriber; null: it gets none, or keeps its own. */
  function positionApart(
    step: DeliveryStep | undefined,
    isApart: boolean,
    next: string | null,
  ): SubscriberPosition | null {
    if (step === 'gone' || isAt(step, next)) return null;
    if (step !== undefined) return step.to;
    return isApart || next === common ? null : { cursor: common ?? '', isBehind: false };
  }

  async function moveApart(id: string, position: SubscriberPosition): Promise<void> {
    const listed = cached?.list.get(id);
    if (listed !== undefined) cached?.list.set(id, { ...listed, isApart: true });
    if (!(await setPosition(id, position))) cached?.list.delete(id);
  }
}

/** The position to which most subscribers were moved; null if none was moved. */
function commonPosition(steps: readonly DeliveryStep[]): string | null {
  const counts = new Map<string, number>();
  for (const step of steps) {
    if (step !== 'gone' && !step.to.isBehind) counts.set(step.to.cursor, (counts.get(step.to.cursor) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  return most?.[0] ?? null;
}

function isAt(step: DeliveryStep | undefined, common: string | null): boolean {
  return step !== undefined && step !== 'gone' && step.to.cursor === common && !step.to.isBehind;
}

function itemOf(connection: Connection, { cursor, isBehind }: SubscriberPosition): TableItem {
  return {
    id: { S: connection.id },
    state: { S: connectionText(connection) },
    cursor: { S: cursor },
    behind: { S: String(isBehind) },
    [TTL]: { N: String(Math.ceil((connection.since + CONNECTION_TTL_MS) / 1000)) },
  };
}
