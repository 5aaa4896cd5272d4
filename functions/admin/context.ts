import type { Operations } from '../../shared/admin/operations.ts';
import type { Context } from '../../shared/context.ts';

/** What the admin operations need. */
export type AdminContext = Context & {
  /** Whether this is the secret that opens the admin operations. A function, so that nothing can print the secret. */
  readonly isAdminSecret: (given: string) => boolean;
  /** The admin operations under way. */
  readonly operations: Operations;
};
