import { encodeBase64 } from '../../shared/base/crypto/base64.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { checksumsOf, type Dump, dumpFileName, readDumps } from '../../shared/exchange/bulk/dump-index.ts';
import { requireJsonAccepted } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { byteRange } from '../../shared/http/byte-range.ts';
import type { Call } from '../../shared/http/call.ts';
import { matchesCondition } from '../../shared/http/object-answer.ts';
import { taggedAnswer, taggedTextAnswer } from '../../shared/http/tagged-answer.ts';
import { withStallLimit } from '../../shared/http/text-stream.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { DumpFiles } from '../../shared/repository/store/dump-files.ts';

/** The media type of gzip files (RFC 6713): not a coding, since the checksum is that of the file as it is. */
export const GZIP = 'application/gzip';

/** The ending of the name of a list of checksums, and the name that stands for the newest dump. */
const CHECKSUMS = '.sha256';
const LATEST = 'latest';

/** GET bulk/dumps: the complete dumps, the newest first. */
export async function listDumps({ config }: Context, { request }: Call, files: DumpFiles | null): Promise<Answer> {
  requireJsonAccepted(request.headers.get('accept'));
  const dumps = await dumpsIn(files);
  const listed = dumps.map((dump) => ({
    ...dump,
    checksums: dumpAddress(config, `${dump.id}${CHECKSUMS}`),
    files: dump.files.map((file) => ({ ...file, url: dumpAddress(config, file.name) })),
  }));
  return taggedAnswer(request, { dumps: listed }, { vary: 'Accept' });
}

/** GET bulk/dumps/{file}: a file of a dump, or a part of it; or the checksums of a dump. */
export async function getDumpFile(_ctx: Context, call: Call, files: DumpFiles | null): Promise<Answer> {
  const { request, parameters } = call;
  const { file = '' } = parameters;
  const dumps = await dumpsIn(files);
  const name = dumpFileName(file);
  if (files !== null && name !== null) return fileAnswer(call, files, dumps, name);
  const id = file.endsWith(CHECKSUMS) ? file.slice(0, -CHECKSUMS.length) : null;
  const dump = id === LATEST ? dumps[0] : dumps.find((one) => one.id === id);
  if (dump === undefined) throw noSuchFile();
  return taggedTextAnswer(request, checksumsOf(dump), { 'content-type': 'text/plain; charset=utf-8', vary: 'Accept' });
}

/** The address of a file for others. */
export function dumpAddress({ bases }: Pick<Context['config'], 'bases'>, file: string): string {
  return `${bases[0]}bulk/dumps/${file}`;
}

/** The complete dumps; none where none are made. */
export async function dumpsIn(files: DumpFiles | null): Promise<readonly Dump[]> {
  return files === null ? [] : readDumps(files);
}

async function fileAnswer(
  { request, answerHeaders }: Call,
  files: DumpFiles,
  dumps: readonly Dump[],
  name: NonNullable<ReturnType<typeof dumpFileName>>,
): Promise<Answer> {
  const described = dumps.flatMap((dump) => dump.files).find((one) => one.name === name);
  const file = described === undefined ? null : await files.open(name);
  if (described === undefined || file === null) throw noSuchFile();
  const digest = Uint8Array.from(described.sha256.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const headers = {
    'content-type': GZIP,
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag: `"${described.sha256}"`,
    'repr-digest': `sha-256=:${encodeBase64(digest)}:`, // RFC 9530
  };
  if (matchesCondition(request, headers.etag)) return { status: 304, headers, body: null };
  const { size } = file;
  const range = rangeOf(request, size, headers.etag, answerHeaders);
  if (range === null) {
    return { status: 200, headers: { ...headers, 'content-length': `${size}` }, body: withStallLimit(file.read()) };
  }
  const { first, last } = range;
  const part = { 'content-length': `${last - first + 1}`, 'content-range': `bytes ${first}-${last}/${size}` };
  return { status: 206, headers: { ...headers, ...part }, body: withStallLimit(file.read(range)) };
}

/** Tells how long the file is when it has no such part. */
function rangeOf(request: Request, size: number, etag: string, errorHeaders: Record<string, string>) {
  if (request.method === 'HEAD') return null; // RFC 9110, 14.2
  try {
    return byteRange(request, size, etag);
  } catch (error) {
    errorHeaders['content-range'] = `bytes */${size}`;
    throw error;
  }
}

function noSuchFile(): Problem {
  return new Problem('no-such-route', 'There is no such file: dumps that are no longer kept are removed.');
}
