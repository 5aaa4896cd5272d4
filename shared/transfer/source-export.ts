import { isObject, member } from '../linked-data/json.ts';
import { SourceError } from './retry.ts';
import { jsonOrNull, nextCursor, type SourceClient } from './source-client.ts';

/** Every platform can send a response of this size. */
const PART_BYTES = 3_000_000;

/** Why a server gives no export: it does not offer one, or does not accept us as an admin. */
export type NoExport = 'not-offered' | 'not-admin';

/** A part of a server's export, or all of it if the server does not support parts. */
export type SourcePart = {
  readonly bytes: ReadableStream<Uint8Array>;
  /** Cursor of the next part; null for the last part. */
  readonly next: string | null;
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
 * Opens a part of a server's export.
 *
 * @param cursor `next` of the previous part; null: the first part
 * @throws RefusedPart for every other response, SourceError when there is none
 */
export async function openSourcePart(client: SourceClient, cursor: string | null): Promise<SourcePart | NoExport> {
  const query = new URLSearchParams({ maxBytes: String(PART_BYTES), ...(cursor !== null && { cursor }) });
  const response = await client.get(`util/export?${query}`);
  const { status, headers, body } = response;
  const isExport = status === 200 && headers.get('content-type')?.startsWith('application/x-ndjson') === true;
  if (isExport && body !== null) return { bytes: body, next: nextCursor(headers) };
  // Some servers respond to any path with a web page.
  const reason = status === 200 ? 'not-offered' : NO_EXPORT[status];
  if (reason === undefined) throw await refusalOf(client, response);
  await body?.cancel();
  return reason;
}

async function refusalOf(client: SourceClient, response: Response): Promise<RefusedPart> {
  const { status } = response;
  const text = await response.text().catch(() => '');
  const problem = jsonOrNull(text);
  const detail = isObject(problem) ? member(problem, 'detail') : undefined;
  const reason = typeof detail === 'string' ? detail : text.slice(0, 200);
  return new RefusedPart(status, `${client.base}util/export answered ${status}: ${reason}`);
}
