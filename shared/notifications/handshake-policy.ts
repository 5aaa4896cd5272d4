import type { Config } from '../config/config.ts';
import { Problem } from '../errors/problem.ts';

const PATH = '/ws/custom';

/** Whether a path is that of the notification channel (specification: `/ws/custom`), with or without the base path. */
export function isChannelPath({ basePath }: Pick<Config, 'basePath'>, path: string): boolean {
  return path === PATH || path === `${basePath}${PATH}`;
}

/**
 * Refuses pages of origins that CORS_ORIGINS does not list, if it is set. Only browsers send an origin (RFC 6455, 10.2): clients
 * without one are accepted.
 *
 * @param origin the `Origin` header of the handshake; null when absent
 * @throws Problem `credentials-refused` (403)
 */
export function requireOrigin({ corsOrigins }: Pick<Config, 'corsOrigins'>, origin: string | null): void {
  if (origin === null || corsOrigins === null || corsOrigins.includes(origin)) return;
  throw new Problem('credentials-refused', 'Pages of this origin may not listen.', { where: 'Origin' });
}
