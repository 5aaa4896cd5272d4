import type { KeyId } from '../../crypto/key-id.ts';
import type { KeyValueStore } from '../../store/key-value-store.ts';
import type { InUse, Watch } from './in-use.ts';
import { readOrMake } from './read-or-make.ts';

/**
 * Marks of what cached profiles were made of: one for each subject key, for the assertions about it, and one that all
 * profiles share, for frameworks, persons and the like. A mark that is removed ends everything made under it; the next
 * one to need it makes another, which no earlier profile has.
 */
export type Generations = {
  /**
   * The mark that all profiles share. To be read before anything that it is about is loaded: what is loaded then holds at
   * least every write that was acknowledged before.
   */
  readonly shared: () => Promise<SharedMark>;
  /** The mark of this subject, for its assertions; to be read as {@link Generations.shared}. */
  readonly of: (subject: KeyId) => Promise<string>;
  /** For who writes: to be asked before, as it is told then whether anything needs to be ended after. */
  readonly watch: () => Watch;
  /**
   * For who writes, at the same time: begins to look for the mark that all profiles share. False when there was none, so
   * that nothing made earlier is left to end; true when there may be one. Never fails.
   */
  readonly mayHaveShared: () => Promise<boolean>;
  /** Ends the generations of these subjects. */
  readonly end: (subjects: readonly KeyId[]) => Promise<void>;
  /** Ends all generations. */
  readonly endAll: () => Promise<void>;
};

/** @property settled whether what is loaded now may be given to other requests under its marks: see {@link InUse} */
export type SharedMark = { readonly mark: string; readonly settled: boolean };

const PREFIX = 'profile/generation/';
const SHARED = `${PREFIX}all`;

/**
 * Generations that are kept in the store, for all instances. All methods fail as the store does.
 *
 * @param lifetime milliseconds after which a mark goes by itself, as nobody may ever ask for it again
 */
export function createGenerations(options: {
  readonly keyValues: KeyValueStore;
  readonly inUse: InUse;
  readonly now: () => number;
  readonly lifetime: number;
}): Generations {
  const { keyValues, inUse, now, lifetime } = options;

  async function mark(key: string): Promise<string> {
    return (await readOrMake(keyValues, key, now() + lifetime)).value;
  }

  return {
    async shared() {
      const [{ id, settled }, own] = await Promise.all([inUse.join(), mark(SHARED)]);
      return { mark: `${id}/${own}`, settled };
    },
    of: (subject) => mark(PREFIX + subject),
    watch: () => inUse.watch(),
    async mayHaveShared() {
      if (!inUse.looksForMarks()) return true;
      return keyValues.get(SHARED).then(
        (entry) => entry !== null,
        () => true,
      );
    },
    async end(subjects) {
      await Promise.all(subjects.map((subject) => keyValues.delete(PREFIX + subject)));
    },
    async endAll() {
      await keyValues.delete(SHARED);
    },
  };
}
