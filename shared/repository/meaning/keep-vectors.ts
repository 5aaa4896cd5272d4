import { Problem } from '../../base/errors/problem.ts';
import type { Logger } from '../../base/telemetry/logger.ts';
import type { Embedder } from '../models/embedder.ts';
import { storedObject } from '../objects/stored-versions.ts';
import type { TickLimits } from '../schedule/run-tick.ts';
import type { Bookmark } from '../store/bookmark.ts';
import type { Head, ObjectStore, VectorIndex, VectorUpdate } from '../store/object-store.ts';
import { embeddedText } from './embedded-text.ts';

export type VectorContext = {
  readonly store: Pick<ObjectStore, 'scan' | 'changes'>;
  readonly vectors: VectorIndex;
  readonly embedder: Embedder;
  readonly logger: Logger;
};

/** How far the vectors follow the objects. */
type Position = {
  readonly model: string;
  /** The changes that are done, of `ObjectStore.changes`. */
  readonly changes: string;
  /** The next page of all objects, of `ObjectStore.scan`: `''` is the first; null: all are done. */
  readonly scan: string | null;
};

/** Objects read at a time. */
const PAGE_SIZE = 128;

/** Texts of one call of the model. */
const BATCH_SIZE = 32;

/** Objects with longer texts get no vector: parsing them would hold up requests. */
const MAX_OBJECT_LENGTH = 2_000_000;

/** A text that every model accepts: if it is refused too, the texts are not the reason. */
const PROBE = 'competency';

/**
 * Makes the vectors of all objects that have none of this model, then of those that have changed. It continues where the last call ended;
 * a write is never held up by it, and a model that is away delays the vectors only.
 *
 * @throws Problem of the model or the store: the next call continues
 */
export async function keepVectors(
  ctx: VectorContext,
  { ended, bookmark }: Pick<TickLimits, 'ended'> & { readonly bookmark: Bookmark },
): Promise<void> {
  const { store, vectors, embedder } = ctx;
  let position = positionOf(await bookmark.read());
  if (position?.model !== embedder.model) {
    // Changes from now on are done after the objects of now.
    position = { model: embedder.model, changes: (await store.changes(null, PAGE_SIZE)).next, scan: '' };
    if (!(await bookmark.write(JSON.stringify(position)))) return;
  }
  while (!ended.aborted) {
    if (position.scan !== null) {
      const page: Awaited<ReturnType<ObjectStore['scan']>> = await store.scan(position.scan || null, PAGE_SIZE);
      await update(
        ctx,
        page.objects.map(({ head }) => head),
        ended,
      );
      if (page.next === null) await vectors.forgetOthers(embedder.model);
      position = { ...position, scan: page.next };
    } else {
      const { objects, next, more } = await store.changes(position.changes, PAGE_SIZE);
      await update(
        ctx,
        objects.map(({ head }) => head),
        ended,
      );
      if (next === position.changes) return;
      position = { ...position, changes: next };
      if (!more && objects.length === 0) return;
    }
    if (ended.aborted || !(await bookmark.write(JSON.stringify(position)))) return;
  }
}

function positionOf(text: string | null): Position | null {
  return text === null ? null : (JSON.parse(text) as Position); // written by keepVectors
}

async function update(ctx: VectorContext, heads: readonly Head[], ended: AbortSignal): Promise<void> {
  const texts = heads.map((head) => ({ head, text: textOf(head) }));
  const without = texts.filter(({ text }) => text === null).map(({ head }) => updateOf(head, null));
  await ctx.vectors.save(ctx.embedder.model, without);
  const having = texts.flatMap(({ head, text }) => (text === null ? [] : { head, text }));
  for (let from = 0; from < having.length && !ended.aborted; from += BATCH_SIZE) {
    const batch = having.slice(from, from + BATCH_SIZE);
    const made = await embedEach(
      ctx,
      batch.map(({ text }) => text),
      ended,
    );
    await ctx.vectors.save(
      ctx.embedder.model,
      batch.map(({ head }, index) => updateOf(head, made[index] ?? null)),
    );
  }
}

function textOf(head: Head): string | null {
  return head.deleted || head.text.length > MAX_OBJECT_LENGTH ? null : embeddedText(storedObject(head));
}

function updateOf({ key, writeId }: Head, vector: Float32Array | null): VectorUpdate {
  return { key, writeId, vector };
}

/** The vectors of texts; null for one that the model refuses, which must not hold up the others for ever. */
async function embedEach(
  ctx: Pick<VectorContext, 'embedder' | 'logger'>,
  texts: readonly string[],
  ended: AbortSignal,
): Promise<readonly (Float32Array | null)[]> {
  try {
    return await ctx.embedder.embed(texts, ended);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'model-failed')) throw error;
    if (texts.length === 1) {
      await ctx.embedder.embed([PROBE], ended);
      ctx.logger.warn('DATA', 'The embedding model refuses the text of an object, which is found by its words only', {
        error: error.message,
      });
      return [null];
    }
    const middle = texts.length >> 1;
    return [
      ...(await embedEach(ctx, texts.slice(0, middle), ended)),
      ...(await embedEach(ctx, texts.slice(middle), ended)),
    ];
  }
}
