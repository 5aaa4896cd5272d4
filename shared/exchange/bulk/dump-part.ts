import * as z from 'zod/mini';
import type { Bytes } from '../../base/crypto/base64.ts';
import { ANONYMOUS } from '../../repository/access/caller.ts';
import type { Context } from '../../repository/context.ts';
import type { PresentContext } from '../../repository/objects/present.ts';
import { visibleTexts } from '../../repository/objects/visible-texts.ts';
import type { HeadState } from '../../repository/store/object-store.ts';
import { createGzipBuffer, type GzipBuffer } from './gzip-buffer.ts';
import { readablePage } from './readable-objects.ts';

/** A place among all public objects: the cursor of a page, and the keys of the objects of this page that have been written. */
export const DUMP_PLACE = z.object({ page: z.nullable(z.string()), done: z.array(z.string()) });

export type DumpPlace = z.infer<typeof DUMP_PLACE>;

/** A file of a dump, with the place after it; null: it is the last one. */
export type DumpPart = { readonly bytes: Bytes; readonly objects: number; readonly next: DumpPlace | null };

type DumpContext = PresentContext & Pick<Context, 'config'>;

/** Objects that are read at a time: if a file ends within a page, their keys are stored. */
const PAGE_SIZE = 500;

/**
 * Writes public objects from a place on into a compressed file: a line each, as a read by anybody returns it. The file ends when it has a
 * size, or with the page at which `ended` is aborted, so that a short time is enough to get on.
 *
 * @param maxBytes after which the file ends, compressed; one object may exceed it
 * @throws Problem `store-unavailable`, `search-timeout`, `overloaded` (503), `invalid-parameter` for a place of another store
 */
export async function dumpPart(
  ctx: DumpContext,
  from: DumpPlace,
  maxBytes: number,
  ended: AbortSignal,
): Promise<DumpPart> {
  const release = ctx.memory.add(2 * maxBytes); // the pieces, and the file that is made of them
  const buffer = createGzipBuffer();
  try {
    let objects = 0;
    let { page: cursor, done } = from;
    for (;;) {
      const { states, next } = await readablePage(ctx, { types: null, caller: ANONYMOUS }, cursor, PAGE_SIZE);
      const left = states.filter(({ key }) => !done.includes(key));
      const { keys, isWhole } = await writePage(ctx, left, buffer, maxBytes);
      objects += keys.length;
      if (isWhole && next === null) return { bytes: await buffer.end(), objects, next: null };
      [cursor, done] = isWhole ? [next, []] : [cursor, [...done, ...keys]];
      if (buffer.size() >= maxBytes || ended.aborted) {
        return { bytes: await buffer.end(), objects, next: { page: cursor, done } };
      }
    }
  } catch (error) {
    await buffer.abort().catch(() => undefined); // it has failed itself
    throw error;
  } finally {
    release();
  }
}

/** Writes objects until the file is full. @returns the keys of those that were written, and whether these are all */
async function writePage(
  ctx: DumpContext,
  states: HeadState[],
  buffer: GzipBuffer,
  maxBytes: number,
): Promise<{ readonly keys: readonly string[]; readonly isWhole: boolean }> {
  const keys: string[] = [];
  const memory = ctx.memory.reserve();
  try {
    const lines = visibleTexts(ctx, [states], ANONYMOUS, memory, ({ stored, text }) => {
      keys.push(stored.key);
      return `${text}\n`;
    });
    for await (const some of lines) {
      await buffer.write(some.join(''));
      if (buffer.size() >= maxBytes) return { keys, isWhole: false };
    }
    return { keys, isWhole: true };
  } finally {
    memory.release();
  }
}
