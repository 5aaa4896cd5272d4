import { chunksBySize } from '../../base/concurrency/chunks.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { Logger } from '../../base/telemetry/logger.ts';
import { type Embedder, TEXT_BATCH } from '../models/embedder.ts';
import { createModelPauses } from '../models/model-pauses.ts';
import { storedObject } from '../objects/stored-versions.ts';
import type { TickLimits } from '../schedule/run-tick.ts';
import type { Bookmark } from '../store/bookmark.ts';
import type { Head, ObjectStore, VectorIndex, VectorUpdate } from '../store/object-store.ts';
import { embedDocuments, vectorLength } from './embed-documents.ts';
import { embeddedText } from './embedded-text.ts';

export type VectorContext = {
  readonly store: Pick<ObjectStore, 'scan' | 'changes'>;
  readonly vectors: VectorIndex;
  readonly embedder: Embedder;
  readonly logger: Logger;
  readonly now: () => number;
};

type Limits = Pick<TickLimits, 'ended'> & { readonly bookmark: Bookmark };

/** How far the vectors follow the objects. */
type Position = {
  readonly model: string;
  /** Numbers of a vector; absent in positions of earlier versions. */
  readonly length?: number;
  /** The changes that are done, of `ObjectStore.changes`. */
  readonly changes: string;
  /** The next page of all objects, of `ObjectStore.scan`: `''` is the first; null: all are done. */
  readonly scan: string | null;
};

/** Objects read at a time. */
const PAGE_SIZE = 128;

/** Objects with longer texts get no vector: parsing them would hold up requests. */
const MAX_OBJECT_LENGTH = 2_000_000;

/**
 * Makes the vectors of all objects that have none of this model, then of those that have changed. Each call continues where the last
 * one ended; a write is never held up by it, and a model that is away delays the vectors only: it is called again after growing pauses.
 *
 * @returns a function that throws Problem `store-unavailable` (503): the next call continues
 */
export function createVectorKeeper(ctx: VectorContext): (limits: Limits) => Promise<void> {
  const { store, vectors, embedder, logger } = ctx;
  const { model } = embedder;
  const pauses = createModelPauses(ctx);
  /** Length of the vectors that the model makes now; null: not known yet, or the model failed since. */
  let length: number | null = null;
  /** Write ids of the objects behind the position that have their vectors. */
  const done = new Set<string>();

  /** The position to continue at; null if another process has moved it. */
  async function begin(bookmark: Bookmark, length: number): Promise<Position | null> {
    const position = positionOf(await bookmark.read());
    if (position?.model === model && (position.length ?? length) === length) return { ...position, length };
    if (position?.model === model) {
      logger.warn('DATA', 'The embedding model makes vectors of another length: all are made again', { length });
    }
    done.clear();
    // Changes from now on are done after the objects of now.
    const first: Position = { model, length, changes: (await store.changes(null, PAGE_SIZE)).next, scan: '' };
    return (await bookmark.write(JSON.stringify(first))) ? first : null;
  }

  /** Does the next page, of all objects and then of the changes. Null: there is none. */
  async function next(position: Position, length: number, ended: AbortSignal): Promise<Position | null> {
    if (position.scan !== null) {
      const page = await store.scan(position.scan || null, PAGE_SIZE);
      await update(page.objects, length, ended);
      if (page.next === null && !ended.aborted) await vectors.forgetOthers(model);
      return { ...position, scan: page.next };
    }
    const page = await store.changes(position.changes, PAGE_SIZE);
    await update(page.objects, length, ended);
    const isLast = page.next === position.changes || (!page.more && page.objects.length === 0);
    return isLast ? null : { ...position, changes: page.next };
  }

  async function keep({ ended, bookmark }: Limits): Promise<void> {
    length ??= await vectorLength(embedder, ended);
    let position = await begin(bookmark, length);
    while (position !== null && !ended.aborted) {
      position = await next(position, length, ended);
      if (position === null || ended.aborted || !(await bookmark.write(JSON.stringify(position)))) return;
      done.clear();
      pauses.worked();
    }
  }

  async function update(entries: readonly { readonly head: Head }[], length: number, ended: AbortSignal) {
    const heads = entries.map(({ head }) => head).filter(({ writeId }) => !done.has(writeId));
    const texts = heads.map((head) => ({ head, text: textOf(head) }));
    const without = texts.filter(({ text }) => text === null).map(({ head }) => updateOf(head, null));
    await vectors.save(model, without);
    const having = texts.flatMap(({ head, text }) => (text === null ? [] : { head, text }));
    for (const batch of chunksBySize(having, ({ text }) => text.length, TEXT_BATCH)) {
      if (ended.aborted) return;
      const made = await embedDocuments(
        ctx,
        batch.map(({ text }) => text),
        ended,
      );
      if (made.some((vector) => vector !== null && vector.length !== length)) {
        throw new Problem('model-failed', 'The embedding model made vectors of different lengths.');
      }
      await vectors.save(
        model,
        batch.map(({ head }, index) => updateOf(head, made[index] ?? null)),
      );
      for (const { head } of batch) done.add(head.writeId);
    }
  }

  return async (limits) => {
    if (pauses.isPaused()) return;
    try {
      await keep(limits);
      pauses.worked();
    } catch (error) {
      if (error === limits.ended.reason) return;
      length = null;
      pauses.failed(error);
    }
  };
}

function positionOf(text: string | null): Position | null {
  return text === null ? null : (JSON.parse(text) as Position); // written by the keeper
}

function textOf(head: Head): string | null {
  return head.deleted || head.text.length > MAX_OBJECT_LENGTH ? null : embeddedText(storedObject(head));
}

function updateOf({ key, writeId }: Head, vector: Float32Array | null): VectorUpdate {
  return { key, writeId, vector };
}
