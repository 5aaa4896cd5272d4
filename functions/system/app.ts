import { createPromiseCache } from '../../shared/concurrency/promise-cache.ts';
import { type Answer, EMPTY_ANSWER } from '../../shared/http/answer.ts';
import type { Group, PlatformParts } from '../group.ts';
import { admin } from './admin.ts';
import { apiPage, apiPageAsset } from './api-page.ts';
import { createSystemContext, type SystemContext } from './context.ts';
import { livez, readyz } from './health.ts';
import { ping } from './ping.ts';

/** Health, the API description, and the keys of the admin. */
export const group: Group<SystemContext> = {
  createContext: createSystemContext,
  mount(serve, { config }, parts) {
    const served = createPromiseCache<'description', Answer>();
    const description = () => served('description', async () => describe(await parts.description(), config.basePath));
    serve('/api/ping', { GET: ping });
    serve('/api/sky/admin', { GET: admin });
    serve('/livez', { GET: livez });
    serve('/readyz', { GET: readyz });
    for (const name of ['openapi', 'swagger']) {
      serve(`/api/${name}.json`, { GET: description });
      serve(`/api/${name}/`, { GET: apiPage });
      serve(`/api/${name}/:asset`, {
        GET: (_ctx, { parameters: { asset = '' } }) => apiPageAsset(parts.assets, asset),
      });
      serve(`/api/${name}`, { GET: () => redirect(`${config.basePath}/api/${name}/`) });
    }
    serve('/api', { GET: () => redirect(`${config.basePath}/api/openapi/`) });
    if (config.kill) serve('/api/kill', { GET: () => kill(parts) });
  },
};

/** The API description with the prefix of its paths: a bare path works under every host name of the service. */
function describe(text: string, basePath: string): Answer {
  const body = JSON.stringify({ ...JSON.parse(text), servers: [{ url: `${basePath}/` }] });
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

function redirect(location: string): Answer {
  return { ...EMPTY_ANSWER, status: 302, headers: { ...EMPTY_ANSWER.headers, location } };
}

function kill(parts: PlatformParts): Answer {
  parts.exit();
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Killing process.' };
}
