import type { Context } from '../../shared/context.ts';
import type { Serve } from '../../shared/http/app.ts';
import { deleteObject } from './delete.ts';
import { getObject } from './get.ts';
import { postObject } from './post.ts';

/** Mounts the data endpoints: objects under `/api/data/`, in both bindings. */
export function mountData(serve: Serve, ctx: Context): void {
  serve('/api/data/*', {
    GET: (request) => getObject(ctx, request),
    POST: (request, _parameters, scope) => postObject(ctx, request, scope),
    DELETE: (request) => deleteObject(ctx, request),
  });
}
