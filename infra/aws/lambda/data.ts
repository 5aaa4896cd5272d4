import { mountData } from '../../../functions/data/app.ts';
import { serveSearch } from '../../../functions/search/search.ts';
import { createFunctionContext } from './context.ts';
import { groupApp } from './group-app.ts';
import { createHandler } from './handler.ts';

/** Objects under `/api/data/`, and what HTTP APIs do not tell apart from them: the search that `/api/data/` alone is. */
export const handler = createHandler(async (life) => {
  const { ctx } = await createFunctionContext(process.env, life);
  return groupApp(ctx, (serveGroup) => {
    serveSearch(serveGroup('search'), ['/api/data/', '/api/data']);
    mountData(serveGroup('data'));
  });
});
