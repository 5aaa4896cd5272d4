import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Answer } from './answer.ts';
import { matchesCondition } from './object-answer.ts';

/**
 * JSON with an entity tag of its contents: 200, or 304 when the caller has them (RFC 9110, 13.1.2).
 *
 * @param extra headers in addition to, or in place of, its own
 */
export function taggedAnswer(request: Request, value: unknown, extra: Readonly<Record<string, string>> = {}): Answer {
  return taggedTextAnswer(request, JSON.stringify(value), extra);
}

/** {@link taggedAnswer} of JSON text. */
export function taggedTextAnswer(request: Request, body: string, extra: Readonly<Record<string, string>> = {}): Answer {
  const contentType = extra['content-type'] ?? 'application/json';
  const headers = {
    'content-type': contentType,
    'cache-control': 'no-cache',
    vary: 'signatureSheet, Authorization, Cookie',
    etag: `"${bytesToHex(sha256(utf8ToBytes(`${contentType}\n${body}`))).slice(0, 32)}"`,
    ...extra,
  };
  return matchesCondition(request, headers.etag)
    ? { status: 304, headers, body: null }
    : { status: 200, headers, body };
}
