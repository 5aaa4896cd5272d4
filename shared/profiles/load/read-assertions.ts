import { type Whole, wholeVersion } from '../../objects/whole-versions.ts';
import type { HeadState } from '../../store/object-store.ts';
import type { TakenApart } from './assertion-memory.ts';
import { inSlices } from './in-parallel.ts';
import type { LoadContext } from './load-context.ts';
import { turn } from './turn.ts';

/** A stored assertion, and who may see what of it. */
export type StoredAssertion = {
  readonly state: Pick<HeadState, 'shortId' | 'access'>;
  readonly taken: TakenApart;
};

/** Assertions read and parsed at a time: each is some 10 KB. */
const SLICE = 100;

/**
 * What was found, taken apart, in the same order: what is remembered at once, the rest read. One that was written since it was found
 * comes as it is now, one that was deleted is left out.
 */
export async function readAssertions(
  ctx: Pick<LoadContext, 'store' | 'assertions'>,
  found: readonly HeadState[],
): Promise<readonly StoredAssertion[]> {
  const results = found.map((state): StoredAssertion | null => {
    const taken = ctx.assertions.recall(state);
    return taken === undefined ? null : { state, taken };
  });
  const rest = found.flatMap((state, index) => (results[index] === null ? [{ state, index }] : []));
  for (const slice of inSlices(rest, SLICE)) {
    const read = await withTexts(
      ctx,
      slice.map(({ state }) => state),
    );
    for (const [position, { index }] of slice.entries()) {
      const state = read[position] ?? null;
      results[index] = state === null ? null : { state, taken: ctx.assertions.takeApart(state) };
    }
    await turn();
  }
  return results.filter((result) => result !== null);
}

type WithText = Whole<HeadState>;

async function withTexts(
  { store }: Pick<LoadContext, 'store'>,
  states: readonly HeadState[],
): Promise<readonly (WithText | null)[]> {
  const there = states.map((state) => (state.text === null ? null : state));
  if (!there.includes(null)) return there;
  const heads = await store.heads(states.map(({ shortId }) => shortId));
  return Promise.all(heads.map((head) => (head === null || head.deleted ? null : wholeVersion(store, head))));
}
