import type { Config } from '../config/config.ts';

const PATH = '/ws/custom';

/** Whether a path is that of the notification channel (specification: `/ws/custom`), below the service's own base path or not. */
export function isChannelPath({ basePath }: Pick<Config, 'basePath'>, path: string): boolean {
  return path === PATH || path === `${basePath}${PATH}`;
}

/**
 * Whether pages of an origin may listen: those that CORS_ORIGINS names, or all where it is not set. Browsers alone say where a
 * page is from (RFC 6455, 10.2), so that others are welcome.
 *
 * @param origin the `Origin` header of the handshake; null when there is none
 */
export function mayListen({ corsOrigins }: Pick<Config, 'corsOrigins'>, origin: string | null): boolean {
  return origin === null || corsOrigins === null || corsOrigins.includes(origin);
}
