import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { type Answer, jsonAnswer, redirectAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import type { Handler } from '../../shared/http/serve.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import type { Group, PlatformParts } from '../group.ts';
import { apiPage, apiPageAsset } from './api-page.ts';
import { createSystemContext, type SystemContext } from './context.ts';
import { killEndpoints, metricsEndpoints, pageEndpoints, systemEndpoints } from './endpoints.ts';
import { adminQuery, readyQuery } from './parameters.ts';
import { ping } from './ping.ts';
import { livez, unready } from './readiness.ts';

/** Health, the API description, and the keys of the admin. */
export const group: Group<SystemContext> = {
  createContext: createSystemContext,
  mount(serve, { config }, parts) {
    const served = createPromiseCache<'description', Answer>();
    const description = () => served('description', async () => describe(await parts.description(), config.basePath));
    serve(systemEndpoints, {
      ping,
      admin,
      openapi: description,
      swagger: description,
      openapiPage: apiPage,
      swaggerPage: apiPage,
      livez,
      readyz: (ctx, call) => readyz(ctx, call, parts.stoppingSince?.() ?? null),
    });
    const file: Handler<SystemContext> = (_ctx, { parameters: { asset = '' } }) => apiPageAsset(parts.assets, asset);
    const { openapiPage, swaggerPage } = systemEndpoints;
    serve(pageEndpoints, {
      openapiFile: file,
      swaggerFile: file,
      toOpenapiPage: () => redirectAnswer(config.basePath + openapiPage.path),
      toSwaggerPage: () => redirectAnswer(config.basePath + swaggerPage.path),
      toPage: () => redirectAnswer(config.basePath + openapiPage.path),
    });
    if (parts.metrics !== undefined) serve(metricsEndpoints, { metrics: parts.metrics });
    if (config.kill) serve(killEndpoints, { kill: () => kill(parts) });
  },
};

/** The API description with the prefix of its paths: a bare path works under every host name of the service. */
function describe(text: string, basePath: string): Answer {
  const body = JSON.stringify({ ...JSON.parse(text), servers: [{ url: `${basePath}/` }] });
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

function kill(parts: PlatformParts): Answer {
  parts.exit();
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Killing process.' };
}

/**
 * GET readyz: 200 while the store serves, with the current activity of this process (specification: States and transitions); otherwise
 * 503 with the missing part and since when it is missing.
 */
async function readyz(ctx: SystemContext, { request }: Call, stoppingSince: number | null): Promise<Answer> {
  if (stoppingSince !== null) {
    const detail = 'The process is stopping: it finishes the requests in progress, and ends.';
    return unready({ state: 'stopping', detail, since: stoppingSince });
  }
  const health = await ctx.store.health();
  if (!health.ready) return unready({ state: 'connecting', detail: health.detail, since: health.since });
  const state = health.migrating ? 'migrating' : ctx.operations.state();
  const { full } = parseParameters(readyQuery, queryOf(request));
  const replication = full === undefined || full === 'false' ? null : await replicationStatus(ctx);
  return jsonAnswer({ status: 'ready', state, ...(replication !== null && { replication }) });
}

/** The progress of replication from another server; null if no server is replicated. */
async function replicationStatus({ config, keyValues, now }: SystemContext) {
  if (config.replication === null) return null;
  const { lagMs, readState } = await import('../../shared/exchange/replication/state.ts');
  const state = await readState(keyValues, config.replication.endpoint);
  if (state === null) return { way: null, lagSeconds: null, refusedCount: 0, failures: 0 };
  const { way, refusedCount, failures, upToDateAt } = state;
  const lagSeconds = upToDateAt === null ? null : Math.round(lagMs(state, now()) / 1000);
  return { way, lagSeconds, refusedCount, failures };
}

/** GET sky/admin: the admin's public keys, which is all that clients read; `?full=true` adds the configuration for people. */
function admin(ctx: SystemContext, { request }: Call): Answer {
  const { full } = parseParameters(adminQuery, queryOf(request));
  if (full !== 'true') return jsonAnswer(ctx.adminPublicKeys);
  const { config, adminPublicKeys } = ctx;
  return jsonAnswer({
    adminPublicKeys,
    version: config.ping.version,
    bases: config.bases,
    postMaxSize: config.postMaxSize,
    multiPutBatchSize: config.multiPutBatchSize,
    rejectSha1: config.sheets.rejectSha1,
    sheetMaxEntries: config.sheets.maxEntries,
    sheetMaxLifetime: config.sheets.maxLifetime,
    sheetServerCheck: config.sheets.serverCheck,
    corsOrigins: config.corsOrigins,
  });
}
