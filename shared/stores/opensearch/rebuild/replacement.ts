import type { Retrier } from '../engine/retry.ts';
import { aliasOfCopies, aliasOfGone, aliasOfNext, aliasOfPending } from '../indices/index-names.ts';
import { createIndex, deleteIndices, moveAliases, readIndex } from '../indices/indices.ts';
import type { LayoutOptions } from '../indices/layout.ts';
import { giveUpIndex } from '../indices/sweep-indices.ts';
import type { OpenSearchParts } from '../parts.ts';
import { createPublisher, type Publisher } from '../publish/publisher.ts';
import { repairFrom } from '../publish/repair.ts';
import { CLOCK_MARGIN_MS } from '../watermark.ts';
import { type FoundNote, type RebuildNote, removeNote, writeNote } from './announcement.ts';
import { type FilledPage, fillPage, renewOutdated } from './fill.ts';

/** Times of a rebuild. All instances rely on the same values. */
export type RebuildTiming = {
  /** Maximum age of the note that an instance relies on when it writes search copies, in milliseconds. */
  readonly freshness: number;
  /** Time without a heartbeat after which another instance takes over a rebuild, in milliseconds. */
  readonly lease: number;
};

export const REBUILD_TIMING: RebuildTiming = { freshness: 5_000, lease: 60_000 };

/** After this time all instances know the announcement; in units of `freshness`. */
const ANNOUNCEMENT_DELAY = 1.2;

/** After this time all searches in the old index have ended; in units of `freshness`. */
const REMOVAL_DELAY = 2;

/** Another instance has taken over the rebuild, or the index to replace is gone. */
export class Overtaken extends Error {}

export type ReplacementOptions = {
  readonly parts: OpenSearchParts;
  readonly layout: LayoutOptions;
  readonly publisher: Publisher;
  readonly timing: RebuildTiming;
  readonly retrier: Retrier;
};

/** The steps of an announced rebuild. This process or another one can repeat each. */
export type Replacement = {
  /**
   * Executes the remaining steps.
   *
   * @returns the number of objects in the new index
   * @throws Overtaken, EngineFailure, and what `retrier` throws when the store is closed
   */
  finish(held: FoundNote, progress: (done: number) => void): Promise<number>;
  /** Writes a heartbeat with the progress. @throws Overtaken */
  beat(held: FoundNote, news: Partial<RebuildNote>): Promise<FoundNote>;
  /** Removes an unfinished rebuild with its index. */
  drop(held: FoundNote): Promise<void>;
};

export function createReplacement({ parts, layout, publisher, timing, retrier }: ReplacementOptions): Replacement {
  const { engine, names, clock, report } = parts;
  const definition = layout.layouts.search;

  async function beat(held: FoundNote, news: Partial<RebuildNote>): Promise<FoundNote> {
    const next = await writeNote(parts, { ...held.note, beat: clock(), ...news }, held.revision);
    if (next === null) throw new Overtaken();
    return next;
  }

  async function isLive(index: string): Promise<boolean> {
    return (await readIndex(engine, names.search))?.name === index;
  }

  async function drop({ note, revision }: FoundNote): Promise<void> {
    if (!(await removeNote(parts, revision))) return;
    if (await giveUpIndex(engine, layout.prefix, note.index)) await deleteIndices(engine, [note.index]);
  }

  /** Creates the new index, or checks that it is the one of this rebuild. */
  async function makeIndex(held: FoundNote): Promise<FoundNote> {
    const { index, objects, position } = held.note;
    const aliases = [aliasOfNext(objects), aliasOfPending(index)];
    if (await createIndex(engine, index, definition, layout, aliases)) {
      return position === '' ? held : beat(held, { position: '', done: 0 });
    }
    const next = await readIndex(engine, aliasOfNext(objects));
    if (next?.name === index) return held;
    await drop(held);
    throw new Overtaken();
  }

  /** Copies all objects into the new index. */
  async function fill(started: FoundNote, progress: (done: number) => void): Promise<FoundNote> {
    let held = started;
    let { position, done } = held.note;
    const filler = createPublisher({
      engine,
      vectors: parts.vectors?.createCarriedVectors(engine, names, aliasOfNext(held.note.objects)) ?? null,
      report,
      copyLarge: parts.copyLarge,
      layout: definition.layout,
      refresh: false,
      targets: async () => ({ main: aliasOfNext, besides: null }),
      isPurged: async () => true,
    });
    await engine.refresh(names.objects);
    for (;;) {
      const page: FilledPage = await retrier.retry(report, () => fillPage(parts, filler, position));
      if (page.position === null) return held;
      position = page.position;
      done += page.done;
      progress(done);
      held = { ...held, note: { ...held.note, done } };
      if (clock() - held.note.beat > timing.lease / 8) held = await beat(held, { position, done });
    }
  }

  /** Replaces the old index by the new one; false when the old one has been replaced by another. */
  async function replace({ index, from, objects }: RebuildNote): Promise<boolean> {
    await engine.refresh(aliasOfNext(objects));
    await moveAliases(engine, [
      { kind: 'remove', index: from, alias: names.search },
      { kind: 'remove', index: from, alias: aliasOfCopies(objects) },
      { kind: 'join', index: from, alias: aliasOfGone(layout.prefix) },
      { kind: 'remove', index, alias: aliasOfNext(objects) },
      { kind: 'remove', index, alias: aliasOfPending(index) },
      { kind: 'add', index, alias: names.search },
      { kind: 'add', index, alias: aliasOfCopies(objects) },
    ]);
    return isLive(index);
  }

  async function finish(begun: FoundNote, progress: (done: number) => void): Promise<number> {
    let held = begun;
    if (!(await isLive(held.note.index))) {
      held = await makeIndex(held);
      await retrier.wait(timing.freshness * ANNOUNCEMENT_DELAY);
      held = await fill(held, progress);
      if (!(await retrier.retry(report, () => replace(held.note)))) {
        await drop(held);
        throw new Overtaken();
      }
    }
    // A commit during the rebuild has its copy in only one of the indices if a process died or a call failed.
    await retrier.retry(report, () => repairFrom(parts, publisher, held.note.announced - CLOCK_MARGIN_MS));
    await engine.refresh(names.search);
    await renewOutdated(parts, publisher, definition.layout);
    await retrier.wait(timing.freshness * REMOVAL_DELAY);
    await deleteIndices(engine, [held.note.from]);
    await removeNote(parts, held.revision);
    return held.note.done;
  }

  return { finish, beat, drop };
}
