import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { Answer, StaticFiles } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import type { Html } from '../../shared/http/html.ts';
import { matchesCondition } from '../../shared/http/object-answer.ts';
import type { Context } from '../../shared/repository/context.ts';

/** The digest of the only style sheet that React Aria inserts, for pressable elements. */
const PRESSABLE_STYLE = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/** The pages may load only the files of this service, and connect only to it and its notification channel. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${PRESSABLE_STYLE}`,
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ');

/** The address that addresses in the built page are relative to. */
const BUILT_BASE = '<base href="/svc-editor/">';

/** Has browsers request the list of frameworks along with the script. */
const LIST_REQUEST = /\s*<link rel="preload" as="fetch"[^>]*>/;

/** Replaced where something is known of what the address leads to. */
const TITLE = /<title>[^<]*<\/title>/;

/** The parts of a page. */
export type EditorPageOptions = {
  /** The built page: the editor, for every address that does not name a file, or an embedded framework. */
  readonly file: 'index.html' | 'embed.html';
  /** Whether the page begins with the list of frameworks. */
  readonly withList?: boolean;
  /** Path of the editor, with the base path of the service. */
  readonly base: string;
  /** Origins of pages that may show it in a frame (Content Security Policy Level 3, 6.4.2). */
  readonly frameAncestors: readonly string[];
  /** Address of the notification channel, if it is not at this service; null: it is. */
  readonly channel: string | null;
  /** Elements for the head that tell other programs what the link leads to; null: nothing. Absent: of no link. */
  readonly preview?: (ctx: Context, request: Request) => Promise<Html | null>;
};

/**
 * A page of the editor, whose script reads the rest of the address.
 *
 * @returns a handler, which throws Problem `no-such-route` (404) if the editor is not installed
 */
export function createEditorPage(
  assets: StaticFiles | null,
  { file, withList = false, base, frameAncestors, channel, preview }: EditorPageOptions,
): (ctx: Context, call: Call) => Promise<Answer> {
  const policy = [
    CONTENT_SECURITY_POLICY,
    `connect-src 'self'${channel === null ? '' : ` ${new URL(channel).origin}`}`,
    `frame-ancestors ${frameAncestors.join(' ')}`,
  ].join('; ');
  const cached = createPromiseCache<'page', { readonly text: string; readonly etag: string } | null>();
  const tagged = (text: string) => ({
    text,
    etag: `"${bytesToHex(sha256(new TextEncoder().encode(text))).slice(0, 32)}"`,
  });

  async function read() {
    const bytes = await assets?.(`editor/${file}`);
    if (bytes === undefined || bytes === null) return null;
    const built = new TextDecoder().decode(bytes).replace(BUILT_BASE, `<base href="${base}">`);
    return tagged(withList ? built : built.replace(LIST_REQUEST, ''));
  }

  return async (ctx, { request }) => {
    const built = await cached('page', read);
    if (built === null) throw new Problem('no-such-route', 'The editor is not installed here.');
    const head = preview === undefined ? null : await preview(ctx, request);
    const page = head === null ? built : tagged(built.text.replace(TITLE, () => String(head)));
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      etag: page.etag,
      ...(head !== null && { vary: 'Accept-Language' }),
    };
    if (matchesCondition(request, page.etag)) return { status: 304, headers, body: null };
    return { status: 200, headers, body: page.text };
  };
}
