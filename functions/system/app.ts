import { type Answer, EMPTY_ANSWER } from '../../shared/http/answer.ts';
import type { Serve } from '../../shared/http/app.ts';
import type { StaticFiles } from '../../shared/http/static-files.ts';
import { admin } from './admin.ts';
import { apiPage, apiPageAsset } from './api-page.ts';
import type { SystemContext } from './context.ts';
import { livez, readyz } from './health.ts';
import { ping } from './ping.ts';

/** What the platform brings to this group. */
export type SystemParts = {
  /** Text of the API description, with this service's own addresses. */
  readonly description: () => Promise<string>;
  /** Scripts and styles of the API page; null where the platform serves none. */
  readonly assets: StaticFiles | null;
  /** Ends the process; reached only with the KILL setting. */
  readonly exit: () => void;
};

/** Mounts health, ping, admin keys and the API description. */
export function mountSystem(
  serve: Serve<SystemContext>,
  { config }: Pick<SystemContext, 'config'>,
  parts: SystemParts,
): void {
  const description = async (): Promise<Answer> => {
    return { status: 200, headers: { 'content-type': 'application/json' }, body: await parts.description() };
  };
  serve('/api/ping', { GET: ping });
  serve('/api/sky/admin', { GET: admin });
  serve('/livez', { GET: livez });
  serve('/readyz', { GET: readyz });
  for (const name of ['openapi', 'swagger']) {
    serve(`/api/${name}.json`, { GET: description });
    serve(`/api/${name}/`, { GET: apiPage });
    serve(`/api/${name}/:asset`, { GET: (_ctx, { parameters: { asset = '' } }) => apiPageAsset(parts.assets, asset) });
    serve(`/api/${name}`, { GET: () => redirect(`${config.basePath}/api/${name}/`) });
  }
  serve('/api', { GET: () => redirect(`${config.basePath}/api/openapi/`) });
  if (config.kill) serve('/api/kill', { GET: () => kill(parts) });
}

function redirect(location: string): Answer {
  return { ...EMPTY_ANSWER, status: 302, headers: { ...EMPTY_ANSWER.headers, location } };
}

function kill(parts: SystemParts): Answer {
  parts.exit();
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Killing process.' };
}
