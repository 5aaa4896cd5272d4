import type { Config } from '../base/config/config.ts';
import { Problem } from '../base/errors/problem.ts';
import { addressRefusal, isAllowedAddress, requestOrigin } from '../base/network/client-address.ts';
import type { RateLimitContext } from '../repository/rate-limit.ts';
import type { Answer } from './answer.ts';
import type { RequestHook } from './app.ts';
import { createClientRateLimit } from './client-rate-limit.ts';
import { splitUrl } from './urlencoded.ts';

export type NetworkContext = RateLimitContext & { readonly config: RefusalConfig };

type RefusalConfig = Pick<Config, 'network' | 'signOn' | 'basePath'>;

/** Requests per window of an address that SVC_IP_ALLOW refuses (specification: Limits). */
const MAX_REFUSED_REQUESTS = 2_000;

/** Paths that are open to all addresses (specification: Network access controls 1), and those that orchestrators probe. */
export const OPEN_PATHS: readonly string[] = ['/callback', '/login', '/logout', '/api/ping', '/livez', '/readyz'];

/** The same, outside of the base path. */
const OPEN_ROOT_PATHS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/api/mcp',
];

/** Refuses client addresses, limits the requests of the others, and keeps pages of signed-in users out of caches. */
export function networkHooks(ctx: NetworkContext): readonly RequestHook[] {
  const { network, signOn } = ctx.config;
  const { allowed, rateLimit } = network;
  return [
    ...(allowed === null ? [] : [refuseOtherAddresses(ctx)]),
    ...(rateLimit === null ? [] : [limitSignIns(ctx, rateLimit)]),
    ...(signOn?.mode === 'oidc' ? [keepPagesOutOfCaches] : []),
  ];
}

function refuseOtherAddresses(ctx: NetworkContext): RequestHook {
  const { basePath, network } = ctx.config;
  const open = new Set([...[...OPEN_PATHS, ...OPEN_ROOT_PATHS].map((path) => basePath + path), ...OPEN_ROOT_PATHS]);
  const limit = network.rateLimit === null ? null : createClientRateLimit(ctx, 'refused-address', MAX_REFUSED_REQUESTS);
  return async (call) => {
    const { request, peerAddress } = call;
    if (isAllowedAddress(ctx.config, requestOrigin(request, peerAddress)) || open.has(splitUrl(request.url).path))
      return null;
    await limit?.(call);
    return refusal(ctx.config, request);
  };
}

/** Limits requests that check passwords or begin a sign-in (SVC_RATE_LIMIT). */
function limitSignIns(ctx: NetworkContext, limit: number): RequestHook {
  const count = createClientRateLimit(ctx, 'sign-in', limit);
  return async (call, route) => {
    if (route?.limit !== 'sign-in') return null;
    await count(call);
    return null;
  };
}

/**
 * Forbids browsers to store pages that they request with a cookie, so that the back button shows none of them after sign-out.
 * Responses to scripts are stored as their headers say, and revalidated.
 */
const keepPagesOutOfCaches: RequestHook = ({ request: { headers }, answerHeaders }) => {
  const mode = headers.get('sec-fetch-mode'); // browsers send it over TLS and to this machine
  const isPage = mode === 'navigate' || (mode === null && /text\/html/i.test(headers.get('accept') ?? ''));
  if (isPage && headers.has('cookie')) answerHeaders['cache-control'] = 'no-store';
  return null;
};

/** The answer to a client whose address is refused (specification: Network access controls 2). */
function refusal({ network, signOn, basePath }: RefusalConfig, request: Request): Answer {
  const redirect = network.deniedRedirect && new URL(network.deniedRedirect).href;
  if (!isApiClient(request, basePath)) {
    if (redirect !== null) return { status: 302, headers: { location: redirect }, body: null };
    throw new Problem('address-refused', 'This service does not answer requests from this address.');
  }
  if (signOn?.mode === 'oidc') {
    const metadata = new URL('/.well-known/oauth-protected-resource', signOn.baseUrl).href;
    throw addressRefusal(`Bearer resource_metadata="${metadata}"`);
  }
  throw addressRefusal(redirect === null ? undefined : `Bearer realm="${redirect}"`);
}

/** Whether a program sent the request, by the Accept header; anything else is taken for a browser. */
function isApiClient(request: Request, basePath: string): boolean {
  const { path } = splitUrl(request.url);
  if (!path.startsWith(`${basePath}/api/`)) return false;
  const accepted = request.headers.get('accept') ?? '';
  return path.startsWith(`${basePath}/api/mcp`) || /application\/json|text\/event-stream/i.test(accepted);
}
