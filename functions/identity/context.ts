import type { Context } from '../../shared/context.ts';
import type { Identities } from '../../shared/identity/identities.ts';

/** What the identity endpoints need. */
export type IdentityContext = Pick<Context, 'config'> & { readonly identities: Identities };
