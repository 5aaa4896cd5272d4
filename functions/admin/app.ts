import type { OperationRequest } from '../../shared/admin/operations.ts';
import type { AdminContext } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import type { Handler, Serve } from '../../shared/http/app.ts';
import { getExport } from './export.ts';
import { postImport } from './import.ts';
import { OPERATIONS, operate } from './operate.ts';
import { getOperations } from './operations.ts';

/** Mounts the admin operations. */
export function mountAdmin(serve: Serve, ctx: AdminContext): void {
  for (const name of Object.keys(OPERATIONS) as OperationRequest['name'][]) {
    const handler: Handler = (request, _parameters, scope) => operate(ctx, name, request, scope);
    const methods = ctx.config.adminSecretInQuery ? { GET: notForHead(handler), POST: handler } : { POST: handler };
    serve(`/api/util/${name}`, methods);
  }
  serve('/api/util/operations', { GET: (request) => getOperations(ctx, request) });
  serve('/api/util/export', { GET: (request, _parameters, scope) => getExport(ctx, request, scope.id) });
  serve('/api/util/import', { POST: (request, _parameters, scope) => postImport(ctx, request, scope.id) });
}

/** HEAD comes with every GET, but must not set off anything (RFC 9110, 9.2.1). */
function notForHead(handler: Handler): Handler {
  return (request, parameters, scope) => {
    if (request.method !== 'HEAD') return handler(request, parameters, scope);
    throw new Problem('method-not-allowed', 'This address takes GET, POST, OPTIONS.', { allow: 'GET, POST, OPTIONS' });
  };
}
