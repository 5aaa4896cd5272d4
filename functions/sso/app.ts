import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { authorizationServer, protectedResource } from './metadata.ts';
import type { Oidc } from './oidc.ts';
import { ssoRoutes } from './routes.ts';
import { callback, login } from './sign-in.ts';
import { logout } from './sign-out.ts';

/** Answers in the other modes. */
function refuse(): never {
  throw new Problem('no-such-route', 'This service is not set up for sign-in with OpenID Connect.');
}

/** Sign-in and sign-out, in OpenID Connect mode. Clients of existing servers use the paths without `/api`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config: { signOn }, now }, { openSend }) {
    if (signOn?.mode !== 'oidc') {
      for (const { path } of ssoRoutes) serve(path, { GET: refuse });
      return;
    }
    const opened = createPromiseCache<'oidc', Oidc>();
    const oidc = (): Promise<Oidc> =>
      opened('oidc', async () => (await import('./oidc.ts')).openOidc(signOn, await openSend(), now));
    for (const prefix of ['/api', '']) {
      serve(`${prefix}/login`, { GET: async (ctx, call) => login(ctx, await oidc(), call) });
      serve(`${prefix}/logout`, { GET: async (ctx, call) => logout(ctx, await oidc(), call) });
      serve(`${prefix}/callback`, { GET: async (ctx, call) => callback(ctx, await oidc(), call) });
    }
    for (const path of ['', '/api/mcp']) {
      serve(`/.well-known/oauth-protected-resource${path}`, { GET: () => protectedResource(signOn, path) });
    }
    serve('/.well-known/oauth-authorization-server', {
      GET: async (_ctx, call) => authorizationServer(await oidc(), call),
    });
  },
};
