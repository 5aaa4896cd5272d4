import { md5Hex } from '../../base/crypto/md5.ts';
import type { KeyId, ReadKey } from '../../base/crypto/public-key.ts';
import { partForKeys } from '../access/read-filter.ts';
import { typeKey } from '../linked-data/type-key.ts';
import { searchDocument } from '../search/search-copy.ts';
import type { StoredVersion } from '../store/object-store.ts';
import { type PreparedText, prepareText } from './prepare.ts';
import { type ChangedVersion, effectOfText, type ProfileEffect } from './profile-effect.ts';
import { storedObject } from './stored-versions.ts';

type StoredText = Pick<StoredVersion, 'key' | 'text'>;

/** The parts of a version that a caller may see. */
export type VisibleText = {
  /** Null: nothing. */
  readonly text: string | null;
  /** Identifies the parts left out: empty if none were, and equal for callers that see the same. */
  readonly hidden: readonly string[];
};

/** Tasks on the texts of large objects. Input and output hold no parsed JSON, so that they are cheap to pass between threads. */
export type LargeObjectTasks = {
  /** See {@link prepareText}. */
  prepare(text: string, values: number, bases: readonly string[]): PreparedText;
  /** JSON text of the `SearchDocument` of a stored version. */
  describe(stored: StoredVersion): string;
  /** See {@link effectOfText}. */
  profileEffect(version: ChangedVersion): ProfileEffect;
  /** The parts of a version that callers with these keys, other than admins, may see. */
  visible(stored: StoredText, keys: readonly KeyId[]): VisibleText;
  /** The type key of a stored version. */
  typeKey(stored: StoredText): string;
};

/**
 * The tasks of {@link LargeObjectTasks}, run where they do not delay other requests: in threads on Node, in place elsewhere, where
 * a process serves one request at a time.
 *
 * All of them throw Problem `overloaded` (503) when no thread is free in time.
 */
export type LargeObjects = {
  readonly [Name in keyof LargeObjectTasks]: (
    ...input: Parameters<LargeObjectTasks[Name]>
  ) => Promise<ReturnType<LargeObjectTasks[Name]>>;
};

/** The tasks themselves. */
export function largeObjectTasks(readKey: ReadKey): LargeObjectTasks {
  return {
    prepare: (text, values, bases) => prepareText(text, values, bases, readKey),
    describe: (stored) => JSON.stringify(searchDocument(storedObject(stored), stored.access, readKey)),
    profileEffect: (version) => effectOfText(version, readKey),
    visible(stored, keys) {
      const { object, hidden } = partForKeys(storedObject(stored), new Set(keys), readKey);
      if (hidden.length === 0) return { text: stored.text, hidden };
      return { text: object && JSON.stringify(object), hidden: [md5Hex(hidden.join('\n'))] }; // there may be many
    },
    typeKey: (stored) => typeKey(storedObject(stored)),
  };
}

/** {@link LargeObjects} in the caller's thread. */
export function largeObjectsHere(readKey: ReadKey): LargeObjects {
  const tasks = largeObjectTasks(readKey);
  return {
    prepare: async (text, values, bases) => tasks.prepare(text, values, bases),
    describe: async (stored) => tasks.describe(stored),
    profileEffect: async (version) => tasks.profileEffect(version),
    visible: async (stored, keys) => tasks.visible(stored, keys),
    typeKey: async (stored) => tasks.typeKey(stored),
  };
}
