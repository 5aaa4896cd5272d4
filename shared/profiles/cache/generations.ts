import type { KeyId } from '../../base/crypto/public-key.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import type { UsageFlag, Watch } from './usage-flag.ts';
import { getOrCreate } from './usage-flag.ts';

/**
 * Generations of the data that cached profiles depend on: one per subject key, for the assertions about it, and one that all profiles
 * share, for frameworks, persons and the like. Deleting a generation invalidates all profiles that were calculated under it; the next
 * request creates another one, with an id that no earlier profile has.
 */
export type Generations = {
  /**
   * The generation that all profiles share. Read it before you load the data that it covers: the data then includes at least every
   * write that was acknowledged before.
   */
  readonly shared: () => Promise<SharedGeneration>;
  /** The id of the generation of a subject's assertions. Read it before the assertions, like {@link Generations.shared}. */
  readonly of: (subject: KeyId) => Promise<string>;
  /** For writers, before they write: finds out whether they have to invalidate anything afterwards. */
  readonly watch: () => Watch;
  /**
   * For writers, before they write: whether a shared generation exists. If not, no earlier profile is left to invalidate. Never
   * fails: after a failed read it resolves with true.
   */
  readonly hasShared: () => Promise<boolean>;
  /** Deletes the generations of these subjects. */
  readonly end: (subjects: readonly KeyId[]) => Promise<void>;
  /** Deletes the shared generation, which invalidates all profiles. */
  readonly endAll: () => Promise<void>;
};

/** @property settled whether data that is loaded now may be shared with other requests: see {@link UsageFlag} */
export type SharedGeneration = { readonly id: string; readonly settled: boolean };

const PREFIX = 'profile/generation/';
const SHARED = `${PREFIX}all`;

/**
 * Generations in the store, for all instances. Methods fail as the store does unless their comments say otherwise.
 *
 * @param lifetime milliseconds after which an unused generation is deleted
 */
export function createGenerations(options: {
  readonly keyValues: KeyValueStore;
  readonly usage: UsageFlag;
  readonly now: () => number;
  readonly lifetime: number;
}): Generations {
  const { keyValues, usage, now, lifetime } = options;

  async function idOf(key: string): Promise<string> {
    return (await getOrCreate(keyValues, key, now() + lifetime)).value;
  }

  return {
    async shared() {
      const [flag, own] = await Promise.all([usage.set(), idOf(SHARED)]);
      return { id: `${flag.id}/${own}`, settled: flag.settled };
    },
    of: (subject) => idOf(PREFIX + subject),
    watch: () => usage.watch(),
    hasShared: () =>
      keyValues.get(SHARED).then(
        (entry) => entry !== null,
        () => true,
      ),
    async end(subjects) {
      await Promise.all(subjects.map((subject) => keyValues.delete(PREFIX + subject)));
    },
    async endAll() {
      await keyValues.delete(SHARED);
    },
  };
}
