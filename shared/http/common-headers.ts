import type { Config } from '../base/config/config.ts';
import { isTrustedPeer } from '../base/network/client-address.ts';
import { createCors } from './cors.ts';

/** The platform's facts about a request. */
export type Connection = {
  /** Address of the other end of the connection, without a port; absent where the platform does not know it. */
  readonly peerAddress?: string | undefined;
};

/** The headers of every answer: CORS, and optional security headers. */
export type CommonHeaders = (
  request: Pick<Request, 'headers' | 'url'>,
  connection: Connection,
) => Readonly<Record<string, string>>;

/** The headers of a configuration (specification: Network access controls 4 and 5). */
export function createCommonHeaders(
  config: Pick<Config, 'corsOrigins' | 'corsCredentials' | 'network'>,
): CommonHeaders {
  const cors = createCors(config);
  const { sameOriginFrames, strictTransport, noSniff } = config.network.securityHeaders;
  const always = {
    ...(sameOriginFrames && { 'x-frame-options': 'SAMEORIGIN' }),
    ...(noSniff && { 'x-content-type-options': 'nosniff' }),
  };
  return (request, { peerAddress }) => ({
    ...cors.headers(request.headers.get('origin')),
    ...always,
    ...(strictTransport && isSecure(config, request, peerAddress) && STRICT_TRANSPORT),
  });
}

const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' };

/** Whether the client came over HTTPS, to this process or to a trusted proxy. */
function isSecure(
  config: Pick<Config, 'network'>,
  { url, headers }: Pick<Request, 'headers' | 'url'>,
  peerAddress: string | undefined,
): boolean {
  if (url.startsWith('https:')) return true;
  const [protocol = ''] = (headers.get('x-forwarded-proto') ?? '').split(',', 1);
  return protocol.trim().toLowerCase() === 'https' && isTrustedPeer(config, peerAddress);
}
