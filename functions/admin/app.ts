import { Problem } from '../../shared/base/errors/problem.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { changePart } from '../../shared/exchange/transfer/change-lines.ts';
import { exportLines, exportPart, lineStream } from '../../shared/exchange/transfer/export-lines.ts';
import { recordStoreStatuses } from '../../shared/exchange/xapi/poll-state.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Handler } from '../../shared/http/app.ts';
import type { Call } from '../../shared/http/call.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { asksForProgress, createProgressLines, NDJSON } from '../../shared/http/progress-answer.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { cull, scanSource, searchSource } from '../../shared/repository/maintenance/cull.ts';
import type { OperationControl, OperationRequest, Progress } from '../../shared/repository/maintenance/operations.ts';
import { purge, reindex } from '../../shared/repository/maintenance/store-operations.ts';
import type { Group } from '../group.ts';
import { type AdminContext, createAdminContext } from './context.ts';
import { deleteCopy, postCopy } from './copy.ts';
import { postImport } from './import.ts';
import { type Admin, isDryRun, requireAdmin } from './require-admin.ts';
import { changesQuery, exportQuery } from './transfer-routes.ts';

/** The admin operations under `/api/util/`. They continue to their end, whether or not a client still waits for the answer. */
export const group: Group<AdminContext> = {
  createContext: createAdminContext,
  mount(serve, { config }, { openSend, gunzip }) {
    for (const name of Object.keys(OPERATIONS) as Name[]) {
      const handler: Handler<AdminContext> = (ctx, call) => operate(ctx, call, name);
      const methods = config.adminSecretInQuery ? { GET: notForHead(handler), POST: handler } : { POST: handler };
      serve(`/api/util/${name}`, methods);
    }
    serve('/api/util/operations', { GET: getOperations });
    serve('/api/util/export', { GET: getExport });
    serve('/api/util/changes', { GET: getChanges });
    serve('/api/util/import', { POST: (ctx, call) => postImport(ctx, call, gunzip) });
    serve('/api/util/copy', { POST: (ctx, call) => postCopy(ctx, call, openSend), DELETE: deleteCopy });
    serve('/api/util/recordStores', { GET: getRecordStores });
  },
};

/** HEAD comes with every GET, but must not start an operation (RFC 9110, 9.2.1). */
function notForHead<C>(handler: Handler<C>): Handler<C> {
  return (ctx, call) => {
    if (call.request.method !== 'HEAD') return handler(ctx, call);
    throw new Problem('method-not-allowed', 'This address accepts GET, POST, OPTIONS.', {
      allow: 'GET, POST, OPTIONS',
    });
  };
}

/** The operations on the objects of this store. */
type Name = Exclude<OperationRequest['name'], 'copy'>;

type Work = (ctx: AdminContext, dryRun: boolean, admin: Admin, control: OperationControl) => Promise<Progress>;

/** The admin operations by the last segment of their address. */
const OPERATIONS: Readonly<Record<Name, Work>> = {
  reindex: (ctx, dryRun, _admin, control) => reindex(ctx, dryRun, control),
  purge: (ctx, dryRun, _admin, control) => purge(ctx, dryRun, control),
  cull: (ctx, dryRun, { caller }, control) => cull(ctx, scanSource(ctx), dryRun, caller, control),
  cullFast: (ctx, dryRun, { caller }, control) => cull(ctx, searchSource(ctx), dryRun, caller, control),
};

/**
 * Carries out an admin operation (specification: Administration) and returns its result; progress is streamed in between, on
 * request. An operation that has begun continues when the client disconnects.
 */
export async function operate(ctx: AdminContext, call: Call, name: Name): Promise<Answer> {
  const { request, id: requestId } = call;
  const payload = await readPayload(ctx, call, { uniqueMembers: true });
  const admin = await requireAdmin(ctx, call, payload, name);
  const dryRun = isDryRun(request, payload);
  const lines = asksForProgress(request) ? createProgressLines(call, { scanned: 0, removed: 0 }) : null;
  const { result } = await ctx.operations.start(
    { name, dryRun, by: admin.by, requestId },
    (control) => OPERATIONS[name](ctx, dryRun, admin, control),
    lines?.report,
  );
  return lines === null ? jsonAnswer(await result, { 'cache-control': 'no-store' }) : lines.answer(result);
}

/** GET util/operations: the progress of the running admin operation of any instance, and the result of the last one of each kind. */
async function getOperations(ctx: AdminContext, call: Call): Promise<Answer> {
  await requireAdmin(ctx, call, null, 'operations');
  return jsonAnswer({ operations: await ctx.operations.records.all() }, { 'cache-control': 'no-store' });
}

/** GET util/recordStores: the results of the polls of learning record stores. */
async function getRecordStores(ctx: AdminContext, call: Call): Promise<Answer> {
  await requireAdmin(ctx, call, null, 'recordStores');
  return jsonAnswer({ recordStores: await recordStoreStatuses(ctx) }, { 'cache-control': 'no-store' });
}

/**
 * GET util/export: every object with all its versions and every stored identity, a line each, read from the store as fast as the
 * client reads them. An error halfway aborts the connection, so that an incomplete export is not mistaken for a complete one. With
 * `maxBytes` one part of the export, and a `Link` (RFC 8288) to the next one.
 */
async function getExport(ctx: AdminContext, call: Call): Promise<Answer> {
  const { request, log } = call;
  const { by } = await requireAdmin(ctx, call, null, 'export');
  const { maxBytes, cursor = null } = parseParameters(exportQuery, queryOf(request));
  if (cursor !== null && maxBytes === undefined) {
    throw new Problem('invalid-parameter', 'cursor: requires maxBytes.', { where: 'cursor' });
  }
  const headers = { 'content-type': NDJSON, 'cache-control': 'no-store' };
  if (request.method === 'HEAD') return { status: 200, headers, body: null };
  log.warn('AUTH', 'An admin exports all objects and identities', { by });
  if (maxBytes === undefined) return { status: 200, headers, body: lineStream(exportLines(ctx)) };
  const { bytes, next } = await exportPart(ctx, cursor, maxBytes);
  return {
    status: 200,
    headers: { ...headers, ...(next !== null && { link: nextLink(maxBytes, next) }) },
    body: bytes,
  };
}

/** Default bytes of a part of the changes: every platform can send it. */
const PART_BYTES = 3_000_000;

/** GET util/changes: every object with all its versions, then the objects that have changed since, in parts. */
async function getChanges(ctx: AdminContext, call: Call): Promise<Answer> {
  const { request, log } = call;
  const { by } = await requireAdmin(ctx, call, null, 'changes');
  const { maxBytes = PART_BYTES, cursor = null } = parseParameters(changesQuery, queryOf(request));
  const headers = { 'content-type': NDJSON, 'cache-control': 'no-store' };
  if (request.method === 'HEAD') return { status: 200, headers, body: null };
  if (cursor === null) log.warn('AUTH', 'An admin begins to replicate all objects', { by });
  const { bytes, next, upToDate } = await changePart(ctx, cursor, maxBytes);
  const link = nextLink(maxBytes, next);
  return { status: 200, headers: { ...headers, link, 'x-up-to-date': String(upToDate) }, body: bytes };
}

/** Relative, so that it works behind any proxy. */
function nextLink(maxBytes: number, cursor: string): string {
  return `<?${new URLSearchParams({ maxBytes: String(maxBytes), cursor })}>; rel="next"`;
}
