import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDelivery } from '../../events/delivery/deliver.ts';
import { createMessageBuilders } from '../../events/delivery/message-builder.ts';
import { connect } from '../../events/websocket/connect.ts';
import { createDynamoBell } from '../../infra/aws/notifications/bell.ts';
import { createManagementApi } from '../../infra/aws/notifications/management-api.ts';
import { createStreamHandler } from '../../infra/aws/notifications/stream-handler.ts';
import { createDynamoSubscriptions } from '../../infra/aws/notifications/subscriptions.ts';
import { createWebSocketHandler } from '../../infra/aws/notifications/websocket-handler.ts';
import { sleep } from '../../shared/base/concurrency/sleep.ts';
import { toConfig } from '../../shared/base/config/config.ts';
import type { Settings } from '../../shared/base/config/read-env.ts';
import { createKeyRing } from '../../shared/base/crypto/public-key.ts';
import type { Context } from '../../shared/repository/context.ts';
import { createCoreContext } from '../../shared/repository/core-context.ts';
import type { Bell } from '../../shared/repository/notifications/bell.ts';
import { createFreshForwarding } from '../../shared/repository/objects/load-forwarding.ts';
import { storedObject } from '../../shared/repository/objects/stored-versions.ts';
import { searchDocument } from '../../shared/repository/search/search-copy.ts';
import { createEnvironmentSecrets } from '../../shared/repository/secrets/secret-store.ts';
import { createServerKeys } from '../../shared/repository/secrets/server-keys.ts';
import { createDynamoKeyValueStore } from '../../shared/stores/dynamodb/key-value-store.ts';
import { openSqliteStore } from '../../shared/stores/sqlite/open.ts';
import { pollStream } from '../../tools/engines/dynamodb/stream-poller.ts';
import { LOCAL_ACCESS, makeTables } from '../support/dynamodb.ts';
import { CHANNEL_KEYS, startTestChannel, type TestChannel } from '../support/management-api.ts';

const MINUTE = 60_000;

/** The contents of a WebSocket API event other than its type and connection. */
export type HandshakeParts = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
};

/** A service whose notification channel is the managed one, with the tables and the stream of a real DynamoDB. */
export type ManagedChannel = {
  readonly ctx: Context;
  readonly bell: Bell;
  readonly channel: TestChannel;
  /** Milliseconds by which the service's clock is ahead. */
  ahead: number;
  /** Starts a process of the stream function. */
  newFunction(send?: typeof fetch): (event: unknown) => Promise<unknown>;
  /** Invokes a function with the records of the stream, from its beginning. */
  follow(invoke: (event: unknown) => Promise<unknown>): void;
  /** Makes a handshake; returns its status. */
  connect(id: string, parts?: HandshakeParts): Promise<number>;
  disconnect(id: string): Promise<number>;
  /** Ids of the connections in the table. */
  connected(): Promise<readonly string[]>;
  close(): Promise<void>;
};

/** @param endpoint of DynamoDB */
export async function openManagedChannel(endpoint: string | null, settings: Settings = {}): Promise<ManagedChannel> {
  const tables = await makeTables(endpoint);
  const directory = await mkdtemp(join(tmpdir(), 'managed-'));
  const channel = await startTestChannel(LOCAL_ACCESS.region);
  const readKey = createKeyRing();
  const stores = await openSqliteStore({
    directory,
    describe: (stored) => searchDocument(storedObject(stored), stored.access, readKey),
  });
  const { dynamoDb, names } = tables;
  const now = (): number => Date.now() + managed.ahead;
  const logger = { debug() {}, info() {}, warn() {}, error: (...words: unknown[]) => console.error(...words) };
  const bell = createDynamoBell({ dynamoDb, table: names.changes, logger });
  const newSubscriptions = () =>
    createDynamoSubscriptions({ dynamoDb, table: names.connections, store: stores.objects });
  const core = createCoreContext({
    config: toConfig(settings, '1'),
    logger,
    now,
    readKey,
    store: stores.objects,
    keyValues: createDynamoKeyValueStore({ dynamoDb, table: names.values, clock: now }),
    changes: bell,
    keys: createServerKeys(createEnvironmentSecrets({})),
    adminPublicKeys: [],
    observers: [],
  });
  const ends: (() => Promise<void>)[] = [];

  const sockets = () => {
    const subscriptions = newSubscriptions();
    return createWebSocketHandler(
      {
        connect: (handshake) => connect({ ...core, subscriptions, requestDelivery: bell.ring }, handshake),
        disconnect: (id) => subscriptions.remove(id),
        message: async () => {},
      },
      logger,
    );
  };

  const managed: ManagedChannel = {
    ctx: core,
    bell,
    channel,
    ahead: 0,
    newFunction(send = fetch) {
      const freshen = createFreshForwarding(core);
      const deliver = createDelivery({
        ...core,
        subscriptions: newSubscriptions(),
        channel: createManagementApi({
          endpoint: channel.endpoint,
          region: LOCAL_ACCESS.region,
          credentials: async () => CHANNEL_KEYS,
          fetch: send,
        }),
        beginDelivery: createMessageBuilders(core),
        refreshForwarding: (ageMs) => freshen(core.store, ageMs),
        sleep,
      });
      const handler = createStreamHandler(deliver);
      return (event) => handler(event, { getRemainingTimeInMillis: () => MINUTE });
    },
    follow(invoke) {
      ends.push(pollStream({ dynamoDb, table: names.changes, invoke, batchSize: 10, pollIntervalMs: 20 }));
    },
    async connect(id, { headers = {}, query = {} } = {}) {
      const multiple = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]]));
      const { statusCode } = await sockets()({
        requestContext: { routeKey: '$connect', eventType: 'CONNECT', connectionId: id },
        headers,
        queryStringParameters: query,
        multiValueQueryStringParameters: multiple,
      });
      if (statusCode === 200) channel.open.add(id);
      return statusCode;
    },
    async disconnect(id) {
      channel.open.delete(id);
      const event = { requestContext: { routeKey: '$disconnect', eventType: 'DISCONNECT', connectionId: id } };
      return (await sockets()(event)).statusCode;
    },
    async connected() {
      const all = await newSubscriptions().all();
      return all.map(({ connection }) => connection.id).sort();
    },
    async close() {
      for (const end of ends) await end();
      await stores.close();
      await channel.stop();
      await tables.remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return managed;
}
