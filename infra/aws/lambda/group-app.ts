import type { Context } from '../../../shared/context.ts';
import { type BaseApp, createBaseApp } from '../../../shared/http/app.ts';
import { createCors } from '../../../shared/http/cors.ts';
import type { App } from './handler.ts';

/** The application of a function: the mounted endpoints, and what all groups share. */
export function groupApp<C extends Context>(ctx: C, mount: (serveGroup: BaseApp<C>['serveGroup']) => void): App {
  const { fetch, serveGroup } = createBaseApp(ctx);
  mount(serveGroup);
  return { fetch, cors: createCors(ctx.config) };
}
