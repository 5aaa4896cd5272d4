import { beforeAll, describe, expect, test } from 'vitest';
import { adminByQuery } from '../../functions/admin/endpoints.ts';
import { endpointsOf } from '../../functions/manifest.ts';
import { manifests } from '../../functions/manifests.ts';
import { pnaEndpoints } from '../../functions/pna/endpoints.ts';
import { ssoEndpoints } from '../../functions/sso/endpoints.ts';
import { metricsEndpoints } from '../../functions/system/endpoints.ts';
import type { Access, Endpoint } from '../../shared/http/endpoint.ts';
import type { Thing } from '../support/client.ts';
import { useOidc } from '../support/oidc-mode.ts';
import { newFramework } from '../support/profile-objects.ts';
import { guid } from '../support/things.ts';
import { useCast } from '../support/use-server.ts';

const CALLERS = ['without credentials', 'with a key', 'signed in', 'admin'] as const;
type Caller = (typeof CALLERS)[number];

/** Which callers get past what is decided before a handler. */
const ADMITTED: Readonly<Record<Access, readonly Caller[]>> = {
  anybody: CALLERS,
  readers: CALLERS,
  owners: CALLERS,
  password: CALLERS,
  session: CALLERS,
  'called-operation': CALLERS,
  admin: ['admin'],
  'signed-in': ['signed in'],
  key: ['with a key', 'signed in', 'admin'],
  sender: ['with a key', 'signed in', 'admin'],
};

/**
 * Endpoints that have another reason to refuse these requests: they do not end a sign-in, and would publish the index of a framework
 * without an owner.
 */
const REFUSING: readonly Endpoint[] = [
  ssoEndpoints.callback,
  ssoEndpoints.callbackAlias,
  pnaEndpoints.publishCompetencyIndex,
  pnaEndpoints.publishCompetencyIndexByType,
];

const ENDPOINTS: readonly Endpoint[] = [
  ...manifests.flatMap(endpointsOf),
  ...Object.values(adminByQuery),
  ...Object.values(metricsEndpoints),
].filter(({ method, path }) => !REFUSING.some((one) => one.method === method && one.path === path));

const STATEMENT = {
  actor: { mbox: 'mailto:access@example.org' },
  verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
  object: { id: 'https://lms.example/course/unaligned' },
};

/** The body of requests whose parameters are read before access is decided; `{}` is that of others. */
const BODIES: Readonly<Record<string, object>> = {
  '/api/xapi/statement': STATEMENT,
  '/api/xapi/statements': STATEMENT,
  '/api/badge/import': { credential: 'unknown' },
  '/api/llm/framework': { name: 'Bicycle repair' },
  '/api/ollama/framework': { name: 'Bicycle repair' },
  '/api/llm/align': { source: 'https://example.org/a', target: 'https://example.org/b' },
};

const { server, client, provider } = useOidc({
  SVC_RATE_LIMIT: 'false',
  ADMIN_SECRET_IN_QUERY: 'true',
  XAPI_INGEST_AUTH: 'key',
});
const cast = useCast(server);
let credentials: Readonly<Record<Caller, Record<string, string>>>;
/** Without owner and reader. */
let framework: Thing;

beforeAll(async () => {
  framework = newFramework(server, []);
  await client.save(framework);
  const token = await provider.token({ sub: 'user', auth_time: Math.floor(Date.now() / 1000) });
  credentials = {
    'without credentials': {},
    'with a key': { signatureSheet: cast.sheets.other },
    'signed in': { authorization: `Bearer ${token}` },
    admin: { signatureSheet: cast.sheets.admin },
  };
});

/** The status of a request for a public framework, or for nothing that is there. */
async function statusFor({ method, path }: Endpoint, caller: Caller): Promise<number> {
  const filled = path.replace('{id}', guid(framework)).replace(/\{\w+\}/g, 'unknown');
  const url = new URL(filled.slice(1), server.url);
  url.searchParams.set('dryRun', 'true');
  url.searchParams.set('statementId', crypto.randomUUID());
  const hasBody = method === 'POST' || method === 'PUT';
  const { status, body } = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...credentials[caller], ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: JSON.stringify(BODIES[path] ?? {}) }),
  });
  await body?.cancel();
  return status;
}

describe('an endpoint admits the callers that its access declares, and refuses the others', () => {
  const cases = ENDPOINTS.map((endpoint) => ({ ...endpoint, endpoint }));
  test.each(cases)('$method $path for $access', async ({ endpoint, access }) => {
    const statuses = await Promise.all(
      CALLERS.map(async (caller) => [caller, await statusFor(endpoint, caller)] as const),
    );
    const refused = statuses.filter(([, status]) => status === 401 || status === 403);
    const admitted = CALLERS.filter((caller) => !refused.some(([name]) => name === caller));
    expect(admitted, JSON.stringify(statuses)).toEqual(ADMITTED[access]);
    expect(statuses.filter(([, status]) => status === 405 || status === 500)).toEqual([]);
  });
});
