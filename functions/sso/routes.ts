import * as z from 'zod/mini';
import { type Description, type Route, routesOf } from '../../shared/http/route.ts';
import { ssoEndpoints } from './endpoints.ts';
import { loginQuery, logoutQuery } from './parameters.ts';

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

function redirect(where: string): Description['responses'] {
  return { 302: { description: `Redirects the browser to ${where}.`, headers: ['Location', 'Set-Cookie'] } };
}

const common = ['no-such-route', 'too-many-requests', 'store-unavailable', 'invalid-parameter'] as const;

const signIn: Description = {
  summary: 'Start the sign-in of a browser',
  query: loginQuery,
  responses: redirect('the provider'),
  problems: [...common, 'provider-unavailable'],
};

const signOut: Description = {
  summary: 'Sign a browser out, here and at the provider',
  query: logoutQuery,
  responses: redirect('the provider, or the page'),
  problems: common,
};

const callback: Description = {
  summary: 'Where the provider sends the browser after sign-in',
  responses: redirect('the page'),
  problems: [...common, 'sign-in-failed', 'provider-unavailable'],
};

/** Single sign-on (specification: Single sign-on endpoints). In other modes these addresses return 404. */
export const ssoRoutes: readonly Route[] = routesOf(ssoEndpoints, {
  signIn,
  signInAlias: signIn,
  signOut,
  signOutAlias: signOut,
  callbackAlias: callback,
  callback,
  protectedResource: {
    summary: 'Where clients get tokens for this service (RFC 9728)',
    responses: { 200: { description: 'The metadata.', content: { 'application/json': resource } } },
    problems: ['no-such-route'],
  },
  protectedMcpResource: {
    summary: 'Where clients get tokens for MCP (RFC 9728, 3.1)',
    responses: { 200: { description: 'The metadata.', content: { 'application/json': resource } } },
    problems: ['no-such-route'],
  },
  authorizationServer: {
    summary: "The provider's metadata for clients of this service (RFC 8414)",
    responses: {
      200: { description: 'The metadata.', content: { 'application/json': server } },
      502: {
        description: 'The provider does not respond.',
        content: { 'application/json': z.object({ error: z.string() }) },
      },
    },
    problems: ['no-such-route'],
  },
});
