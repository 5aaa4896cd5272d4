import type { Operations } from '../../shared/admin/operations.ts';
import type { Context } from '../../shared/context.ts';

/** What the system endpoints need. */
export type SystemContext = Pick<Context, 'config' | 'adminPublicKeys' | 'store' | 'now'> & {
  readonly operations: Pick<Operations, 'state'>;
};
