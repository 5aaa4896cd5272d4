import { Problem } from '../../base/errors/problem.ts';
import { isObject, member } from '../../repository/linked-data/json.ts';
import type { RestoreOptions } from '../../repository/objects/restore-many.ts';
import { type ImportContext, importLines } from './import-lines.ts';
import type { TransferReport } from './report.ts';
import { SourceError } from './retry.ts';
import { jsonOrNull, nextCursor, type SourceClient } from './source-client.ts';

/** Size of a part: every platform can send a response of this size. */
const PART_BYTES = 3_000_000;

/** Maximum number of requests of a part whose connection breaks. */
const MAX_ATTEMPTS = 5;

/** What a server of this kind sends to its admins in parts: everything once, or everything and then what changes. */
type PartsName = 'export' | 'changes';

/** Why a server sends no parts: it does not offer them, or does not accept us as an admin. */
export type NoParts = 'not-offered' | 'not-admin';

/** A part that is not read yet: lines of objects, or all of them if the server does not support parts. */
export type SourcePart = {
  readonly of: PartsName;
  /** `next` of the part before; null for the first part. */
  readonly cursor: string | null;
  readonly bytes: ReadableStream<Uint8Array>;
  /** Cursor of the next part; null for the last part of an export. */
  readonly next: string | null;
  /** Whether a part of changes contains the last ones so far. */
  readonly upToDate: boolean;
  /** When it was requested, UTC milliseconds. */
  readonly asOf: number;
};

type PartsOptions = {
  readonly restore?: RestoreOptions;
  /** Called while a part is imported, with its report so far. */
  readonly progress?: (report: TransferReport) => void;
  /** Called after each part, with its report. */
  readonly imported: (part: SourcePart, report: TransferReport) => Promise<void>;
  /** Whether there is time for another part. */
  readonly mayContinue?: () => boolean;
};

/**
 * Imports parts until the last one. A part is requested while the one before it is imported. One whose connection breaks is requested
 * again: versions that were imported from it before are left as they are.
 *
 * @throws SourceError when the parts can no longer be read, Problem `store-unavailable` (503), the error of a callback
 */
export async function importParts(
  ctx: ImportContext,
  client: SourceClient,
  first: SourcePart,
  { restore, progress, imported, mayContinue = () => true }: PartsOptions,
): Promise<void> {
  let part = first;
  for (let attempt = 1; ; ) {
    const { next, upToDate } = part;
    const isLast = next === null || upToDate || !mayContinue();
    const upcoming = isLast ? null : openNext(ctx, client, part.of, next);
    upcoming?.catch(() => {}); // it may fail while the part is imported, and is awaited after that
    try {
      await imported(part, await importLines(ctx, part.bytes, progress, restore));
    } catch (error) {
      upcoming?.then(({ bytes }) => bytes.cancel()).catch(() => {}); // the first error is the one to report
      if (!isBroken(error)) throw error;
      if (attempt++ === MAX_ATTEMPTS) {
        throw new SourceError(`The ${part.of} broke off each time it was asked for.`, { cause: error });
      }
      part = await openNext(ctx, client, part.of, part.cursor);
      continue;
    }
    if (upcoming === null) return;
    part = await upcoming;
    attempt = 1;
  }
}

/** Whether the connection broke: answers that are never accepted have no cause. */
function isBroken(error: unknown): boolean {
  return error instanceof Problem && error.code === 'fetch-failed' && error.cause !== undefined;
}

/**
 * Opens the part at a cursor, or the first part if the server no longer accepts the cursor.
 *
 * @throws RefusedPart, SourceError
 */
export async function openFirst(
  ctx: Pick<ImportContext, 'now'>,
  client: SourceClient,
  of: PartsName,
  cursor: string | null,
): Promise<SourcePart | NoParts> {
  try {
    return await openPart(ctx, client, of, cursor);
  } catch (error) {
    if (cursor === null || !(error instanceof RefusedPart) || error.status !== 400) throw error;
    return openPart(ctx, client, of, null);
  }
}

async function openNext(
  ctx: Pick<ImportContext, 'now'>,
  client: SourceClient,
  of: PartsName,
  cursor: string | null,
): Promise<SourcePart> {
  const part = await openPart(ctx, client, of, cursor);
  if (typeof part !== 'string') return part;
  const reason = part === 'not-admin' ? 'it no longer accepts the credentials of an admin' : 'it no longer offers them';
  throw new SourceError(`The server sent a part of its ${of}, but not the next one: ${reason}.`);
}

const NO_PARTS: Readonly<Record<number, NoParts>> = {
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

/** Opens a part. @throws RefusedPart for every other response, SourceError when there is none */
async function openPart(
  { now }: Pick<ImportContext, 'now'>,
  client: SourceClient,
  of: PartsName,
  cursor: string | null,
): Promise<SourcePart | NoParts> {
  const asOf = now();
  const query = new URLSearchParams({ maxBytes: String(PART_BYTES), ...(cursor !== null && { cursor }) });
  const path = `util/${of}`;
  const response = await client.get(`${path}?${query}`);
  const { status, headers, body } = response;
  if (status === 200 && headers.get('content-type')?.startsWith('application/x-ndjson') === true) {
    const bytes = body ?? new Blob([]).stream();
    return { of, cursor, bytes, next: nextCursor(headers), upToDate: headers.get('x-up-to-date') === 'true', asOf };
  }
  // Some servers respond to any path with a web page.
  const reason = status === 200 ? 'not-offered' : NO_PARTS[status];
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
