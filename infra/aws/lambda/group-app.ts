import type { Context } from '../../../shared/context.ts';
import { createBaseApp, type Serve } from '../../../shared/http/app.ts';
import { createCors } from '../../../shared/http/cors.ts';
import type { App } from './handler.ts';

/** The application of a function: the mounted endpoints, and what all groups share. */
export function groupApp<C extends Context>(ctx: C, mount: (serve: Serve<C>) => void): App {
  const { app, serve } = createBaseApp(ctx);
  mount(serve);
  return { fetch: (request) => app.fetch(request), cors: createCors(ctx.config) };
}
