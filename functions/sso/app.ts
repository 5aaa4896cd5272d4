import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { get } from '../../shared/http/endpoint.ts';
import type { Handler } from '../../shared/http/serve.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { ssoEndpoints } from './endpoints.ts';
import { authorizationServer, protectedResource } from './metadata.ts';
import type { Oidc } from './oidc.ts';
import { callback, login } from './sign-in.ts';
import { logout } from './sign-out.ts';

/** Refuses requests in the other modes. */
function refuse(): never {
  throw new Problem('no-such-route', 'This service is not set up for sign-in with OpenID Connect.');
}

/** Sign-in and sign-out, in OpenID Connect mode. Clients of existing servers use the paths without `/api`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config: { signOn }, now }, { openSend }) {
    if (signOn?.mode !== 'oidc') {
      // Requests are not counted, since these addresses have nothing to guess.
      for (const { path, access } of Object.values(ssoEndpoints))
        serve({ refused: get(path, access) }, { refused: refuse });
      return;
    }
    const opened = createPromiseCache<'oidc', Oidc>();
    const oidc = (): Promise<Oidc> =>
      opened('oidc', async () => (await import('./oidc.ts')).openOidc(signOn, await openSend(), now));
    const toProvider: Handler<Context> = async (ctx, call) => login(ctx, await oidc(), call);
    const toEnd: Handler<Context> = async (ctx, call) => logout(ctx, await oidc(), call);
    const fromProvider: Handler<Context> = async (ctx, call) => callback(ctx, await oidc(), call);
    serve(ssoEndpoints, {
      signIn: toProvider,
      signInAlias: toProvider,
      signOut: toEnd,
      signOutAlias: toEnd,
      callback: fromProvider,
      callbackAlias: fromProvider,
      protectedResource: () => protectedResource(signOn),
      protectedMcpResource: () => protectedResource(signOn, '/api/mcp'),
      authorizationServer: async (_ctx, call) => authorizationServer(await oidc(), call),
    });
  },
};
