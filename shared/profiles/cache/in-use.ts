import type { KeyValueStore } from '../../store/key-value-store.ts';
import { readOrMake } from './read-or-make.ts';

/**
 * Whether profiles are kept in this repository at all. Where nobody asks for any, writes need not end what is kept, which
 * costs a call of the store each.
 *
 * A note in the store says so. The first request for a profile leaves it; a purge removes it, and the next one has another
 * id. Two rules make an acknowledged write part of every profile that is shared from then on, though its writer ended nothing:
 *
 * 1. A writer looks for the note before it writes. It need end nothing when there was none and the write is done, for
 *    searches too, within {@link QUICK} of the look.
 * 2. A profile is shared (kept, or given to an equal request that comes while it is calculated) only under the id that was
 *    there when its loading began, and only when this process knows at that moment that the note is at least {@link SETTLE} old.
 *
 * *Proof.* A writer looks at time t, finds no note, and its write can be seen at v < t + QUICK. A profile that a request
 * gets which begins later than v is of the id that the request has read, so of a note that was left after t, at s > t. Its
 * loading began after s + SETTLE > t + QUICK > v, and so met the write.
 *
 * Each process measures with clocks of its own, from before its look or from after its first sight of the note; no clock is
 * compared with that of another machine. SETTLE is more than QUICK for what this leaves out: replicas that do not all
 * show the note at once, and machines that stand still.
 */
export type InUse = {
  /** For readers, before anything is loaded. Leaves the note if there is none. Fails as the store does. */
  readonly join: () => Promise<Keeping>;
  /** For writers, before anything is written: begins to look. Never fails: what cannot be read counts as a note. */
  readonly watch: () => Watch;
  /** Whether a process that knows of the note, and so looks for it no more, had better look for marks before it ends them. */
  readonly looksForMarks: () => boolean;
};

/** @property settled whether what is loaded from now on may be shared under this id */
export type Keeping = { readonly id: string; readonly settled: boolean };

/** Whether profiles may be shared, by now or later, that were loaded since the look but lack what was written until now. */
export type Watch = () => Promise<boolean>;

/** Two clocks of this process, in milliseconds: the steady one may stand still while a machine sleeps, the other may be set. */
export type Clocks = { readonly steady: () => number; readonly wall: () => number };

const KEY = 'profile/in-use';

/** Follows the id in a note that is known to be old enough, so that processes that start need not wait. */
const SETTLED = ' settled';

/** Milliseconds from a writer's look to the end of a write that ends nothing. */
export const QUICK = 1_000;

/** Milliseconds for which a note must have been there before profiles are shared. */
export const SETTLE = 2_000;

/** For a store in this process, where the end of what is kept costs next to nothing: writes always end it. */
export const ALWAYS_IN_USE: InUse = {
  join: async () => ({ id: 'local', settled: true }),
  watch: () => async () => true,
  looksForMarks: () => false,
};

/** For a store that is asked over the network. */
export function createInUse(keyValues: KeyValueStore, { steady, wall }: Clocks): InUse {
  /** The note that was seen last, and when it was first. */
  let seen: { readonly id: string; readonly at: number } | null = null;
  /** A note was there once: what is looked for no more is taken to be there, which at worst ends too much. */
  let known = false;

  return {
    async join() {
      const { value, revision } = await readOrMake(keyValues, KEY, null);
      known = true;
      if (value.endsWith(SETTLED)) return { id: value.slice(0, -SETTLED.length), settled: true };
      if (seen?.id !== value) seen = { id: value, at: steady() };
      if (steady() - seen.at < SETTLE) return { id: value, settled: false };
      // Another process may be first, or the next request.
      await keyValues.set(KEY, value + SETTLED, { expected: revision }).catch(() => null);
      return { id: value, settled: true };
    },
    looksForMarks: () => known,
    watch() {
      const since = { steady: steady(), wall: wall() };
      const found = known || keyValues.get(KEY).then((entry) => entry !== null);
      const present = Promise.resolve(found).then(
        (there) => {
          known ||= there;
          return there;
        },
        () => true,
      );
      const elapsed = () => Math.max(steady() - since.steady, wall() - since.wall);
      return async () => known || (await present) || elapsed() >= QUICK;
    },
  };
}
