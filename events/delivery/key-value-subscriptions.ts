import * as z from 'zod/mini';
import { compareAndSet } from '../../shared/repository/store/compare-and-set.ts';
import type { KeyValueStore } from '../../shared/repository/store/key-value-store.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import type { Connection } from '../connections.ts';
import { CONNECTION_TTL_MS, connectionText, readConnection } from '../connections.ts';
import { type Subscriptions, startPosition } from '../subscriptions.ts';

/** The entry with all positions. */
const POSITIONS_KEY = 'subscribers';

const VALUE = z.record(z.string(), z.object({ since: z.number(), cursor: z.string(), isBehind: z.boolean() }));

type Positions = Map<string, z.infer<typeof VALUE>[string]>;

/** Attempts to replace that entry: every handshake and every delivery does, in as many processes as there are at the time. */
const MAX_ATTEMPTS = 6;

/**
 * {@link Subscriptions} in a key-value store: one entry has the positions of all, and is replaced by compare-and-set; each
 * connection is an entry of its own, which is written once.
 */
export function createKeyValueSubscriptions(parts: {
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

  /** @param change returns false when there is nothing to write */
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
    async add(connection, start) {
      const { id, since } = connection;
      const position = await startPosition(store, start);
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
