import type { Group } from '../../../functions/group.ts';
import { createBaseApp } from '../../../shared/http/app.ts';
import { createCommonHeaders } from '../../../shared/http/common-headers.ts';
import { networkHooks } from '../../../shared/http/network-hooks.ts';
import { openMode } from '../../../shared/people/sign-on/open-mode.ts';
import type { Context } from '../../../shared/repository/context.ts';
import { callOverHttp } from './call-over-http.ts';
import { createFunctionContext } from './context.ts';
import { openEmbedder } from './embedder.ts';
import { createHandler, type HttpHandler } from './handler.ts';
import { PLATFORM_PARTS } from './platform.ts';

/** The parts of a group's function, from its manifest. */
type GroupOptions = {
  /** The name of the group in DISABLED_ADAPTERS. */
  readonly adapter?: string;
  /** Whether requests continue after API Gateway has stopped waiting for their responses. */
  readonly outlivesApi?: boolean;
};

/**
 * The handler of a function that serves one group of endpoints. The function starts in a module that `npm run package` generates
 * (`tools/build/package/functions.ts`), so that its bundle contains this group alone.
 *
 * @param others groups that the function also serves; their paths come first
 */
export function groupHandler<C extends Context>(
  { adapter, outlivesApi = false }: GroupOptions,
  group: Group<C>,
  others: readonly Group<Context>[] = [],
): HttpHandler {
  return createHandler(
    async (signal) => {
      const { ctx, secrets } = await createFunctionContext(process.env, { signal, openMode });
      const isDisabled = adapter !== undefined && ctx.config.disabledAdapters.includes(adapter);
      const { fetch } = isDisabled ? createBaseApp(ctx, networkHooks(ctx)) : await serving(ctx, secrets);
      return { fetch, commonHeaders: createCommonHeaders(ctx.config) };
    },
    outlivesApi ? Number.POSITIVE_INFINITY : undefined,
  );

  async function serving(...given: Parameters<Group<C>['createContext']>) {
    const ctx = await group.createContext(...given);
    const { fetch, serve } = createBaseApp(ctx, networkHooks(ctx));
    const parts = {
      ...PLATFORM_PARTS,
      call: callOverHttp(ctx.config, PLATFORM_PARTS.openSend),
      embedder: openEmbedder(ctx.config),
    };
    for (const other of others) other.mount(serve, ctx, parts);
    group.mount(serve, ctx, parts);
    return { fetch };
  }
}
