import { Problem } from '../../shared/base/errors/problem.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { changePart } from '../../shared/exchange/transfer/change-lines.ts';
import { exportLines, exportPart, lineStream } from '../../shared/exchange/transfer/export-lines.ts';
import { recordStoreStatuses } from '../../shared/exchange/xapi/poll-state.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { asksForProgress, createProgressLines, NDJSON } from '../../shared/http/progress-answer.ts';
import type { Handler } from '../../shared/http/serve.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { cull, scanSource, searchSource } from '../../shared/repository/maintenance/cull.ts';
import type { OperationControl, OperationRequest, Progress } from '../../shared/repository/maintenance/operations.ts';
import { purge, reindex } from '../../shared/repository/maintenance/store-operations.ts';
import type { Group } from '../group.ts';
import { type AdminContext, createAdminContext } from './context.ts';
import { deleteCopy, postCopy } from './copy.ts';
import { adminByQuery, adminEndpoints, copyEndpoints, recordEndpoints, transferEndpoints } from './endpoints.ts';
import { postImport } from './import.ts';
import { changesQuery, exportQuery } from './parameters.ts';
import { type Admin, admit, isDryRun } from './require-admin.ts';

/** The admin operations under `/api/util/`. They continue to their end even if the client disconnects. */
export const group: Group<AdminContext> = {
  createContext: createAdminContext,
  mount(serve, { config }, { openSend, gunzip }) {
    const guards = { admin: admit };
    if (config.adminSecretInQuery)
      serve({ ...adminByQuery, ...adminEndpoints }, { ...byQuery, ...handlers }, { guards });
    else serve(adminEndpoints, handlers, { guards });
    serve(recordEndpoints, { listOperations: getOperations, listRecordStores: getRecordStores }, { guards });
    serve(
      transferEndpoints,
      {
        exportObjects: getExport,
        listChanges: getChanges,
        importObjects: (ctx, call, admin) => postImport(ctx, call, admin, gunzip),
      },
      { guards },
    );
    serve(
      copyEndpoints,
      { copyServer: (ctx, call, admin) => postCopy(ctx, call, admin, openSend), cancelCopy: deleteCopy },
      { guards },
    );
  },
};

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
 * Runs an admin operation (specification: Administration) and returns its result; streams progress in between, on request. An
 * operation that has begun continues when the client disconnects.
 */
async function operate(ctx: AdminContext, call: Call, admin: Admin, name: Name): Promise<Answer> {
  const { request, id: requestId } = call;
  const dryRun = isDryRun(request, admin.payload);
  const lines = asksForProgress(request) ? createProgressLines(call, { scanned: 0, removed: 0 }) : null;
  const { result } = await ctx.operations.start(
    { name, dryRun, by: admin.by, requestId },
    (control) => OPERATIONS[name](ctx, dryRun, admin, control),
    lines?.report,
  );
  return lines === null ? jsonAnswer(await result, { 'cache-control': 'no-store' }) : lines.answer(result);
}

const operation =
  (name: Name): Handler<AdminContext, Admin> =>
  (ctx, call, admin) =>
    operate(ctx, call, admin, name);

const handlers = {
  reindex: operation('reindex'),
  purge: operation('purge'),
  cull: operation('cull'),
  cullFast: operation('cullFast'),
};

const byQuery = {
  reindexByQuery: handlers.reindex,
  purgeByQuery: handlers.purge,
  cullByQuery: handlers.cull,
  cullFastByQuery: handlers.cullFast,
};

/** GET util/operations: the progress of the running admin operation of any instance, and the result of the last one of each kind. */
async function getOperations(ctx: AdminContext): Promise<Answer> {
  return jsonAnswer({ operations: await ctx.operations.records.all() }, { 'cache-control': 'no-store' });
}

/** GET util/recordStores: the results of the polls of learning record stores. */
async function getRecordStores(ctx: AdminContext): Promise<Answer> {
  return jsonAnswer({ recordStores: await recordStoreStatuses(ctx) }, { 'cache-control': 'no-store' });
}

/**
 * GET util/export: every object with all its versions and every stored identity, a line each, read from the store as fast as the
 * client reads them. An error halfway aborts the connection, so that an incomplete export is not mistaken for a complete one. With
 * `maxBytes` one part of the export, and a `Link` (RFC 8288) to the next one.
 */
async function getExport(ctx: AdminContext, { request, log }: Call, { by }: Admin): Promise<Answer> {
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

/** Default size of a part of the changes, in bytes: every platform can send it. */
const PART_BYTES = 3_000_000;

/** GET util/changes: every object with all its versions, then the objects that have changed since, in parts. */
async function getChanges(ctx: AdminContext, { request, log }: Call, { by }: Admin): Promise<Answer> {
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
