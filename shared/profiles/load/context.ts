import type { Hold } from '../../base/concurrency/memory-budget.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { Context } from '../../repository/context.ts';
import { createObjectReader, MAX_TOTAL_UNITS, type ObjectReader } from '../../repository/frameworks/object-reader.ts';
import type { ProfileOptions } from '../engine/model.ts';
import type { AssertionCache } from './assertion.ts';
import type { Decryptor } from './decryptor.ts';
import type { ProfileRights } from './rights.ts';

/** Dependencies of loading, for all requests of a process. */
export type LoadParts = Pick<Context, 'store' | 'config' | 'logger' | 'readKey' | 'large'> & {
  /** Has one cache for the whole process, like `assertions`. */
  readonly decryptor: Decryptor;
  readonly assertions: AssertionCache;
};

/** Dependencies of loading for one request. */
export type LoadContext = LoadParts & {
  readonly rights: ProfileRights;
  /**
   * Reads objects, other than assertions, as the caller may see them (specification: Authentication 5), decrypted if an acting key or a
   * key that the server holds for the caller can do it. Throws Problem `profile-too-large` (422) when they exceed its limit.
   */
  readonly reader: ObjectReader;
};

/** The options of a request that decide what is loaded. */
export type LoadOptions = Pick<ProfileOptions, 'now' | 'targetDateTime' | 'conditions' | 'limits'> & {
  /** Leave out other frameworks, whatever relations lead to them (specification: profile rule 1). */
  readonly avoidOutsideFrameworks?: boolean | undefined;
};

/** Memory per UTF-16 code unit of an object: for its text, and for the data that the profile needs of it. */
const BYTES_PER_UNIT = 4;

/** @param hold reserves memory for all objects that are read, until the profile is calculated */
export function createLoadContext(parts: LoadParts, rights: ProfileRights, hold: Hold): LoadContext {
  const reader = createObjectReader({ ...parts, hold }, rights.caller, {
    decrypt: (value) => parts.decryptor.decrypt(value, rights.acting),
    limit: {
      units: MAX_TOTAL_UNITS,
      bytesPerUnit: BYTES_PER_UNIT,
      tooLong: () =>
        new Problem('profile-too-large', 'The objects that this profile is made of are too long in total.'),
    },
  });
  return { ...parts, rights, reader };
}
