import { get } from '../../shared/http/endpoint.ts';

/** Sign-in and sign-out of browsers. Clients of existing servers use the paths without `/api`. */
export const ssoEndpoints = {
  signIn: get('/api/login', 'anybody', { limit: 'sign-in' }),
  signInAlias: get('/login', 'anybody', { limit: 'sign-in' }),
  signOut: get('/api/logout', 'anybody', { limit: 'sign-in' }),
  signOutAlias: get('/logout', 'anybody', { limit: 'sign-in' }),
  callbackAlias: get('/api/callback', 'anybody', { limit: 'sign-in' }),
  callback: get('/callback', 'anybody', { limit: 'sign-in' }),
  protectedResource: get('/.well-known/oauth-protected-resource', 'anybody'),
  protectedMcpResource: get('/.well-known/oauth-protected-resource/api/mcp', 'anybody'),
  authorizationServer: get('/.well-known/oauth-authorization-server', 'anybody'),
};
