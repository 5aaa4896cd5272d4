import { md5Hex } from '../../shared/base/crypto/md5.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { withoutControls } from '../../shared/http/xml.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { ReadObject } from '../../shared/repository/frameworks/object-reader.ts';
import type { PlatformParts } from '../group.ts';
import { packageElement } from './case-package.ts';
import { dublinCore } from './dublin-core.ts';
import type { FormatName } from './formats.ts';

/** Writes the metadata of an object, as everybody may see it; null where it has none in the format. */
export type WriteMetadata = (
  format: FormatName,
  read: ReadObject,
  related: readonly string[],
) => Promise<AsyncIterable<string> | null>;

/** What an own address answers for an object that has no such form: absent by now, without a known context, too long. */
const WITHOUT_FORM: ReadonlySet<number> = new Set([404, 406, 413]);

/** Packages and RDF are those that the service answers at their own addresses, asked for without any identity. */
export function createWriter({ config }: Pick<Context, 'config'>, call: Call, platform: PlatformParts): WriteMetadata {
  const { bases, basePath } = config;
  const { origin } = new URL(call.request.url);

  async function ownAnswer(path: string, accept: string): Promise<AsyncIterable<string> | null> {
    const request = new Request(`${origin}${basePath}${path}`, { headers: { accept } });
    const answer = await platform.call(request, call.peerAddress);
    if (answer.status === 200) return piecesOf(answer);
    if (answer.body instanceof ReadableStream) await answer.body.cancel();
    if (WITHOUT_FORM.has(answer.status)) return null;
    throw new Problem('overloaded', 'A record cannot be written now.', { retryAfter: 5 });
  }

  return async (format, read, related) => {
    const name = md5Hex(read.shortId);
    switch (format) {
      case 'oai_dc':
        return one(dublinCore(read, related, bases));
      case 'rdf': {
        const pieces = await ownAnswer(`/api/data/${name}`, 'application/rdf+xml');
        return pieces && withoutDeclaration(pieces);
      }
      case 'case': {
        const pieces = await ownAnswer(`/api/ims/case/v1p0/CFPackages/${name}`, 'application/json');
        return pieces && packageElement(pieces);
      }
    }
  };
}

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}

async function* piecesOf({ body }: Answer): AsyncGenerator<string> {
  if (typeof body === 'string') yield body;
  if (body === null || typeof body === 'string') return;
  const decoder = new TextDecoder();
  for await (const piece of new Response(body).body ?? []) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** An XML document without its declaration, to stand inside another. */
async function* withoutDeclaration(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begin: string | null = '';
  for await (const piece of pieces) {
    if (begin === null) {
      yield withoutControls(piece);
      continue;
    }
    begin += piece;
    const end = begin.indexOf('?>');
    if (end === -1) continue;
    yield withoutControls(begin.slice(end + '?>'.length));
    begin = null;
  }
}
