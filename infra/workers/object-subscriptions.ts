import * as z from 'zod/mini';
import { type Connection, connectionText, readConnection } from '../../events/connections.ts';
import type { Subscriber, SubscriberPosition, Subscriptions } from '../../events/subscriptions.ts';
import type { DurableObjectState } from './runtime.ts';

/** Prefix of the keys of subscribers in the object's storage, and the first key after them. */
const PREFIX = 'connection:';
const END = 'connection;';

const ENTRY = z.object({ connection: z.string(), cursor: z.string(), isBehind: z.boolean() });

/** The subscribers of the durable object that holds their connections. */
export type ObjectSubscriptions = Omit<Subscriptions, 'add'> & {
  /** Adds a subscriber at a position. */
  put(connection: Connection, position: SubscriberPosition): Promise<void>;
};

/** {@link Subscriptions} in the storage of a durable object, which hibernates in between. */
export function createObjectSubscriptions(storage: DurableObjectState['storage']): ObjectSubscriptions {
  function put(connection: Connection, { cursor, isBehind }: SubscriberPosition): Promise<void> {
    const entry = { connection: connectionText(connection), cursor, isBehind } satisfies z.infer<typeof ENTRY>;
    return storage.put(PREFIX + connection.id, entry);
  }

  async function get(id: string): Promise<Subscriber | null> {
    return read(id, await storage.get(PREFIX + id));
  }

  return {
    put,
    remove: async (id) => void (await storage.delete(PREFIX + id)),
    has: async (id) => (await get(id)) !== null,
    async all() {
      const entries = await storage.list({ start: PREFIX, end: END });
      return [...entries].flatMap(([key, entry]) => read(key.slice(PREFIX.length), entry) ?? []);
    },
    async move(steps) {
      for (const [id, step] of steps) {
        if (step === 'gone') await storage.delete(PREFIX + id);
        else {
          const subscriber = await get(id);
          if (subscriber?.position.cursor === step.from.cursor) await put(subscriber.connection, step.to);
        }
      }
    },
  };
}

/** Reads an entry. Returns null if it is absent or has another form. */
function read(id: string, stored: unknown): Subscriber | null {
  const { data } = z.safeParse(ENTRY, stored);
  const connection = data === undefined ? null : readConnection(id, data.connection);
  if (data === undefined || connection === null) return null;
  return { connection, position: { cursor: data.cursor, isBehind: data.isBehind } };
}
