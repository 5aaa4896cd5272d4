import { unavailable } from '../engine/engine-errors.ts';
import { createRetrier } from '../engine/retry.ts';
import { EngineFailure } from '../engine/transport.ts';
import { freeName, type Index, readIndex } from '../indices/indices.ts';
import type { LayoutOptions } from '../indices/layout.ts';
import { sweepIndices } from '../indices/sweep-indices.ts';
import type { OpenSearchParts } from '../parts.ts';
import type { Publisher } from '../publish/publisher.ts';
import { type FoundNote, type RebuildNote, readNote, writeNote } from './announcement.ts';
import { renewOutdated } from './fill.ts';
import { createReplacement, Overtaken, type RebuildTiming } from './replacement.ts';

export type RebuilderOptions = {
  readonly parts: OpenSearchParts;
  readonly layout: LayoutOptions;
  /** Major version of the engine. */
  readonly major: number;
  readonly publisher: Publisher;
  readonly timing: RebuildTiming;
  /** Receives a sentence for the operator about each step. */
  readonly announce: (sentence: string) => void;
};

/**
 * Rebuilds the search index while it serves: announces a new index, fills it from the heads, and replaces the old one in one
 * call. From the announcement on, search copies are written to both (`announcement.ts`). One instance at a time rebuilds; if its
 * process dies, at any step, another one resumes the rebuild.
 */
export type Rebuilder = {
  /** @throws EngineFailure, and Problem `store-unavailable` when the store is closed during the rebuild */
  rebuild(progress: (done: number) => void): Promise<number>;
  /** Whether `resume` has work to do. */
  isDue(): Promise<boolean>;
  /** Resumes an interrupted rebuild, and replaces an outdated search index. */
  resume(): Promise<void>;
  /** Whether a search index of an older layout or an older engine is being replaced (specification: Migrating). */
  isMigrating(): boolean;
  /** Stops at the next step; another instance can resume. */
  stop(): void;
};

export function createRebuilder(options: RebuilderOptions): Rebuilder {
  const { parts, layout, major, publisher, timing, announce } = options;
  const { engine, names, clock, report } = parts;
  const definition = layout.layouts.search;
  const retrier = createRetrier(() => unavailable(10));
  const steps = createReplacement({ parts, layout, publisher, timing, retrier });
  let migrating = false;
  /** A new index has the version of the oldest node of the cluster, so a second attempt would change nothing. */
  let renewedForEngine = false;
  let resuming: Promise<void> | null = null;

  async function liveIndex(): Promise<Index> {
    const index = await readIndex(engine, names.search);
    if (index?.layout === undefined) throw new EngineFailure('refused', 'The search index is missing.', 404);
    return index;
  }

  function isOutdated({ layout: number = 0, major: made, hasVectors }: Index): boolean {
    const lacksVectors = definition.settings.knn === true && !hasVectors;
    return number < definition.layout || lacksVectors || (made < major && !renewedForEngine);
  }

  function isAlive({ beat }: RebuildNote): boolean {
    return clock() - beat < timing.lease;
  }

  function checkNewest(number = 0): void {
    if (number <= definition.layout) return;
    throw new EngineFailure(
      'refused',
      'The search index was created by a newer version of the service: rebuild with that version.',
    );
  }

  async function begin(): Promise<FoundNote | null> {
    const live = await liveIndex();
    checkNewest(live.layout);
    const objects = await readIndex(engine, names.objects);
    if (objects === null) throw new EngineFailure('refused', 'The objects index is missing.', 404);
    const index = await freeName(engine, layout.prefix, 'search', definition.layout);
    const own = {
      holder: crypto.randomUUID(),
      layout: definition.layout,
      objects: objects.name,
      from: live.name,
      index,
    };
    const times = { announced: clock(), beat: clock() };
    return writeNote(parts, { ...own, ...times, position: '', done: 0 }, null);
  }

  /** Finishes the rebuild, or releases it for others to resume. Null when another process has taken it over. */
  async function finishOrLeave(held: FoundNote, progress: (done: number) => void): Promise<number | null> {
    try {
      return await steps.finish(held, progress);
    } catch (error) {
      if (error instanceof Overtaken) return null;
      const found = await readNote(parts).catch(() => null);
      if (found?.note.holder === held.note.holder) await steps.beat(found, { beat: 0 }).catch(report);
      throw error;
    }
  }

  async function goOn(): Promise<void> {
    const live = await liveIndex();
    const found = await readNote(parts);
    const own = found === null || found.note.layout === definition.layout;
    if (found !== null && (isAlive(found.note) || found.note.layout > definition.layout)) return;
    if (found !== null && own) {
      const held = await writeNote(
        parts,
        { ...found.note, holder: crypto.randomUUID(), beat: clock() },
        found.revision,
      );
      if (held !== null) await finishOrLeave(held, () => {});
      return;
    }
    if (found !== null) await steps.drop(found);
    const held = isOutdated(live) ? await begin() : null;
    if (held === null) return;
    announce(`The search index ${live.name} is out of date: a new one is being built while this one serves.`);
    const done = await finishOrLeave(held, () => {});
    if (done === null) return;
    renewedForEngine = true;
    announce(`The search index ${held.note.index} has replaced ${live.name}, with ${done} objects.`);
  }

  async function isDue(): Promise<boolean> {
    const live = await liveIndex();
    migrating = isOutdated(live);
    const found = await readNote(parts);
    await sweepIndices(engine, layout.prefix, found?.note ?? null, clock());
    if (!migrating && live.layout === definition.layout) await renewOutdated(parts, publisher, definition.layout);
    return migrating || (found !== null && !isAlive(found.note));
  }

  async function resume(): Promise<void> {
    await goOn();
    migrating = isOutdated(await liveIndex());
  }

  return {
    isDue,
    resume() {
      resuming ??= resume().finally(() => {
        resuming = null;
      });
      return resuming;
    },
    async rebuild(progress) {
      for (;;) {
        const found = await readNote(parts);
        if (found === null) {
          const held = await begin();
          const done = held === null ? null : await finishOrLeave(held, progress);
          if (done !== null) return done;
        } else {
          checkNewest(found.note.layout);
          if (!isAlive(found.note)) await resume();
          await retrier.wait(Math.min(1_000, timing.lease / 8));
        }
      }
    },
    isMigrating: () => migrating,
    stop: () => retrier.close(),
  };
}
