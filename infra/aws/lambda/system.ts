import { mountSystem } from '../../../functions/system/app.ts';
import type { SystemContext } from '../../../functions/system/context.ts';
import { apiDescription, apiPageAssets } from './assets.ts';
import { createFunctionContext } from './context.ts';
import { groupApp } from './group-app.ts';
import { createHandler } from './handler.ts';

/** Operations are under way in another function. */
const NONE: SystemContext['operations'] = { state: () => 'operating' };

/** Ping, health, the admin's keys and the API description. */
export const handler = createHandler(async (life) => {
  const { ctx } = await createFunctionContext(process.env, life);
  const parts = { description: () => apiDescription(ctx.config.basePath), assets: apiPageAssets, exit: () => {} };
  return groupApp({ ...ctx, operations: NONE }, (serveGroup) => mountSystem(serveGroup('system'), ctx, parts));
});
