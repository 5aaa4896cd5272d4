import type { Engine } from '../engine/engine.ts';
import type { IndexNames } from '../indices/index-names.ts';
import { noteItem, type RebuildNote, toNote } from './rebuild-note.ts';

/**
 * What this process knows of a rebuild that an instance announced.
 *
 * The rule that a rebuild relies on: a process writes a search copy only if it read the note after the object was committed, or
 * at most `freshness` before. A rebuild waits longer than that between its announcement and its first read. So a copy that was
 * written without knowing of the rebuild is of a state that the rebuild reads itself.
 */
export type RebuildWatch = {
  /** The calls of the engine; reads of documents include the note when it is due. */
  readonly engine: Engine;
  /** The current rebuild, as of at most `freshness` ago. */
  present(): Promise<RebuildNote | null>;
};

/** @param freshness maximum age of the known note, in milliseconds */
export function createRebuildWatch(engine: Engine, names: IndexNames, freshness: number): RebuildWatch {
  let note: RebuildNote | null = null;
  let known: Moment | null = null;

  function age(): number {
    return known === null ? Number.POSITIVE_INFINITY : since(known);
  }

  /** Adds the note to a read when it is due. */
  function withNote(read: Engine['read']): Engine['read'] {
    return async (items) => {
      if (age() < freshness / 2) return read(items);
      const asked = now();
      const documents = await read([...items, noteItem(names)]);
      if (known === null || asked.monotonic >= known.monotonic) {
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

/** Two clocks: the monotonic one may stop while a machine sleeps, the other may be set back. */
type Moment = { readonly monotonic: number; readonly wall: number };

function now(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}

function since({ monotonic, wall }: Moment): number {
  const moment = now();
  return Math.max(moment.monotonic - monotonic, moment.wall - wall);
}
