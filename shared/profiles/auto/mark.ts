import * as z from 'zod/mini';
import type { Bookmark } from '../../store/bookmark.ts';

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

/** Begin with `read`. Both fail as the store does. */
export function createMarkKeeper(bookmark: Bookmark): MarkKeeper {
  return {
    async read() {
      const text = await bookmark.read();
      return text === null ? null : (z.safeParse(MARK, JSON.parse(text)).data ?? null);
    },
    write: (mark) => bookmark.write(JSON.stringify(mark)),
  };
}
