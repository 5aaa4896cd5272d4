import type { Context } from '../../repository/context.ts';
import type { ProfileOptions } from '../engine/model.ts';
import type { AssertionCache } from './assertion.ts';
import type { Decryptor } from './decryptor.ts';

/** Dependencies of loading. */
export type LoadContext = Pick<Context, 'store' | 'config' | 'logger' | 'readKey'> & {
  /** With one cache for the whole process, as the assertions. */
  readonly decryptor: Decryptor;
  readonly assertions: AssertionCache;
  /**
   * Called with the length of what is read next, in UTF-16 units: holds memory for it, and for all that was read before, until the
   * profile is calculated.
   *
   * @throws Problem `overloaded` (503)
   */
  readonly count: (units: number) => Promise<void>;
};

/** The options of a request that decide what is loaded. */
export type LoadOptions = Pick<ProfileOptions, 'now' | 'targetDateTime' | 'conditions' | 'limits'> & {
  /** Leave out other frameworks, whatever relations lead to them (specification: profile rule 1). */
  readonly avoidOutsideFrameworks?: boolean | undefined;
};
