import { chunks } from '../../base/concurrency/chunks.ts';
import { nextTask } from '../../base/concurrency/slices.ts';
import { type Whole, wholeVersion } from '../../repository/objects/stored-versions.ts';
import { type HeadState, sizeOf } from '../../repository/store/object-store.ts';
import type { ParsedAssertion } from './assertion.ts';
import type { LoadContext } from './context.ts';

/** A stored assertion, and the keys that may see its parts. */
export type StoredAssertion = {
  readonly state: Pick<HeadState, 'shortId' | 'access'>;
  readonly parsed: ParsedAssertion;
};

/** Number of assertions parsed at a time: each has some 10 KB, so this takes a few milliseconds. */
const CHUNK_SIZE = 100;

/**
 * Parses the hits of a search, in their order, without reading the cached ones. An assertion that was written after the search
 * is returned in its current state; a deleted one is left out.
 */
export async function readAssertions(
  ctx: Pick<LoadContext, 'store' | 'assertions' | 'reader'>,
  hits: readonly HeadState[],
): Promise<readonly StoredAssertion[]> {
  const results = hits.map((state): StoredAssertion | null => {
    const parsed = ctx.assertions.get(state);
    return parsed === undefined ? null : { state, parsed };
  });
  const rest = hits.flatMap((state, index) => (results[index] === null ? [{ state, index }] : []));
  for (const chunk of chunks(rest, CHUNK_SIZE)) {
    const states = chunk.map(({ state }) => state);
    await ctx.reader.count(states.reduce((sum, state) => sum + sizeOf(state), 0));
    const whole = await withTexts(ctx, states);
    for (const [position, { index }] of chunk.entries()) {
      const state = whole[position] ?? null;
      results[index] = state === null ? null : { state, parsed: ctx.assertions.parse(state) };
    }
    await nextTask();
  }
  return results.filter((result) => result !== null);
}

async function withTexts(
  { store }: Pick<LoadContext, 'store'>,
  states: readonly HeadState[],
): Promise<readonly (Whole<HeadState> | null)[]> {
  const present = states.map((state) => (state.text === null ? null : state));
  if (!present.includes(null)) return present;
  const heads = await store.heads(states.map(({ shortId }) => shortId));
  return Promise.all(heads.map((head) => (head === null || head.deleted ? null : wholeVersion(store, head))));
}
