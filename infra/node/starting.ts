import { livez, type Unreadiness, unready } from '../../functions/system/readiness.ts';
import type { Config } from '../../shared/base/config/config.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { createCommonHeaders } from '../../shared/http/common-headers.ts';
import { problemFormat, problemResponse } from '../../shared/http/render-problem.ts';

const RETRY_AFTER_S = 5;

/**
 * Creates the application that serves while the store is being opened, which takes until the cluster is available (specification:
 * States and transitions, Database connecting): the process is alive but not ready, and serves nothing else.
 */
export function createStartingApp(
  config: Pick<Config, 'basePath' | 'searchCluster' | 'corsOrigins' | 'corsCredentials' | 'network'>,
  now: () => number,
): (request: Request) => Response {
  const commonHeaders = createCommonHeaders(config);
  const reason: Unreadiness = {
    state: 'connecting',
    detail:
      config.searchCluster === null
        ? 'The service is starting: it opens its store.'
        : 'The service is starting: it waits for the search cluster.',
    since: now(),
  };
  return (request) => {
    const id = crypto.randomUUID();
    const headers = commonHeaders(request, {});
    const { pathname } = new URL(request.url);
    const isHealth = request.method === 'GET' || request.method === 'HEAD';
    if (isHealth && pathname === `${config.basePath}/livez`) return respond(livez(), id, headers);
    if (isHealth && pathname === `${config.basePath}/readyz`) return respond(unready(reason), id, headers);
    const problem = new Problem('store-unavailable', reason.detail, { retryAfter: RETRY_AFTER_S });
    return problemResponse(problem, problemFormat(request), id, headers);
  };
}

function respond(
  { status, headers, body }: ReturnType<typeof livez>,
  id: string,
  common: Readonly<Record<string, string>>,
): Response {
  return new Response(body, { status, headers: { ...common, ...headers, 'x-request-id': id } });
}
