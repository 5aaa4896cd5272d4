import type { Context } from '../../shared/repository/context.ts';
import type { Operations } from '../../shared/repository/maintenance/operations.ts';

/** Dependencies of the system endpoints. */
export type SystemContext = Context & { readonly operations: Pick<Operations, 'state'> };

/** The context of a process that serves only this group: admin operations run in another process. */
export function createSystemContext(ctx: Context): SystemContext {
  return { ...ctx, operations: { state: () => 'operating' } };
}
