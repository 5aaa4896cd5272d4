import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Channel } from '../../events/connections.ts';
import { createInlineDelivery, type InlineDelivery } from '../../events/delivery/inline-delivery.ts';
import { createKeyValueSubscriptions } from '../../events/delivery/key-value-subscriptions.ts';
import { createMessageBuilders } from '../../events/delivery/message-builder.ts';
import type { Subscriptions } from '../../events/subscriptions.ts';
import { connect } from '../../events/websocket/connect.ts';
import { toConfig } from '../../shared/base/config/config.ts';
import type { Settings } from '../../shared/base/config/read-env.ts';
import { createKeyRing } from '../../shared/base/crypto/public-key.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { createCoreContext } from '../../shared/repository/core-context.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { putMany, save } from '../../shared/repository/objects/put-many.ts';
import { storedObject } from '../../shared/repository/objects/stored-versions.ts';
import { searchDocument } from '../../shared/repository/search/search-copy.ts';
import { createEnvironmentSecrets } from '../../shared/repository/secrets/secret-store.ts';
import { createServerKeys } from '../../shared/repository/secrets/server-keys.ts';
import { openSqliteStore } from '../../shared/stores/sqlite/open.ts';

const BASE = 'http://localhost:8080/api/';

/** The result of a message: `late` means that there is no answer before the attempt is aborted. */
export type SendResult = 'sent' | 'gone' | 'fails' | 'late';

/** A service that delivers changes before it acknowledges a write, on the embedded store, with a fake channel. */
export type InlineService = {
  readonly ctx: Context;
  readonly subscriptions: Subscriptions;
  /** The delivery of the running process. */
  delivery: InlineDelivery;
  /** The service's clock, UTC milliseconds. */
  time: number;
  resultOf: (id: string, message: string) => SendResult;
  readonly closed: string[];
  /** Whether a connection can be closed. */
  closes: boolean;
  /** Number of messages that the channel was asked to send. */
  posts: number;
  /** The messages that were sent to a connection. */
  received(id: string): readonly string[];
  connect(id: string, query?: string, sheet?: string | null): Promise<void>;
  save(name: string, more?: JsonObject): Promise<string>;
  saveBatch(...names: readonly string[]): Promise<readonly string[]>;
  /** An invocation that writes nothing. */
  invoke(): Promise<void>;
  /** Replaces the process by a new one. */
  restart(): void;
  close(): Promise<void>;
};

/** The id of the thing with a name. */
export function idOf(name: string): string {
  return `${BASE}data/schema.org.Thing/${name}`;
}

/** @param timeoutMs time limit of one delivery */
export async function openInlineService(settings: Settings = {}, timeoutMs = 100): Promise<InlineService> {
  const directory = await mkdtemp(join(tmpdir(), 'inline-delivery-'));
  const readKey = createKeyRing();
  const now = (): number => service.time;
  const { objects: store, ...stores } = await openSqliteStore({
    directory,
    describe: (stored) => searchDocument(storedObject(stored), stored.access, readKey),
    clock: now,
  });
  const { keyValues } = stores;
  const received = new Map<string, string[]>();
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const channel: Channel = {
    async post(id, message, signal) {
      service.posts++;
      const result = service.resultOf(id, message);
      if (result === 'late')
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      if (result === 'fails' || result === 'late') throw new Error('It fails.');
      if (result === 'sent') received.set(id, [...(received.get(id) ?? []), message]);
      return result;
    },
    async close(id) {
      if (!service.closes) throw new Error('It fails.');
      service.closed.push(id);
    },
  };
  const core: Context = createCoreContext({
    config: toConfig(settings, '1'),
    logger,
    now,
    readKey,
    store,
    keyValues,
    adminPublicKeys: [],
    observers: [],
    keys: createServerKeys(createEnvironmentSecrets({})),
    changes: { publish: (change) => service.delivery.publish(change) },
  });
  const subscriptions = createKeyValueSubscriptions(core);
  const begin = (): InlineDelivery =>
    createInlineDelivery({
      subscriptions,
      channel,
      store,
      logger,
      now,
      timeoutMs,
      beginDelivery: createMessageBuilders(core),
      refreshForwarding: async () => {},
      async sleep(milliseconds) {
        service.time += milliseconds;
      },
    });
  const thing = (name: string, more: JsonObject = {}): JsonObject => {
    return { '@context': 'https://schema.org', '@type': 'Thing', '@id': idOf(name), name, ...more };
  };
  const service: InlineService = {
    ctx: core,
    subscriptions,
    delivery: undefined as unknown as InlineDelivery, // set below: it needs this object
    time: Date.now(),
    resultOf: () => 'sent',
    closed: [],
    closes: true,
    posts: 0,
    received: (id) => received.get(id) ?? [],
    connect: (id, query = '', sheet = null) =>
      connect(
        {
          ...core,
          subscriptions,
          requestDelivery: async () => service.delivery.markIncomplete(),
        },
        {
          id,
          peerAddress: undefined,
          url: `wss://channel.example/?${query}`,
          headers: new Headers(sheet === null ? {} : { signatureSheet: sheet }),
        },
      ),
    save: (name, more) =>
      service.delivery.runThenDeliver(async () => {
        await save(core, { object: thing(name, more) }, ANONYMOUS);
        return idOf(name);
      }),
    saveBatch: (...names) =>
      service.delivery.runThenDeliver(async () => {
        const inputs = names.map((name) => ({ object: thing(name) }));
        await putMany(core, inputs, ANONYMOUS, 'batch');
        return names.map(idOf);
      }),
    invoke: () => service.delivery.runThenDeliver(async () => {}),
    restart() {
      service.delivery = begin();
    },
    async close() {
      await stores.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
  service.restart();
  return service;
}
