import type { Hono } from 'hono';
import { createBaseApp } from '../shared/http/app.ts';
import { mountAdmin } from './admin/app.ts';
import type { ServerContext } from './context.ts';
import { mountData } from './data/app.ts';
import { mountIdentity } from './identity/app.ts';
import { mountProfile } from './profile/app.ts';
import { mountSearch } from './search/app.ts';
import { mountSystem, type SystemParts } from './system/app.ts';

/** Every group of endpoints in one application, for runtimes that host them all in one process. */
export function createApp(ctx: ServerContext, parts: SystemParts): Hono {
  const { app, serve } = createBaseApp(ctx);
  mountSystem(serve, ctx, parts);
  mountSearch(serve);
  mountData(serve);
  mountIdentity(serve);
  mountProfile(serve, ctx);
  mountAdmin(serve, ctx);
  return app;
}
