import type { Engine } from '../engine/engine.ts';
import type { IndexNames } from '../indices/index-names.ts';
import { noteItem, type RebuildNote, toNote } from './rebuild-note.ts';

/**
 * What this process knows of a rebuild that some instance announced.
 *
 * The rule that a rebuild relies on: a search copy is only written by who looked for the note since the copy's object was
 * committed, or within `freshness` before. A rebuild waits longer than that between its announcement and reading
 * the first object. So a copy that was written without knowing of it is of a state that it reads itself.
 */
export type RebuildWatch = {
  /** The calls of the engine; reads of documents bring the note along when it is time to look for it. */
  readonly engine: Engine;
  /** The rebuild under way, as it was known at most `freshness` ago. */
  present(): Promise<RebuildNote | null>;
};

/** @param freshness milliseconds that what is known of the note may be old */
export function createRebuildWatch(engine: Engine, names: IndexNames, freshness: number): RebuildWatch {
  let note: RebuildNote | null = null;
  let known: Moment | null = null;

  function age(): number {
    return known === null ? Number.POSITIVE_INFINITY : since(known);
  }

  /** Adds the note to what is read when it is time to look for it. */
  function withNote(read: Engine['read']): Engine['read'] {
    return async (items) => {
      if (age() < freshness / 2) return read(items);
      const asked = now();
      const documents = await read([...items, noteItem(names)]);
      if (known === null || asked.steady >= known.steady) {
        note = toNote(documents.at(-1))?.note ?? null;
        known = asked;
      }
      return documents.slice(0, items.length);
    };
  }

  const read = withNote(engine.read);
  return {
    engine: { ...engine, read, readSmall: withNote(engine.readSmall) },
    async present() {
      if (age() > freshness) await read([]);
      return note;
    },
  };
}

/** Two clocks: the steady one stands still while a machine sleeps, the other may be set back. */
type Moment = { readonly steady: number; readonly wall: number };

function now(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

function since({ steady, wall }: Moment): number {
  const moment = now();
  return Math.max(moment.steady - steady, moment.wall - wall);
}
