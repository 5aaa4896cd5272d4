import type { Context } from '../../shared/context.ts';
import type { Serve } from '../../shared/http/app.ts';
import { deleteObject } from './delete.ts';
import { getObject } from './get.ts';
import { postObject } from './post.ts';

/** Mounts the data endpoints: objects under `/api/data/`, in both bindings. */
export function mountData(serve: Serve<Context>): void {
  serve('/api/data/*', { GET: getObject, POST: postObject, DELETE: deleteObject });
}
