import { Problem } from '../../shared/errors/problem.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { parseParameters } from '../../shared/schema/parameters.ts';
import { lineStream } from '../../shared/transfer/byte-stream.ts';
import { exportLines, exportPart } from '../../shared/transfer/export-lines.ts';
import type { AdminContext } from './context.ts';
import { requireAdmin } from './require-admin.ts';
import { exportQuery } from './transfer-routes.ts';

/**
 * GET util/export: every object with all its versions and every stored identity, a line each, read from the store as fast as
 * the client takes them. An error halfway aborts the connection, so that an incomplete export is not mistaken for a complete one. With
 * `maxBytes` one part of the export, and a `Link` (RFC 8288) to the next one.
 */
export async function getExport(ctx: AdminContext, call: Call): Promise<Answer> {
  const { request, log } = call;
  const { by } = await requireAdmin(ctx, call, null, 'export');
  const { maxBytes, cursor = null } = parseParameters(exportQuery, queryOf(request));
  if (cursor !== null && maxBytes === undefined) {
    throw new Problem('invalid-parameter', 'cursor: goes with maxBytes.', { where: 'cursor' });
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

/** Relative, so that it works behind any proxy. */
function nextLink(maxBytes: number, cursor: string): string {
  return `<?${new URLSearchParams({ maxBytes: String(maxBytes), cursor })}>; rel="next"`;
}
