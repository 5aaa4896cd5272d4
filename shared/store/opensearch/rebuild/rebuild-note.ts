import * as z from 'zod/mini';
import type { BulkStep, Engine, EngineDocument, Place } from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';
import type { IndexNames } from '../indices/index-names.ts';

/** Id of the note, in `values`. */
export const REBUILD_NOTE = 'note:rebuild';

const NOTE = z.object({
  /** Who rebuilds: unlike that of all others, also of those who go on with a rebuild that was left. */
  holder: z.string(),
  /** Layout of the index that is being filled. */
  layout: z.number(),
  /** The index whose objects it is filled with, and the search index that it is to take the place of. */
  objects: z.string(),
  from: z.string(),
  /** The index that is being filled. */
  index: z.string(),
  /** When the rebuild was announced, and when its holder last said that it goes on; 0: it let go. UTC milliseconds. */
  announced: z.number(),
  beat: z.number(),
  /** The objects with keys up to this one are in the new index, and how many they are. */
  position: z.string(),
  done: z.number(),
});

/**
 * What all instances know of the rebuild under way. While it is there, whoever writes a search copy writes it into the
 * new index too.
 */
export type RebuildNote = z.infer<typeof NOTE>;

/** The note in the state that it was read in. */
export type FoundNote = { readonly note: RebuildNote; readonly place: Place };

const VALUE = z.object({ value: z.string() });

type Shelf = { readonly engine: Engine; readonly names: IndexNames };

export function noteItem({ values }: IndexNames) {
  return { index: values, id: REBUILD_NOTE };
}

/** The note of a document that was read for it; null: nobody rebuilds. */
export function toNote(document: EngineDocument | null | undefined): FoundNote | null {
  const { data } = z.safeParse(VALUE, document?.source);
  if (!document || data === undefined) return null;
  return { note: z.parse(NOTE, JSON.parse(data.value)), place: document.place };
}

export async function readNote({ engine, names }: Shelf): Promise<FoundNote | null> {
  const [document] = await engine.read([noteItem(names)]);
  return toNote(document);
}

/**
 * Writes the note on top of the state that was read; null for "there is none".
 *
 * @returns null when the note is in another state by now: nothing was written
 */
export async function writeNote(shelf: Shelf, note: RebuildNote, before: Place | null): Promise<FoundNote | null> {
  const target = { ...noteItem(shelf.names), body: { value: JSON.stringify(note) } };
  try {
    const step: BulkStep =
      before === null ? { kind: 'create', ...target } : { kind: 'index', ...target, place: before };
    const [result] = await shelf.engine.bulk([step], false);
    return result === undefined || result.place === null || result.status >= 300 ? null : { note, place: result.place };
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.kind === 'refused') throw error;
    const found = await readNote(shelf); // the answer got lost: the note itself tells
    if (found !== null && JSON.stringify(found.note) === JSON.stringify(note)) return found;
    throw error;
  }
}

/** Removes the note if it is in that state. */
export async function removeNote({ engine, names }: Shelf, place: Place): Promise<boolean> {
  const [result] = await engine.bulk([{ kind: 'delete', ...noteItem(names), place }], false);
  return result !== undefined && result.status < 300;
}
