import { type BaseApp, createBaseApp, type Serve } from '../shared/http/app.ts';
import { mountAdmin } from './admin/app.ts';
import type { ServerContext } from './context.ts';
import { mountData } from './data/app.ts';
import { mountIdentity } from './identity/app.ts';
import type { GroupName } from './manifests.ts';
import { mountProfile } from './profile/app.ts';
import { mountSearch } from './search/app.ts';
import { mountSystem, type SystemParts } from './system/app.ts';

type Mount = (serve: Serve<ServerContext>, ctx: ServerContext, parts: SystemParts) => void;

/** Search comes before data: `/api/data/` alone is a search. */
const CORE = {
  system: mountSystem,
  search: mountSearch,
  data: mountData,
  identity: mountIdentity,
  admin: mountAdmin,
} as const satisfies Partial<Record<GroupName, Mount>>;

/** The groups that DISABLED_ADAPTERS may name (specification: Degraded mode). */
const ADAPTERS: Readonly<Record<Exclude<GroupName, keyof typeof CORE>, Mount>> = {
  profile: mountProfile,
};

/** Every group of endpoints in one application, for runtimes that host them all in one process. */
export function createApp(ctx: ServerContext, parts: SystemParts): Pick<BaseApp<ServerContext>, 'fetch'> {
  const { fetch, serveGroup } = createBaseApp(ctx);
  const { disabledAdapters } = ctx.config;
  const adapters = Object.entries(ADAPTERS).filter(([name]) => !disabledAdapters.includes(name));
  for (const [name, mount] of [...Object.entries<Mount>(CORE), ...adapters]) mount(serveGroup(name), ctx, parts);
  return { fetch };
}
