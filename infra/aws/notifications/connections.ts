import * as z from 'zod/mini';
import {
  CONNECTION_TTL_MS,
  type Connection,
  type Connections,
  connectionText,
  type Replay,
  readConnection,
} from '../../../events/connections.ts';
import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import type { ChangeLog } from '../../../shared/repository/notifications/change-log.ts';
import { readAll } from '../../../shared/stores/dynamodb/batches.ts';
import type { DynamoDb } from '../../../shared/stores/dynamodb/client.ts';
import { isFailedCondition, type TableItem, toProblem } from '../../../shared/stores/dynamodb/failure.ts';
import { TTL } from '../../../shared/stores/dynamodb/tables.ts';
import type { FunctionTables } from '../lambda/context.ts';

/** Id of an item that changes with every change of the list that cached copies lack. */
const GENERATION = ' generation';

const ITEM_ANSWER = z.object({ Item: z.optional(z.object({ state: z.object({ S: z.string() }) })) });
const ITEM = z.object({ id: z.object({ S: z.string() }), state: z.object({ S: z.string() }) });

type ConnectionsOptions = {
  readonly dynamoDb: DynamoDb;
  /** Name of the table. */
  readonly table: string;
};

/**
 * {@link Connections} in one table of DynamoDB. The list is cached: one small read of the generation shows whether
 * a connection was added or finished its replay since.
 */
export function createDynamoConnections({ dynamoDb, table }: ConnectionsOptions): Connections {
  let cached: { readonly generation: string | null; readonly list: Map<string, Connection> } | null = null;

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toProblem(error);
    }
  }

  async function generationNow(): Promise<string | null> {
    const Key = { id: { S: GENERATION } };
    const answer = await dynamoDb.call('GetItem', { TableName: table, Key, ConsistentRead: true });
    return z.parse(ITEM_ANSWER, answer).Item?.state.S ?? null;
  }

  async function read(id: string): Promise<Connection | null> {
    const answer = await dynamoDb.call('GetItem', { TableName: table, Key: { id: { S: id } }, ConsistentRead: true });
    const { Item } = z.parse(ITEM_ANSWER, answer);
    return Item === undefined ? null : readConnection(id, Item.state.S);
  }

  async function newGeneration(): Promise<void> {
    const Item = { id: { S: GENERATION }, state: { S: crypto.randomUUID() } };
    await dynamoDb.call('PutItem', { TableName: table, Item });
  }

  async function list(): Promise<Map<string, Connection>> {
    const connections = new Map<string, Connection>();
    for await (const items of readAll(dynamoDb, 'Scan', { TableName: table, ConsistentRead: true })) {
      for (const { id, state } of items.map((item) => z.parse(ITEM, item))) {
        const connection = id.S === GENERATION ? null : readConnection(id.S, state.S);
        if (connection !== null) connections.set(id.S, connection);
      }
    }
    return connections;
  }

  /** False when the connection is at another step. */
  async function replace(item: TableItem, step: number): Promise<boolean> {
    try {
      await dynamoDb.call('PutItem', {
        TableName: table,
        Item: item,
        ConditionExpression: 'step = :step',
        ExpressionAttributeValues: { ':step': { N: String(step) } },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      return true;
    } catch (error) {
      if (!isFailedCondition(error)) throw error;
      // An attempt whose response was lost may have written it.
      return JSON.stringify(error.item?.['state']) === JSON.stringify(item['state']);
    }
  }

  return {
    add: (connection) =>
      guarded(async () => {
        await dynamoDb.call('PutItem', { TableName: table, Item: itemOf(connection) });
        await newGeneration();
      }),

    remove: (id) =>
      guarded(async () => {
        cached?.list.delete(id);
        await dynamoDb.call('DeleteItem', { TableName: table, Key: { id: { S: id } } });
      }),

    all: () =>
      guarded(async () => {
        const generation = await generationNow();
        // The generation is read first: a connection added in between is in the list, and causes one more read next time.
        if (cached === null || cached.generation !== generation) cached = { generation, list: await list() };
        return [...cached.list.values()];
      }),

    get: (id) => guarded(() => read(id)),

    advance: (id, step, replay) =>
      guarded(async () => {
        const connection = await read(id);
        if (connection?.replay?.step !== step) return false;
        const next = { ...connection, replay };
        if (!(await replace(itemOf(next), step))) return false;
        cached?.list.set(id, next);
        // A step is read per connection; only the end of a replay must reach every cached list.
        if (replay === null) await newGeneration();
        return true;
      }),
  };
}

function itemOf(connection: Connection): TableItem {
  return {
    id: { S: connection.id },
    state: { S: connectionText(connection) },
    ...stepOf(connection.replay),
    [TTL]: { N: String(Math.ceil((connection.since + CONNECTION_TTL_MS) / 1000)) },
  };
}

function stepOf(replay: Replay | null): TableItem {
  return replay === null ? {} : { step: { N: String(replay.step) } };
}

/**
 * The DynamoDB data of the notification channel's functions. Makes no call.
 *
 * @throws ConfigurationError where no tables are named
 */
export function notificationTables(tables: FunctionTables | null): {
  readonly connections: Connections;
  readonly log: ChangeLog;
} {
  if (tables === null)
    throw new ConfigurationError('DYNAMODB_PREFIX is not set: the notification channel needs tables.');
  const { dynamoDb, names, changes: log } = tables;
  return { connections: createDynamoConnections({ dynamoDb, table: names.connections }), log };
}
