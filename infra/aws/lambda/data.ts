import { mountData } from '../../../functions/data/app.ts';
import { createFunctionContext } from './function-context.ts';
import { groupApp } from './group-app.ts';
import { createHandler } from './handler.ts';

/** Objects under `/api/data/`. */
export const handler = createHandler(async () => {
  const { ctx } = await createFunctionContext(process.env);
  return groupApp(ctx, (serve) => mountData(serve, ctx));
});
