import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import type { Group } from '../group.ts';
import { authorizationServer, protectedResource } from './metadata.ts';
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
  mount(serve, { signOn }) {
    const oidc = signOn?.oidc ?? null;
    if (oidc === null) {
      for (const { path } of ssoRoutes) serve(path, { GET: refuse });
      return;
    }
    for (const prefix of ['/api', '']) {
      serve(`${prefix}/login`, { GET: (ctx, call) => login(ctx, oidc, call) });
      serve(`${prefix}/logout`, { GET: (ctx, call) => logout(ctx, oidc, call) });
      serve(`${prefix}/callback`, { GET: (ctx, call) => callback(ctx, oidc, call) });
    }
    for (const path of ['', '/api/mcp']) {
      serve(`/.well-known/oauth-protected-resource${path}`, { GET: () => protectedResource(oidc, path) });
    }
    serve('/.well-known/oauth-authorization-server', { GET: (_ctx, call) => authorizationServer(oidc, call) });
  },
};
