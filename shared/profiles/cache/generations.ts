import type { KeyId } from '../../crypto/key-id.ts';
import type { KeyValueStore } from '../../store/key-value-store.ts';

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
  readonly shared: () => Promise<string>;
  /** The mark of this subject, for its assertions; to be read as {@link Generations.shared}. */
  readonly of: (subject: KeyId) => Promise<string>;
  /** Ends the generations of these subjects. */
  readonly end: (subjects: readonly KeyId[]) => Promise<void>;
  /** Ends all generations. */
  readonly endAll: () => Promise<void>;
};

const PREFIX = 'profile/generation/';
const SHARED = `${PREFIX}all`;

/**
 * Generations that are kept in the store, for all instances. All methods fail as the store does.
 *
 * @param lifetime milliseconds after which a mark goes by itself, as nobody may ever ask for it again
 */
export function createGenerations(options: {
  readonly keyValues: KeyValueStore;
  readonly now: () => number;
  readonly lifetime: number;
}): Generations {
  const { keyValues, now, lifetime } = options;

  async function mark(key: string): Promise<string> {
    for (;;) {
      const entry = await keyValues.get(key);
      if (entry !== null) return entry.value;
      const made = await keyValues.set(key, crypto.randomUUID(), { expected: null, expires: now() + lifetime });
      if (made !== null) return made.value;
    }
  }

  return {
    shared: () => mark(SHARED),
    of: (subject) => mark(PREFIX + subject),
    async end(subjects) {
      await Promise.all(subjects.map((subject) => keyValues.delete(PREFIX + subject)));
    },
    async endAll() {
      await keyValues.delete(SHARED);
    },
  };
}
