import type { Context } from '../../shared/context.ts';
import type { Serve } from '../../shared/http/app.ts';
import { postMultiDelete } from './multi-delete.ts';
import { postMultiGet } from './multi-get.ts';
import { postMultiPut } from './multi-put.ts';
import { SEARCH_PATHS } from './parameters.ts';
import { serveSearch } from './search.ts';

/** Mounts search and the batch operations. Mount before data: `/api/data/` alone is a search. */
export function mountSearch(serve: Serve, ctx: Context): void {
  serveSearch(serve, ctx, [...SEARCH_PATHS, '/api/data']);
  serve('/api/sky/repo/multiGet', { POST: (request, _parameters, scope) => postMultiGet(ctx, request, scope) });
  serve('/api/sky/repo/multiPut', { POST: (request, _parameters, scope) => postMultiPut(ctx, request, scope) });
  serve('/api/sky/repo/multiDelete', { POST: (request, _parameters, scope) => postMultiDelete(ctx, request, scope) });
}
