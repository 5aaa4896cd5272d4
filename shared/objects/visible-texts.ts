import type { Caller } from '../access/caller.ts';
import { MAX_INLINE_TEXTS, type StoredVersion, type VersionState } from '../store/object-store.ts';
import { BYTES_PER_UNIT, type PresentContext, type ShownVersion, visibleTextAsync } from './present.ts';
import { wholeVersions } from './stored-versions.ts';

/** Makes the text that is sent of what a caller may see of a version. */
export type Render = (shown: ShownVersion) => string | Promise<string>;

/** Versions whose texts are yielded together. */
const PART_SIZE = 200;

/**
 * The texts of readable versions as a caller may see them, in their order, in parts, within the memory budget. Texts that came with
 * their states stay in memory if there is room for them. Otherwise, and after the first one that did not, each part is read when it
 * is needed: the consumer then holds one part at a time, and waits for memory while holding none.
 *
 * @param states `isReadable`, all of them
 * @param render what is made of each; absent: its text
 * @throws Problem `overloaded`, `store-unavailable` (503)
 */
export async function* visibleTexts(
  ctx: PresentContext,
  states: readonly VersionState[],
  caller: Caller,
  render: Render = ({ text }) => text,
): AsyncGenerator<readonly string[]> {
  const present = (versions: readonly StoredVersion[]) => seen(ctx, versions, caller, render);
  const inline = leadingTexts(states);
  const release = ctx.memory.tryHold(BYTES_PER_UNIT * sizeOf(inline));
  let rest = states.slice(release === null ? 0 : inline.length).map(withoutText);
  try {
    // Without room they are dropped here, and read again among the rest.
    if (release === null) inline.length = 0;
    for (; inline.length > 0; inline.splice(0, PART_SIZE)) yield await present(inline.slice(0, PART_SIZE));
  } finally {
    release?.();
  }
  while (rest.length > 0) {
    const some = readTogether(rest);
    rest = rest.slice(some.length);
    const held = await ctx.memory.hold(BYTES_PER_UNIT * sizeOf(some));
    try {
      for await (const whole of wholeVersions(ctx.store, some)) yield await present(whole);
    } finally {
      held();
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

function leadingTexts(states: readonly VersionState[]): StoredVersion[] {
  const whole: StoredVersion[] = [];
  for (const state of states) {
    if (state.text === null) break;
    whole.push(state);
  }
  return whole;
}

/** The first versions: as many as the store reads at once, and at least one. */
function readTogether(states: readonly VersionState[]): readonly VersionState[] {
  let room = MAX_INLINE_TEXTS;
  const end = states.findIndex((state) => {
    room -= sizeOf([state]);
    return room < 0;
  });
  return states.slice(0, Math.min(PART_SIZE, end === -1 ? states.length : Math.max(1, end)));
}

function withoutText(state: VersionState): VersionState {
  return state.text === null ? state : { ...state, text: null, size: state.text.length };
}

function sizeOf(states: readonly VersionState[]): number {
  return states.reduce((sum, state) => sum + (state.text === null ? state.size : state.text.length), 0);
}
