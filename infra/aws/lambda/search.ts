import { mountSearch } from '../../../functions/search/app.ts';
import { createFunctionContext } from './context.ts';
import { groupApp } from './group-app.ts';
import { createHandler } from './handler.ts';

/** Search and the batch operations; also what no other function is routed to. */
export const handler = createHandler(async (life) => {
  const { ctx } = await createFunctionContext(process.env, life);
  return groupApp(ctx, (serveGroup) => mountSearch(serveGroup('search')));
});
