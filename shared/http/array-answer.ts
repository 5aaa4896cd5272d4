import type { Caller } from '../access/caller.ts';
import { NOTHING_HELD } from '../memory-budget.ts';
import { isSlowToPresent, type PresentContext, visibleText } from '../objects/present.ts';
import { type Render, visibleTexts } from '../objects/visible-texts.ts';
import type { StoredVersion, VersionState } from '../store/object-store.ts';
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

/**
 * A JSON array of what a caller may see of these objects. A long one is sent piece by piece, each made when the client has read the
 * one before. The first is made before the answer begins, so that its status can say that the store is unavailable.
 *
 * @param states readable by the caller, all of them
 * @param render makes the text that is sent of what the caller may see of each; absent: its text
 * @throws Problem `overloaded`, `store-unavailable` (503)
 */
export async function objectsAnswer(
  ctx: PresentContext,
  states: readonly VersionState[],
  caller: Caller,
  headers: Headers = {},
  render?: Render,
): Promise<Answer> {
  if (
    render === undefined &&
    states.every((state): state is StoredVersion => isAtHand(state, caller)) &&
    isShort(states.map(({ text }) => text))
  ) {
    return answer(`[${states.flatMap((state) => visibleText(state, caller)?.text ?? []).join(',')}]`, headers);
  }
  const pieces = arrayPieces(visibleTexts(ctx, states, caller, render));
  const first = await pieces.next();
  return answer(textStream(pieces, NOTHING_HELD, first.value), headers);
}

function answer(body: Answer['body'], headers: Headers): Answer {
  const own = {
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    vary: 'signatureSheet, Authorization, Cookie',
  };
  return { status: 200, headers: { ...own, ...headers }, body };
}

/** Whether the text came with the state, and is quick to filter. */
function isAtHand(state: VersionState, caller: Caller): state is StoredVersion {
  return state.text !== null && !isSlowToPresent(state, caller);
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
