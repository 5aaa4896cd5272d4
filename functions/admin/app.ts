import type { OperationRequest } from '../../shared/admin/operations.ts';
import { Problem } from '../../shared/errors/problem.ts';
import type { Handler } from '../../shared/http/app.ts';
import type { Group } from '../group.ts';
import { type AdminContext, createAdminContext } from './context.ts';
import { getExport } from './export.ts';
import { postImport } from './import.ts';
import { getOperations, OPERATIONS, operate } from './operate.ts';

/** The admin operations under `/api/util/`. They continue to their end, whether or not a client still waits for the answer. */
export const group: Group<AdminContext> = {
  createContext: createAdminContext,
  mount(serve, { config }) {
    for (const name of Object.keys(OPERATIONS) as OperationRequest['name'][]) {
      const handler: Handler<AdminContext> = (ctx, call) => operate(ctx, call, name);
      const methods = config.adminSecretInQuery ? { GET: notForHead(handler), POST: handler } : { POST: handler };
      serve(`/api/util/${name}`, methods);
    }
    serve('/api/util/operations', { GET: getOperations });
    serve('/api/util/export', { GET: getExport });
    serve('/api/util/import', { POST: postImport });
  },
};

/** HEAD comes with every GET, but must not start an operation (RFC 9110, 9.2.1). */
function notForHead<C>(handler: Handler<C>): Handler<C> {
  return (ctx, call) => {
    if (call.request.method !== 'HEAD') return handler(ctx, call);
    throw new Problem('method-not-allowed', 'This address takes GET, POST, OPTIONS.', { allow: 'GET, POST, OPTIONS' });
  };
}
