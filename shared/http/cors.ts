import type { Config } from '../base/config/config.ts';
import { type Answer, fitsHeader } from './answer.ts';

/** Cross-origin rules (Fetch standard; specification: Network access controls 5). */
export type Cors = {
  /** Headers for an answer to a request from this origin, or from none. */
  readonly headers: (origin: string | null) => Readonly<Record<string, string>>;
  /** The answer to an OPTIONS request, preflight or not. */
  readonly preflight: (request: Request, allow: string) => Answer;
};

/** Names of header fields (RFC 9110, 5.1): other values are not repeated in an answer. */
const NAMES = /^[\w!#$%&'*+.^`|~, -]*$/;

/** Headers of answers that pages may read, besides those that the Fetch standard always shows them. */
export const EXPOSED_HEADERS: readonly string[] = [
  'Accept-Ranges',
  'Content-Range',
  'ETag',
  'Last-Modified',
  'Link',
  'Location',
  'Mcp-Session-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Repr-Digest',
  'Retry-After',
  'Server-Timing',
  'Warning',
  'WWW-Authenticate',
  'X-Experience-API-Version',
  'X-Total-Count',
  'x-request-id',
  'x-up-to-date',
  'x-search-mode',
];

const EXPOSED = EXPOSED_HEADERS.join(',');

/**
 * The rules of a configuration: all origins when none are configured; a configured origin is echoed; any other gets no
 * permission and is still served, as browsers enforce this, not servers.
 */
export function createCors({ corsOrigins, corsCredentials }: Pick<Config, 'corsOrigins' | 'corsCredentials'>): Cors {
  const anyOrigin = { 'access-control-allow-origin': '*' };
  const anyPage = { ...anyOrigin, 'access-control-expose-headers': EXPOSED };
  const otherOrigin = { vary: 'Origin' };
  const headers = (origin: string | null): Readonly<Record<string, string>> => {
    if (corsOrigins === null) return origin === null ? anyOrigin : anyPage;
    if (origin === null || !corsOrigins.includes(origin)) return otherOrigin;
    return {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED,
      vary: 'Origin',
      ...(corsCredentials && { 'access-control-allow-credentials': 'true' }),
    };
  };
  return {
    headers,
    preflight(request, allow) {
      const asked = request.headers.get('access-control-request-headers');
      const requested = asked !== null && NAMES.test(asked) ? asked : null;
      return {
        status: 204,
        headers: {
          allow,
          'access-control-allow-methods': allow,
          'access-control-max-age': '86400',
          ...(requested !== null && fitsHeader(requested) && { 'access-control-allow-headers': requested }),
          vary: 'Access-Control-Request-Headers',
        },
        body: null,
      };
    },
  };
}
