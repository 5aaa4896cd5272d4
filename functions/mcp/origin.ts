import type { Config } from '../../shared/base/config/config.ts';
import { Problem } from '../../shared/base/errors/problem.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses requests of pages of other origins than that of the service and those in CORS_ORIGINS (MCP 2025-11-25, Transports: security).
 * Otherwise a page could have its name resolve to a private address, and speak to a service there. A service on this machine also
 * answers pages of this machine, such as those of an inspector.
 *
 * @throws Problem `origin-refused` (403)
 */
export function requireAllowedOrigin(
  { bases, corsOrigins }: Pick<Config, 'bases' | 'corsOrigins'>,
  { headers }: Request,
): void {
  const origin = headers.get('origin');
  if (origin === null || corsOrigins?.includes(origin)) return;
  const own = bases.map((base) => new URL(base));
  if (own.some((base) => base.origin === origin)) return;
  const isLocal = URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);
  if (isLocal && own.every(({ hostname }) => LOOPBACK.has(hostname))) return;
  throw new Problem('origin-refused', 'Pages of this origin may not use this address: see CORS_ORIGINS.', {
    where: 'Origin',
  });
}
