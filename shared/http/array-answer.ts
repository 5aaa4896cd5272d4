import { NOTHING_HELD, type Reservation } from '../base/concurrency/memory-budget.ts';
import type { Caller } from '../repository/access/caller.ts';
import { isSlowToPresent, type PresentContext, visibleText } from '../repository/objects/present.ts';
import { type Render, visibleTexts } from '../repository/objects/visible-texts.ts';
import type { StoredVersion, VersionState } from '../repository/store/object-store.ts';
import type { Answer } from './answer.ts';
import { textStream } from './text-stream.ts';

/** Up to these limits an array is sent in one piece. */
const MAX_SHORT_ELEMENTS = 200;
const MAX_SHORT_UNITS = 1 << 20; // of UTF-16

type Headers = Readonly<Record<string, string>>;

/** A JSON array of texts that are JSON themselves; a long one is sent piece by piece. */
export function arrayAnswer(texts: readonly string[], headers: Headers = {}): Answer {
  if (isShort(texts)) return answer(`[${texts.join(',')}]`, headers);
  return answer(textStream(arrayPieces(inParts(texts)), NOTHING_HELD), headers);
}

type ObjectsOptions = {
  readonly headers?: Headers;
  /** Makes the text that is sent of what the caller may see of each; absent: its text. */
  readonly render?: Render;
};

/**
 * A JSON array of what a caller may see of these objects. A long one is sent piece by piece, each made when the client has read the
 * one before. The first is made before the answer begins, so that its status can say that the store is unavailable.
 *
 * @param pages of objects that the caller may read, all of them; their arrays are emptied
 * @param memory that the pages take; released when they have been sent
 * @throws Problem `overloaded`, `store-unavailable` (503)
 */
export async function objectsAnswer(
  ctx: PresentContext,
  pages: AsyncGenerator<VersionState[], undefined>,
  caller: Caller,
  memory: Reservation,
  { headers = {}, render }: ObjectsOptions = {},
): Promise<Answer> {
  try {
    const { value: first = [] } = await pages.next();
    const begun = [first];
    if (render === undefined && isShortPage(first, caller)) {
      const { value: second } = await pages.next();
      if (second === undefined) {
        memory.release();
        return answer(`[${first.flatMap((state) => visibleText(state, caller)?.text ?? []).join(',')}]`, headers);
      }
      begun.push(second);
    }
    const pieces = arrayPieces(visibleTexts(ctx, joined(begun, pages), caller, memory, render));
    const piece = await pieces.next();
    return answer(textStream(pieces, memory.release, piece.value), headers);
  } catch (error) {
    memory.release();
    throw error;
  }
}

/** One page of objects, for {@link objectsAnswer}. */
export async function* onePage(states: VersionState[]): AsyncGenerator<VersionState[], undefined> {
  yield states;
}

async function* joined(begun: VersionState[][], rest: AsyncGenerator<VersionState[]>): AsyncGenerator<VersionState[]> {
  yield* begun;
  yield* rest;
}

function answer(body: Answer['body'], headers: Headers): Answer {
  const own = {
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    vary: 'signatureSheet, Authorization, Cookie',
  };
  return { status: 200, headers: { ...own, ...headers }, body };
}

/** Whether all texts came with their states, are quick to filter, and are sent in one piece. */
function isShortPage(states: VersionState[], caller: Caller): states is StoredVersion[] {
  return (
    states.every((state): state is StoredVersion => state.text !== null && !isSlowToPresent(state, caller)) &&
    isShort(states.map(({ text }) => text))
  );
}

function isShort(texts: readonly string[]): boolean {
  if (texts.length > MAX_SHORT_ELEMENTS) return false;
  let room = MAX_SHORT_UNITS;
  return texts.every((text) => {
    room -= text.length;
    return room >= 0;
  });
}

async function* inParts(texts: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let at = 0; at < texts.length; ) {
    const start = at;
    for (let room = MAX_SHORT_UNITS; room > 0 && at < Math.min(texts.length, start + MAX_SHORT_ELEMENTS); at++) {
      room -= texts[at]?.length ?? 0;
    }
    yield texts.slice(start, at);
  }
}

/** Yields at least one piece. */
async function* arrayPieces(parts: AsyncIterable<readonly string[]>): AsyncGenerator<string, undefined> {
  let separator = '[';
  for await (const part of parts) {
    if (part.length === 0) continue;
    yield separator + part.join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
