import { type BaseApp, createBaseApp } from '../shared/http/app.ts';
import { networkHooks } from '../shared/http/network-hooks.ts';
import type { ServerContext } from './context.ts';
import type { OwnApi, PlatformParts } from './group.ts';
import type { Manifest } from './manifest.ts';
import { manifests } from './manifests.ts';

/** Every group of endpoints that is not disabled in one application, for runtimes that host them all in one process. */
export async function createApp(
  ctx: ServerContext,
  parts: Omit<PlatformParts, 'call'>,
): Promise<Pick<BaseApp<ServerContext>, 'fetch'>> {
  const { fetch, answer, serve } = createBaseApp(ctx, networkHooks(ctx));
  const { disabledAdapters } = ctx.config;
  const enabled = manifests.filter(
    ({ adapter }: Manifest) => adapter === undefined || !disabledAdapters.includes(adapter),
  );
  const groups = await Promise.all(enabled.map(({ load }) => load()));
  const call: OwnApi = (request, peerAddress) => answer(request, { peerAddress });
  for (const group of groups) group.mount(serve, ctx, { ...parts, call });
  return { fetch };
}
