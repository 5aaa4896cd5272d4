import { createSlices } from '../base/concurrency/slices.ts';
import { Problem } from '../base/errors/problem.ts';
import type { Context } from '../repository/context.ts';
import { decodeUtf8, LARGE_BODY_BYTES, readBody } from './body.ts';
import type { Call } from './call.ts';
import { FORM_EXTRA_BYTES, readForm } from './form.ts';

/** A document that was sent to be imported or processed. */
export type DocumentPayload = {
  readonly text: string;
  /** In lower case, without parameters; null when it came in a form, which names none. */
  readonly mediaType: string | null;
  /** The text of a form part; undefined when there is none, and outside of forms. */
  readonly part: (name: string) => string | undefined;
};

const FORM = /^(?:multipart\/|application\/x-www-form-urlencoded)/i;

/** Memory per byte of a document: the bytes, the text, and the parsed contents. */
const BYTES_PER_BYTE = 8;

/**
 * Reads the document of a POST: the part `data`, or else `file`, of a form, or the body itself.
 *
 * @param mediaTypes of bodies that are accepted besides forms, in lower case
 * @throws Problem `unsupported-media-type` (415), `body-too-large` (413), `malformed-multipart`, `malformed-request` (400),
 *   `overloaded` (503)
 */
export function readDocument(
  { config }: Pick<Context, 'config'>,
  call: Call,
  mediaTypes: readonly string[],
): Promise<DocumentPayload> {
  return call.body(() => toDocument(call, config.postMaxSize, mediaTypes));
}

async function toDocument(call: Call, limit: number, mediaTypes: readonly string[]): Promise<DocumentPayload> {
  const type = call.request.headers.get('content-type') ?? '';
  const mediaType = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isForm = FORM.test(type);
  if (!isForm && !mediaTypes.includes(mediaType)) {
    throw new Problem(
      'unsupported-media-type',
      `Send a form with the part data or file, or ${mediaTypes.join(', ')}.`,
      {
        where: 'Content-Type',
      },
    );
  }
  const bytes = await readBody(call, isForm ? limit + FORM_EXTRA_BYTES : limit);
  await call.hold(bytes.length * BYTES_PER_BYTE);
  if (bytes.length > LARGE_BODY_BYTES) await createSlices().next();
  if (!isForm) return { text: decodeUtf8(bytes, 'The request body'), mediaType, part: () => undefined };
  const form = await readForm(bytes, type, limit);
  const text = form.get('data') ?? form.get('file');
  if (text === undefined) {
    throw new Problem('malformed-request', 'The form has neither the part data nor the part file.', { where: 'data' });
  }
  return { text, mediaType: null, part: (name) => form.get(name) };
}
