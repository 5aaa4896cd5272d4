import * as z from 'zod/mini';
import type { KeyValueStore } from '../../shared/store/key-value-store.ts';
import type { ObjectStore } from '../../shared/store/object-store.ts';
import type { Connection, Connections } from '../connections.ts';
import { connectionText, readConnection, STAYS } from '../kept-connection.ts';

/** Up to where a listener was told what the store has. */
export type Place = {
  /** Of the store: it was told all that was written before, and nothing of what was written after it. */
  readonly cursor: string;
  /** It is still told of the time when it was away. */
  readonly isBehind: boolean;
};

/** A listener, and up to where it was told. */
export type Follower = { readonly connection: Connection; readonly place: Place };

/** What a delivery changes of a listener: it went on from one place to another, or is gone. */
export type Step = { readonly from: Place; readonly to: Place } | 'gone';

/**
 * Who listens where the store itself is the log of what listeners are told: each has a place in the changes of the store. All of
 * it fails with Problem `store-unavailable` (503).
 */
export type Followers = Pick<Connections, 'add' | 'remove'> & {
  /** Everyone who is connected, and some who are gone. */
  all(): Promise<readonly Follower[]>;
  has(id: string): Promise<boolean>;
  /** Notes the steps, by id. One from a place where the listener is not any more does nothing. */
  move(steps: ReadonlyMap<string, Step>): Promise<void>;
};

/** The entry that has the places of all. */
const PLACES = 'listeners';

const VALUE = z.record(z.string(), z.object({ since: z.number(), cursor: z.string(), isBehind: z.boolean() }));

type Places = Map<string, z.infer<typeof VALUE>[string]>;

/** Objects read to learn the cursor of this moment. */
const FEW = 64;

/**
 * {@link Followers} in a store of small values, which are found by their keys alone: one entry has the places of all, and is replaced by
 * compare-and-set; each connection is an entry of its own, which is written once.
 */
export function createFollowers(parts: {
  readonly keyValues: KeyValueStore;
  readonly store: Pick<ObjectStore, 'changes'>;
  /** UTC milliseconds. */
  readonly now: () => number;
}): Followers {
  const { keyValues, store, now } = parts;
  /** Connections that were read; what is kept of one never changes. */
  const known = new Map<string, Connection>();

  async function read(): Promise<{ readonly places: Places; readonly revision: string | null }> {
    const entry = await keyValues.get(PLACES);
    const places = new Map(entry === null ? [] : Object.entries(z.parse(VALUE, JSON.parse(entry.value))));
    return { places, revision: entry?.revision ?? null };
  }

  /** @param change gives false when there is nothing to write */
  async function update(change: (places: Places) => boolean): Promise<void> {
    for (;;) {
      const { places, revision } = await read();
      if (!change(places)) return;
      for (const [id, { since }] of places) if (since + STAYS < now()) places.delete(id);
      const expires = Math.max(...[...places.values()].map(({ since }) => since + STAYS), now() + 1);
      const text = JSON.stringify(Object.fromEntries(places) satisfies z.infer<typeof VALUE>);
      if ((await keyValues.set(PLACES, text, { expected: revision, expires })) !== null) return;
    }
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
      const place = {
        cursor: replay?.cursor ?? (await store.changes(null, FEW)).next,
        isBehind: replay !== null,
      };
      await keyValues.set(keyOf(id), connectionText(connection), { expires: since + STAYS });
      await update((places) => {
        places.set(id, { since, ...place });
        return true;
      });
    },

    async remove(id) {
      known.delete(id);
      await update((places) => places.delete(id));
      await keyValues.delete(keyOf(id));
    },

    async all() {
      const { places } = await read();
      for (const id of known.keys()) if (!places.has(id)) known.delete(id);
      const found = await Promise.all(
        [...places].map(async ([id, { cursor, isBehind }]) => {
          const connection = await connectionOf(id);
          return connection === null ? [] : [{ connection, place: { cursor, isBehind } }];
        }),
      );
      return found.flat();
    },

    has: async (id) => (await read()).places.has(id),

    async move(steps) {
      if (steps.size === 0) return;
      await update((places) => {
        let moved = false;
        for (const [id, step] of steps) {
          const place = places.get(id);
          if (place === undefined) continue;
          if (step === 'gone') places.delete(id);
          else if (place.cursor === step.from.cursor) places.set(id, { ...place, ...step.to });
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
  return `listener/${id}`;
}
