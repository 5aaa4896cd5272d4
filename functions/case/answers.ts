import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { resolveTail, type Target } from '../../shared/frameworks/resolve.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { matchesCondition } from '../../shared/http/object-answer.ts';
import { queryOf, splitUrl } from '../../shared/http/urlencoded.ts';

/** JSON with an entity tag of its contents: 200, or 304 when the caller has them (RFC 9110, 13.1.2). */
export function taggedAnswer(request: Request, value: unknown, extra: Readonly<Record<string, string>> = {}): Answer {
  const body = JSON.stringify(value);
  const etag = `"${bytesToHex(sha256(utf8ToBytes(body))).slice(0, 32)}"`;
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    vary: 'signatureSheet, Authorization, Cookie',
    etag,
    ...extra,
  };
  return matchesCondition(request, etag) ? { status: 304, headers, body: null } : { status: 200, headers, body };
}

/** The object that an address below a collection names, or the parameter `id`. @throws Problem `malformed-path`, `invalid-parameter` (400) */
export function targetOf({ request }: Call, collection: string, bases: readonly string[]): Target {
  const { path } = splitUrl(request.url);
  const at = path.indexOf(`/${collection}/`);
  const tail = at === -1 ? '' : path.slice(at + collection.length + 2);
  return resolveTail(tail, queryOf(request).get('id'), bases);
}
