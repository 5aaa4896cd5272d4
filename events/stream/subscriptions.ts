import * as z from 'zod/mini';
import { compareAndSet } from '../../shared/repository/store/compare-and-set.ts';
import type { KeyValueStore } from '../../shared/repository/store/key-value-store.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import type { Connection, Connections } from '../connections.ts';
import { CONNECTION_TTL_MS, connectionText, readConnection } from '../connections.ts';

/** How far a subscriber has received the changes of the store. */
export type SubscriberPosition = {
  /** Of the store: the subscriber received all that was written before it, and nothing that was written after it. */
  readonly cursor: string;
  /** It still receives what it missed before it connected. */
  readonly isBehind: boolean;
};

export type Subscriber = { readonly connection: Connection; readonly position: SubscriberPosition };

/** The change of a subscriber by a delivery: its position, or its removal. */
export type DeliveryStep = { readonly from: SubscriberPosition; readonly to: SubscriberPosition } | 'gone';

/**
 * The subscribers where the store itself is the log: each has a position in the changes of the store. All methods throw Problem
 * `store-unavailable` (503).
 */
export type Subscriptions = Pick<Connections, 'add' | 'remove'> & {
  /** All that are connected, and some that are gone. */
  all(): Promise<readonly Subscriber[]>;
  has(id: string): Promise<boolean>;
  /** Stores steps, by id. A step from a position that the subscriber has left does nothing. */
  move(steps: ReadonlyMap<string, DeliveryStep>): Promise<void>;
};

/** The entry with all positions. */
const POSITIONS_KEY = 'subscribers';

const VALUE = z.record(z.string(), z.object({ since: z.number(), cursor: z.string(), isBehind: z.boolean() }));

type Positions = Map<string, z.infer<typeof VALUE>[string]>;

/** Attempts to replace that entry: every handshake and every delivery does, in as many processes as there are at the time. */
const MAX_ATTEMPTS = 6;

/** Objects read to find the current cursor. */
const PROBE_SIZE = 64;

/**
 * {@link Subscriptions} in a key-value store: one entry has the positions of all, and is replaced by compare-and-set; each
 * connection is an entry of its own, which is written once.
 */
export function createSubscriptions(parts: {
  readonly keyValues: KeyValueStore;
  readonly store: Pick<ObjectStore, 'changes'>;
  /** UTC milliseconds. */
  readonly now: () => number;
}): Subscriptions {
  const { keyValues, store, now } = parts;
  /** Cache of connections: a stored connection never changes. */
  const known = new Map<string, Connection>();

  async function read(): Promise<{ readonly positions: Positions; readonly revision: string | null }> {
    const entry = await keyValues.get(POSITIONS_KEY);
    const positions = new Map(entry === null ? [] : Object.entries(z.parse(VALUE, JSON.parse(entry.value))));
    return { positions, revision: entry?.revision ?? null };
  }

  /** @param change gives false when there is nothing to write */
  async function update(change: (positions: Positions) => boolean): Promise<void> {
    await compareAndSet(async () => {
      const { positions, revision } = await read();
      if (!change(positions)) return false;
      for (const [id, { since }] of positions) if (since + CONNECTION_TTL_MS < now()) positions.delete(id);
      const expires = Math.max(...[...positions.values()].map(({ since }) => since + CONNECTION_TTL_MS), now() + 1);
      const text = JSON.stringify(Object.fromEntries(positions) satisfies z.infer<typeof VALUE>);
      return keyValues.set(POSITIONS_KEY, text, { expected: revision, expires });
    }, MAX_ATTEMPTS);
  }

  async function connectionOf(id: string): Promise<Connection | null> {
    const entry = known.get(id) ?? (await keyValues.get(keyOf(id)));
    if (entry === null) return null;
    const connection = 'value' in entry ? readConnection(id, entry.value) : entry;
    if (connection !== null) known.set(id, connection);
    return connection;
  }

  return {
    async add(connection) {
      const { id, since, replay } = connection;
      const position = {
        cursor: replay?.cursor ?? (await store.changes(null, PROBE_SIZE)).next,
        isBehind: replay !== null,
      };
      await keyValues.set(keyOf(id), connectionText(connection), { expires: since + CONNECTION_TTL_MS });
      await update((positions) => {
        positions.set(id, { since, ...position });
        return true;
      });
    },

    async remove(id) {
      known.delete(id);
      await update((positions) => positions.delete(id));
      await keyValues.delete(keyOf(id));
    },

    async all() {
      const { positions } = await read();
      for (const id of known.keys()) if (!positions.has(id)) known.delete(id);
      const found = await Promise.all(
        [...positions].map(async ([id, { cursor, isBehind }]) => {
          const connection = await connectionOf(id);
          return connection === null ? [] : [{ connection, position: { cursor, isBehind } }];
        }),
      );
      return found.flat();
    },

    has: async (id) => (await read()).positions.has(id),

    async move(steps) {
      if (steps.size === 0) return;
      await update((positions) => {
        let moved = false;
        for (const [id, step] of steps) {
          const position = positions.get(id);
          if (position === undefined) continue;
          if (step === 'gone') positions.delete(id);
          else if (position.cursor === step.from.cursor) positions.set(id, { ...position, ...step.to });
          else continue;
          moved = true;
        }
        return moved;
      });
      for (const [id, step] of steps) {
        if (step !== 'gone') continue;
        known.delete(id);
        await keyValues.delete(keyOf(id));
      }
    },
  };
}

function keyOf(id: string): string {
  return `subscriber/${id}`;
}
