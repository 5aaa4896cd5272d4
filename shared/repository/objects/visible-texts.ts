import type { Reservation } from '../../base/concurrency/memory-budget.ts';
import type { Caller } from '../access/caller.ts';
import { type StoredVersion, sizeOf, type VersionState } from '../store/object-store.ts';
import { BYTES_PER_UNIT, type PresentContext, type ShownVersion, visibleTextAsync } from './present.ts';
import { wholeVersions } from './stored-versions.ts';

/** Makes the text that is sent of what a caller may see of a version. */
export type Render = (shown: ShownVersion) => string | Promise<string>;

/** Maximum number of versions in one part: while a client does not read, a whole part stays in memory. */
const PART_SIZE = 200;
const PART_UNITS = 1 << 19; // of UTF-16

/**
 * The texts of readable versions as a caller may see them, in their order, in parts, within the memory budget. Texts that came with
 * their states stay in memory if there is room for them. Otherwise, and after the first one that did not, each part is read when it
 * is needed: the consumer then holds one part at a time.
 *
 * @param pages of versions that are `isReadable`, all of them. Their arrays are emptied: what has been yielded is not held any longer
 * @param memory of the request; what the parts need is held in it, and not released here
 * @param render what is made of each; absent: its text
 * @throws Problem `overloaded`, `store-unavailable` (503)
 */
export async function* visibleTexts(
  ctx: PresentContext,
  pages: AsyncIterable<VersionState[]> | Iterable<VersionState[]>,
  caller: Caller,
  memory: Reservation,
  render: Render = ({ text }) => text,
): AsyncGenerator<readonly string[]> {
  const others = memory.held();
  for await (const states of pages) {
    const release = ctx.memory.tryHold(BYTES_PER_UNIT * sizesOf(states.filter(hasText)));
    const missing = release === null ? 0 : states.findIndex((state) => !hasText(state));
    if (missing !== -1) dropTexts(states, missing);
    try {
      while (hasText(states[0])) yield await seen(ctx, takePart(states).filter(hasText), caller, render);
    } finally {
      release?.();
    }
    await memory.hold(others + BYTES_PER_UNIT * Math.min(PART_UNITS, sizesOf(states)));
    while (states.length > 0) {
      const some = takePart(states);
      await memory.hold(others + BYTES_PER_UNIT * sizesOf(some)); // one object may be longer than a part
      for await (const whole of wholeVersions(ctx.store, some)) yield await seen(ctx, whole, caller, render);
    }
  }
}

async function seen(
  ctx: PresentContext,
  versions: readonly StoredVersion[],
  caller: Caller,
  render: Render,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const version of versions) {
    const visible = await visibleTextAsync(ctx, version, caller);
    if (visible !== null) texts.push(await render({ stored: version, ...visible }));
  }
  return texts;
}

function hasText(state: VersionState | undefined): state is StoredVersion {
  return state !== undefined && state.text !== null;
}

/** From this position on, in place. */
function dropTexts(states: VersionState[], from: number): void {
  for (const [index, state] of states.entries()) {
    if (index >= from && state.text !== null) states[index] = { ...state, text: null, size: state.text.length };
  }
}

/** Removes the first versions: at least one, all of them with their texts, or all without. */
function takePart(states: VersionState[]): VersionState[] {
  const [first] = states;
  let room = PART_UNITS;
  const end = states.findIndex((state, index) => {
    room -= sizeOf(state);
    return index === PART_SIZE || (index > 0 && room < 0) || hasText(state) !== hasText(first);
  });
  return states.splice(0, end === -1 ? states.length : end);
}

function sizesOf(states: readonly VersionState[]): number {
  return states.reduce((sum, state) => sum + sizeOf(state), 0);
}
