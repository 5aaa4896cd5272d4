import type { Retrier } from '../engine/retry.ts';
import { aliasOfCopies, aliasOfGone, aliasOfNext, aliasOfPending } from '../indices/index-names.ts';
import { createIndex, deleteIndices, moveAliases, readIndex } from '../indices/indices.ts';
import type { LayoutOptions } from '../indices/layout.ts';
import { giveUpIndex } from '../indices/sweep-indices.ts';
import type { Parts } from '../parts.ts';
import { createPublisher, type Publisher } from '../publish/publisher.ts';
import { repairFrom } from '../publish/repair.ts';
import { CLOCK_MARGIN_MS } from '../watermark.ts';
import { type FilledPage, fillPage, renewOutdated } from './fill.ts';
import { type FoundNote, type RebuildNote, removeNote, writeNote } from './rebuild-note.ts';

/** How long rebuilds wait for others. The same in all instances: they rely on each other for it. */
export type RebuildTiming = {
  /** Milliseconds that what an instance knows of rebuilds may be old when it writes search copies. */
  readonly freshness: number;
  /** Milliseconds after which a rebuild that gives no sign of life is taken over. */
  readonly lease: number;
};

export const REBUILD_TIMING: RebuildTiming = { freshness: 5_000, lease: 60_000 };

/** The announcement has to be known everywhere by then. */
const KNOWN_AFTER = 1.2;

/** Searches that began in the old index end in this time: they are not let run longer. */
const ENDED_AFTER = 2;

/** The rebuild is another's by now, or there is nothing any more that the new index could take the place of. */
export class Overtaken extends Error {}

export type ReplacementOptions = {
  readonly parts: Parts;
  readonly layout: LayoutOptions;
  readonly publisher: Publisher;
  readonly timing: RebuildTiming;
  readonly retrier: Retrier;
};

/** The steps of a rebuild that is announced. Each can be done again, by this process or another. */
export type Replacement = {
  /**
   * Does all that is not done yet.
   *
   * @returns the number of objects in the new index
   * @throws Overtaken, EngineFailure, and what `retrier` throws when the store is closed
   */
  finish(held: FoundNote, progress: (done: number) => void): Promise<number>;
  /** Says that the rebuild goes on, and how far it is. @throws Overtaken */
  beat(held: FoundNote, news: Partial<RebuildNote>): Promise<FoundNote>;
  /** Removes a rebuild that did not come to its end, with its index. */
  drop(held: FoundNote): Promise<void>;
};

export function createReplacement({ parts, layout, publisher, timing, retrier }: ReplacementOptions): Replacement {
  const { engine, names, clock, report } = parts;
  const definition = layout.layouts.search;

  async function beat(held: FoundNote, news: Partial<RebuildNote>): Promise<FoundNote> {
    const next = await writeNote(parts, { ...held.note, beat: clock(), ...news }, held.place);
    if (next === null) throw new Overtaken();
    return next;
  }

  async function isLive(index: string): Promise<boolean> {
    return (await readIndex(engine, names.search))?.name === index;
  }

  async function drop({ note, place }: FoundNote): Promise<void> {
    if (!(await removeNote(parts, place))) return;
    if (await giveUpIndex(engine, layout.prefix, note.index)) await deleteIndices(engine, [note.index]);
  }

  /** Makes sure that the new index is there, and is nothing else. */
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

  /** Brings all objects into the new index. */
  async function fill(started: FoundNote, progress: (done: number) => void): Promise<FoundNote> {
    let held = started;
    let { position, done } = held.note;
    const filler = createPublisher({
      ...{ engine, report, copyLarge: parts.copyLarge, layout: definition.layout, refresh: false },
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

  /** Puts the new index in the place of the old one; false when that is not in its place any more. */
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
      await retrier.wait(timing.freshness * KNOWN_AFTER);
      held = await fill(held, progress);
      if (!(await retrier.retry(report, () => replace(held.note)))) {
        await drop(held);
        throw new Overtaken();
      }
    }
    // What was committed in this time and reached only one of the indices, since its process died or its call failed.
    await retrier.retry(report, () => repairFrom(parts, publisher, held.note.announced - CLOCK_MARGIN_MS));
    await engine.refresh(names.search);
    await renewOutdated(parts, publisher, definition.layout);
    await retrier.wait(timing.freshness * ENDED_AFTER);
    await deleteIndices(engine, [held.note.from]);
    await removeNote(parts, held.place);
    return held.note.done;
  }

  return { finish, beat, drop };
}
