import type { Context } from '../../shared/context.ts';
import type { Serve } from '../../shared/http/app.ts';
import { postMultiDelete } from './multi-delete.ts';
import { postMultiGet } from './multi-get.ts';
import { postMultiPut } from './multi-put.ts';
import { SEARCH_PATHS } from './parameters.ts';
import { serveSearch } from './search.ts';

/** Mounts search and the batch operations. Mount before data: `/api/data/` alone is a search. */
export function mountSearch(serve: Serve<Context>): void {
  serveSearch(serve, [...SEARCH_PATHS, '/api/data']);
  serve('/api/sky/repo/multiGet', { POST: postMultiGet });
  serve('/api/sky/repo/multiPut', { POST: postMultiPut });
  serve('/api/sky/repo/multiDelete', { POST: postMultiDelete });
}
