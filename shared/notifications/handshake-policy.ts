import type { Config } from '../config/config.ts';
import { Problem } from '../errors/problem.ts';

const PATH = '/ws/custom';

/** Whether a path is that of the notification channel (specification: `/ws/custom`), below the service's own base path or not. */
export function isChannelPath({ basePath }: Pick<Config, 'basePath'>, path: string): boolean {
  return path === PATH || path === `${basePath}${PATH}`;
}

/**
 * Refuses pages of origins that CORS_ORIGINS does not name, where it is set. Browsers alone say where a page is from (RFC 6455,
 * 10.2), so that others are welcome.
 *
 * @param origin the `Origin` header of the handshake; null when there is none
 * @throws Problem `credentials-refused` (403)
 */
export function requireOrigin({ corsOrigins }: Pick<Config, 'corsOrigins'>, origin: string | null): void {
  if (origin === null || corsOrigins === null || corsOrigins.includes(origin)) return;
  throw new Problem('credentials-refused', 'Pages of this origin may not listen.', { where: 'Origin' });
}
