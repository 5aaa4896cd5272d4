import * as z from 'zod/mini';
import type { BulkStep, Engine, EngineDocument, Revision } from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';
import type { IndexNames } from '../indices/index-names.ts';

/** Id of the note, in `values`. */
export const REBUILD_NOTE = 'note:rebuild';

const NOTE = z.object({
  /** Unique for each process that runs or resumes the rebuild. */
  holder: z.string(),
  /** Layout of the index that is being filled. */
  layout: z.number(),
  /** The index whose objects are copied, and the search index to replace. */
  objects: z.string(),
  from: z.string(),
  /** The index that is being filled. */
  index: z.string(),
  /** When the rebuild was announced, and the last heartbeat of its holder; 0: released. UTC milliseconds. */
  announced: z.number(),
  beat: z.number(),
  /** The last key in the new index, and the number of objects up to it. */
  position: z.string(),
  done: z.number(),
});

/**
 * The announcement of the current rebuild to all instances. While this document exists, every search copy is also written to the new
 * index.
 */
export type RebuildNote = z.infer<typeof NOTE>;

/** The note, and the revision in which it was read. */
export type FoundNote = { readonly note: RebuildNote; readonly revision: Revision };

const VALUE = z.object({ value: z.string() });

type NoteStore = { readonly engine: Engine; readonly names: IndexNames };

function noteItem({ values }: IndexNames) {
  return { index: values, id: REBUILD_NOTE };
}

/** The note in a document; null: there is no rebuild. */
function toNote(document: EngineDocument | null | undefined): FoundNote | null {
  const { data } = z.safeParse(VALUE, document?.source);
  if (!document || data === undefined) return null;
  return { note: z.parse(NOTE, JSON.parse(data.value)), revision: document.revision };
}

export async function readNote({ engine, names }: NoteStore): Promise<FoundNote | null> {
  const [document] = await engine.read([noteItem(names)]);
  return toNote(document);
}

/**
 * Replaces the note if it is still in the state that was read; null: the note must not exist.
 *
 * @returns null when the note has changed since: nothing was written
 */
export async function writeNote(
  store: NoteStore,
  note: RebuildNote,
  before: Revision | null,
): Promise<FoundNote | null> {
  const target = { ...noteItem(store.names), body: { value: JSON.stringify(note) } };
  try {
    const step: BulkStep =
      before === null ? { kind: 'create', ...target } : { kind: 'index', ...target, revision: before };
    const [result] = await store.engine.bulk([step], false);
    return result === undefined || result.revision === null || result.status >= 300
      ? null
      : { note, revision: result.revision };
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.kind === 'refused') throw error;
    const found = await readNote(store); // the answer was lost
    if (found !== null && JSON.stringify(found.note) === JSON.stringify(note)) return found;
    throw error;
  }
}

/** Removes the note if it is in that state. */
export async function removeNote({ engine, names }: NoteStore, revision: Revision): Promise<boolean> {
  const [result] = await engine.bulk([{ kind: 'delete', ...noteItem(names), revision }], false);
  return result !== undefined && result.status < 300;
}

/**
 * The state of a rebuild that an instance announced, as this process last read it.
 *
 * A rebuild relies on this rule: a process writes a search copy only if it read the note after the object was committed, or at
 * most `freshness` before. A rebuild waits longer than that between its announcement and its first read. So if a process wrote
 * a copy without knowing of the rebuild, the rebuild itself reads that state.
 */
export type RebuildWatch = {
  /** The calls of the engine; reads of documents include the note when it is due. */
  readonly engine: Engine;
  /** The rebuild that was current at most `freshness` ago. */
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

/** The time on two clocks: the monotonic one may stop while a machine sleeps, the other may be set back. */
type Moment = { readonly monotonic: number; readonly wall: number };

function now(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}

function since({ monotonic, wall }: Moment): number {
  const moment = now();
  return Math.max(moment.monotonic - monotonic, moment.wall - wall);
}
