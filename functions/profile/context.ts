import type { Context } from '../../shared/context.ts';
import type { Profiles } from '../../shared/profiles/service/profiles.ts';

/** What the profile endpoints need. */
export type ProfileContext = Context & { readonly profiles: Profiles };
