import type { Context } from '../../context.ts';
import type { ProfileOptions } from '../../profile-engine/model.ts';
import type { AssertionMemory } from './assertion-memory.ts';
import type { Opener } from './opener.ts';

/** What loading needs of the world. */
export type LoadContext = Pick<Context, 'store' | 'config' | 'logger' | 'readKey'> & {
  /** Made once per process, so that what was opened is remembered; so are the assertions below. */
  readonly opener: Opener;
  readonly assertions: AssertionMemory;
};

/** What is asked for, as far as it decides what has to be loaded. */
export type LoadOptions = Pick<ProfileOptions, 'now' | 'targetDateTime' | 'conditions' | 'limits'> & {
  /** Leave out other frameworks, whatever relations lead to them (specification: profile rule 1). */
  readonly avoidOutsideFrameworks?: boolean | undefined;
};
