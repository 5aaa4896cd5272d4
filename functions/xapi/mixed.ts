import { Problem } from '../../shared/base/errors/problem.ts';
import { decodeUtf8, readBody } from '../../shared/http/body.ts';
import type { Call } from '../../shared/http/call.ts';
import { type Form, readForm } from '../../shared/http/form.ts';
import { boundaryOf, firstPart } from '../../shared/http/multipart.ts';

/** Whether a request has statements and their attachments in parts (xAPI 1.0.3, Communication, 1.5.2). */
export function isMixed({ headers }: Request): boolean {
  return /^multipart\/mixed\s*(?:;|$)/i.test(headers.get('content-type') ?? '');
}

/**
 * The statements of `multipart/mixed`, with attachments or without: the first part. The others are attachments, which are
 * ignored. A body whose first part has a name is a form, as other operations take it.
 *
 * @param limit bytes of the statements, or of one part of a form
 * @param bodyLimit bytes of the whole body
 * @throws Problem `body-too-large` (413), `malformed-multipart`, `malformed-request` (400)
 */
export async function readMixed(
  call: Call,
  limit: number,
  bodyLimit: number,
): Promise<{ readonly json: string } | { readonly form: Form }> {
  const type = call.request.headers.get('content-type') ?? '';
  const bytes = await readBody(call, bodyLimit);
  const first = firstPart(bytes, boundaryOf(type));
  if (first === null) {
    throw new Problem('malformed-multipart', 'The request is cut off or does not follow its boundary.');
  }
  const header = decodeUtf8(first.header, 'The header of the first part').replaceAll(/\r\n[ \t]/g, ' ');
  if (/^content-disposition\s*:.*;\s*name\s*=/im.test(header)) return { form: await readForm(bytes, type, limit) };
  const [, mediaType = 'application/json'] = /^content-type\s*:\s*([^\s;]+)/im.exec(header) ?? [];
  if (!/^application\/(?:[a-z0-9.-]+\+)?json$/i.test(mediaType)) {
    throw new Problem('malformed-multipart', 'The first part is not application/json: it has to be the statements.');
  }
  if (first.content.length > limit) {
    throw new Problem('body-too-large', `The statements are longer than ${limit} bytes: send them in parts.`);
  }
  return { json: decodeUtf8(first.content, 'The first part') };
}
