import { Problem } from '../../base/errors/problem.ts';
import { isObject, member } from '../../repository/linked-data/json.ts';
import type { CopyContext, CopyOptions, CopyReport, NoExport } from './copy-report.ts';
import { importLines } from './import-lines.ts';
import { createTally, joinReports, type TransferReport } from './report.ts';
import { SourceError } from './retry.ts';
import { jsonOrNull, nextCursor, type SourceClient } from './source-client.ts';

/** Requests of a part whose connection breaks. */
const MAX_ATTEMPTS = 5;

/**
 * Copies the export of a server, part by part, with a checkpoint after each. A part whose connection breaks is requested again;
 * versions that were imported from it before are left as they are.
 *
 * @returns why there is no export, if the server offers none or does not accept us as an admin
 * @throws SourceError when the export cannot, or can no longer, be read, Problem `store-unavailable` (503); what was copied stays
 */
export async function copyExport(
  ctx: CopyContext,
  client: SourceClient,
  { checkpoint, progress }: CopyOptions,
): Promise<CopyReport | NoExport> {
  const saved = await checkpoint.read();
  const first = await openFirst(client, saved === null ? null : exportCursorOf(saved));
  if (typeof first === 'string') return first;
  let { part, cursor } = first;
  const resumed = cursor !== null;
  let done = createTally().report();
  const asCopy = (report: TransferReport): CopyReport => ({
    ...report,
    way: 'export',
    noExport: null,
    resumed,
    objects: 0,
    missed: [],
  });
  for (;;) {
    const before = done;
    const show = (report: TransferReport): void => progress(asCopy(joinReports(before, report)));
    const { report, next } = await importPart(ctx, client, cursor, part, show);
    done = joinReports(before, report);
    if (next === null) break;
    await checkpoint.write(JSON.stringify({ export: next }));
    cursor = next;
    part = await openNext(client, cursor);
  }
  await checkpoint.clear();
  return asCopy(done);
}

/** The cursor in a checkpoint; null for the checkpoint of a copy by search. */
export function exportCursorOf(checkpoint: string): string | null {
  const value = jsonOrNull(checkpoint);
  const cursor = isObject(value) ? member(value, 'export') : undefined;
  return typeof cursor === 'string' ? cursor : null;
}

type FirstPart = { readonly part: SourcePart; readonly cursor: string | null };

/** Opens the part at a cursor, or the first part if the server no longer accepts the cursor. */
async function openFirst(client: SourceClient, cursor: string | null): Promise<FirstPart | NoExport> {
  try {
    const part = await openSourcePart(client, cursor);
    return typeof part === 'string' ? part : { part, cursor };
  } catch (error) {
    if (cursor === null || !(error instanceof RefusedPart) || error.status !== 400) throw error;
    return openFirst(client, null);
  }
}

async function openNext(client: SourceClient, cursor: string | null): Promise<SourcePart> {
  const part = await openSourcePart(client, cursor);
  if (typeof part === 'string') {
    throw new SourceError('The server sent a part of its export, but not the next one: run this again.');
  }
  return part;
}

/** Imports a part. @param opened the part, not read yet */
async function importPart(
  ctx: CopyContext,
  client: SourceClient,
  cursor: string | null,
  opened: SourcePart,
  progress: (report: TransferReport) => void,
): Promise<{ readonly report: TransferReport; readonly next: string | null }> {
  let part = opened;
  for (let attempt = 1; ; attempt++) {
    try {
      return { report: await importLines(ctx, part.bytes, progress), next: part.next };
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw new SourceError('The export broke off each time it was asked for.', { cause: error });
      }
    }
    part = await openNext(client, cursor);
  }
}

/** Every platform can send a response of this size. */
const PART_BYTES = 3_000_000;

/** A part of a server's export, or all of it if the server does not support parts; or of its changes. */
export type SourcePart = {
  readonly bytes: ReadableStream<Uint8Array>;
  /** Cursor of the next part; null for the last part. */
  readonly next: string | null;
  /** Of its changes: whether these are the last ones so far. */
  readonly upToDate: boolean;
};

const NO_EXPORT: Readonly<Record<number, NoExport>> = {
  401: 'not-admin',
  403: 'not-admin',
  404: 'not-offered',
  405: 'not-offered',
};

/** The server refused to send a part. The message is for the operator. */
export class RefusedPart extends SourceError {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Opens a part of a server's export, or of its changes.
 *
 * @param cursor `next` of the previous part; null: the first part
 * @throws RefusedPart for every other response, SourceError when there is none
 */
export async function openSourcePart(
  client: SourceClient,
  cursor: string | null,
  what: 'export' | 'changes' = 'export',
): Promise<SourcePart | NoExport> {
  const query = new URLSearchParams({ maxBytes: String(PART_BYTES), ...(cursor !== null && { cursor }) });
  const path = `util/${what}`;
  const response = await client.get(`${path}?${query}`);
  const { status, headers, body } = response;
  const isExport = status === 200 && headers.get('content-type')?.startsWith('application/x-ndjson') === true;
  if (isExport) {
    const bytes = body ?? new Blob([]).stream();
    return { bytes, next: nextCursor(headers), upToDate: headers.get('x-up-to-date') === 'true' };
  }
  // Some servers respond to any path with a web page.
  const reason = status === 200 ? 'not-offered' : NO_EXPORT[status];
  if (reason === undefined) throw await refusalOf(client, path, response);
  await body?.cancel();
  return reason;
}

async function refusalOf(client: SourceClient, path: string, response: Response): Promise<RefusedPart> {
  const { status } = response;
  const text = await response.text().catch(() => '');
  const problem = jsonOrNull(text);
  const detail = isObject(problem) ? member(problem, 'detail') : undefined;
  const reason = typeof detail === 'string' ? detail : text.slice(0, 200);
  return new RefusedPart(status, `${client.base}${path} answered ${status}: ${reason}`);
}
