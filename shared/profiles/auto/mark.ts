import * as z from 'zod/mini';
import type { KeyValueStore } from '../../store/key-value-store.ts';

const MARK = z.object({
  /** When the round began, UTC milliseconds. */
  began: z.number(),
  /** It has come to its end. */
  ended: z.boolean(),
  /** Cursor of the page of persons that it is at; null: the first. */
  page: z.nullable(z.string()),
  /** Short id of the person in that page that it is at; null: the first. */
  person: z.nullable(z.string()),
  /** Short id of the last framework that this person is done with; null: none. */
  framework: z.nullable(z.string()),
});

/** Where a round of automatic profiles has come to. */
export type Mark = z.infer<typeof MARK>;

/** The mark that all processes share, as one tick knows it. */
export type MarkKeeper = {
  /** The mark that the last tick left; null when there is none, or none of this form. */
  readonly read: () => Promise<Mark | null>;
  /** Leaves a mark for the next tick. False when another process has left one meanwhile: nothing was written. */
  readonly write: (mark: Mark) => Promise<boolean>;
};

const KEY = 'profile/auto';

/** Begin with `read`. Both fail as the store does. */
export function createMarkKeeper(keyValues: KeyValueStore): MarkKeeper {
  let revision: string | null = null;
  return {
    async read() {
      const entry = await keyValues.get(KEY);
      revision = entry?.revision ?? null;
      return entry === null ? null : (z.safeParse(MARK, JSON.parse(entry.value)).data ?? null);
    },
    async write(mark) {
      const entry = await keyValues.set(KEY, JSON.stringify(mark), { expected: revision });
      if (entry !== null) revision = entry.revision;
      return entry !== null;
    },
  };
}
