import * as z from 'zod/mini';
import type { Route } from '../../shared/http/route.ts';

const redirectUrl = z.optional(
  z
    .string()
    .check(
      z.maxLength(2048),
      z.describe('Where the browser goes afterwards: an address of this service or of an origin in CORS_ORIGINS.'),
    ),
);

/** Query of `login`. */
export const loginQuery = z.object({
  redirectUrl,
  fresh: z.optional(z.string().check(z.describe('`true`: only an authentication of the last five minutes will do.'))),
});

/** Query of `logout`. */
export const logoutQuery = z.object({ redirectUrl });

const resource = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
});
const server = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
});

const callback = { summary: 'Where the provider sends the browser after sign-in', responses: redirect('the page') };

function redirect(where: string): Route['responses'] {
  return { 302: { description: `The browser goes on to ${where}.`, headers: ['Location', 'Set-Cookie'] } };
}

/** Single sign-on (specification: Single sign-on endpoints). In other modes there is nothing at these addresses. */
export const ssoRoutes: readonly Route[] = [
  ...['/api/login', '/login'].map(
    (path): Route => ({
      method: 'get',
      path,
      operationId: path === '/login' ? 'signInAlias' : 'signIn',
      summary: 'Start the sign-in of a browser',
      query: loginQuery,
      responses: redirect('the provider'),
      problems: [
        'no-such-route',
        'too-many-requests',
        'store-unavailable',
        'invalid-parameter',
        'provider-unavailable',
      ],
    }),
  ),
  ...['/api/logout', '/logout'].map(
    (path): Route => ({
      method: 'get',
      path,
      operationId: path === '/logout' ? 'signOutAlias' : 'signOut',
      summary: 'Sign a browser out, here and at the provider',
      query: logoutQuery,
      responses: redirect('the provider, or the page'),
      problems: ['no-such-route', 'too-many-requests', 'store-unavailable', 'invalid-parameter'],
    }),
  ),
  ...['/api/callback', '/callback'].map(
    (path): Route => ({
      method: 'get',
      path,
      operationId: path === '/callback' ? 'callback' : 'callbackAlias',
      ...callback,
      problems: [
        'no-such-route',
        'too-many-requests',
        'store-unavailable',
        'invalid-parameter',
        'sign-in-failed',
        'provider-unavailable',
      ],
    }),
  ),
  {
    method: 'get',
    path: '/.well-known/oauth-protected-resource',
    operationId: 'protectedResource',
    summary: 'Where clients get tokens for this service (RFC 9728)',
    responses: { 200: { description: 'The metadata.', content: { 'application/json': resource } } },
    problems: ['no-such-route'],
  },
  {
    method: 'get',
    path: '/.well-known/oauth-protected-resource/api/mcp',
    operationId: 'protectedMcpResource',
    summary: 'Where clients get tokens for MCP (RFC 9728, 3.1)',
    responses: { 200: { description: 'The metadata.', content: { 'application/json': resource } } },
    problems: ['no-such-route'],
  },
  {
    method: 'get',
    path: '/.well-known/oauth-authorization-server',
    operationId: 'authorizationServer',
    summary: "The provider's metadata for clients of this service (RFC 8414)",
    responses: {
      200: { description: 'The metadata.', content: { 'application/json': server } },
      502: {
        description: 'The provider does not answer.',
        content: { 'application/json': z.object({ error: z.string() }) },
      },
    },
    problems: ['no-such-route'],
  },
];
