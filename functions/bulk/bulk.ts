import * as z from 'zod/mini';
import type { Reservation } from '../../shared/base/concurrency/memory-budget.ts';
import type { Bytes } from '../../shared/base/crypto/base64.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { PAGE_SIZE, readableFrom, readablePage } from '../../shared/exchange/bulk/readable-objects.ts';
import { decodePosition, encodePosition } from '../../shared/exchange/transfer/part.ts';
import { negotiate, type Offers } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { onePage } from '../../shared/http/array-answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { gzipped, takesGzip } from '../../shared/http/gzip.ts';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import { textStream } from '../../shared/http/text-stream.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { type Caller, faultOf } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { PresentContext } from '../../shared/repository/objects/present.ts';
import { visibleTexts } from '../../shared/repository/objects/visible-texts.ts';
import { parseIndexHint } from '../../shared/repository/search/type-key-filter.ts';
import { STATE_BYTES, type VersionState } from '../../shared/repository/store/object-store.ts';
import { type Positions, tagOf, unchangedTag } from './change-tag.ts';
import { bulkQuery } from './parameters.ts';

/** Longer than cursors of the stores: both are repeated in a header. */
const MAX_CURSOR = 2048;
const POSITION = new RegExp(`^[A-Za-z0-9_-]{1,${MAX_CURSOR}}$`);

/** A place in the stream: the cursor of its page in the store, and the position in the changes when the first page was requested. */
const PLACE = z.object({ page: z.string().check(z.maxLength(MAX_CURSOR)), since: z.string().check(z.regex(POSITION)) });

const VARY = 'signatureSheet, Authorization, Cookie, Accept-Encoding';

const OFFERS: Offers<null> = [
  { type: NDJSON, also: ['application/ndjson', 'application/jsonl', 'application/jsonlines'], form: null },
];

type BulkContext = PresentContext & Pick<Context, 'config' | 'now'>;
type BulkCall = Pick<Call, 'request' | 'caller' | 'hold' | 'keep'>;

/**
 * GET bulk: every current object that the caller may read, a line each, as a read returns it. It is read from the store as fast as the
 * client reads it; an error halfway aborts the connection. With `limit` one page, and a `Link` (RFC 8288) to the next one.
 */
export async function getBulk(ctx: BulkContext, call: BulkCall, positions: Positions): Promise<Answer> {
  const { request } = call;
  negotiate(request.headers.get('accept'), OFFERS);
  const query = queryOf(request);
  const { type, limit, cursor } = parseParameters(bulkQuery, query);
  const place = cursor === undefined ? null : decodePosition(PLACE, cursor, 'this list');
  const caller = await call.caller();
  const fault = faultOf(caller);
  if (fault !== null) throw fault; // before the entity tag of a caller without a key could match
  const selection = { types: type === undefined ? null : parseIndexHint(type, 'type'), caller };
  const headers = { 'content-type': NDJSON, 'cache-control': 'no-cache', vary: VARY };

  const known = await unchangedTag(ctx.store, request, caller);
  if (known !== null) return { status: 304, headers: { ...headers, etag: known }, body: null };

  const position = await positions(ctx);
  const size = limit ?? PAGE_SIZE;
  await call.hold(size * STATE_BYTES);
  const page = await readablePage(ctx, selection, place?.page ?? null, size);
  const since = place?.since ?? position;
  const pages = limit === undefined ? readableFrom(ctx, selection, page) : onePage(page.states);
  const memory = call.keep(size * STATE_BYTES);
  const body = await streamed(linesOf(ctx, pages, caller, memory), memory);
  const head = {
    ...headers,
    etag: tagOf(request, caller, position),
    link: linksOf(query, limit === undefined ? null : page.next, since),
  };
  if (!takesGzip(request)) return { status: 200, headers: head, body };
  return { status: 200, headers: { ...head, 'content-encoding': 'gzip' }, body: gzipped(body) };
}

/** The first piece is made before the answer begins, so that its status can say that the store is unavailable. */
async function streamed(lines: AsyncGenerator<string>, { release }: Reservation): Promise<ReadableStream<Bytes>> {
  try {
    const { value = '' } = await lines.next();
    return textStream(lines, release, value);
  } catch (error) {
    release();
    throw error;
  }
}

async function* linesOf(
  ctx: PresentContext,
  pages: AsyncGenerator<VersionState[]>,
  caller: Caller,
  memory: Reservation,
): AsyncGenerator<string> {
  for await (const texts of visibleTexts(ctx, pages, caller, memory)) {
    if (texts.length > 0) yield `${texts.join('\n')}\n`;
  }
}

/** The changes that follow (`monitor`, RFC 5989) and the next page: relative, so that they work behind any proxy. */
function linksOf(given: URLSearchParams, next: string | null, since: string): string {
  const changes = `<changes?${new URLSearchParams({ since })}>; rel="monitor"`;
  if (next === null) return changes;
  const query = new URLSearchParams(given);
  query.set('cursor', encodePosition({ page: next, since }));
  return `<?${query}>; rel="next", ${changes}`;
}
