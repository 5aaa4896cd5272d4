import {
  MaxFileSizeExceededError,
  MaxPartsExceededError,
  MultipartParseError,
  type MultipartPart,
  parseMultipart,
} from '@remix-run/multipart-parser';
import { Problem } from '../errors/problem.ts';
import { tooLarge, utf8 } from './body.ts';
import { MAX_PART_HEADER_BYTES, normalizeMultipart } from './multipart.ts';
import { parseUrlencoded } from './urlencoded.ts';

/** The parts of a form by name; of several with one name the last counts. */
export type Form = ReadonlyMap<string, string>;

/** Forms with more parts are refused. */
export const MAX_PARTS = 100;

/** Bytes that the rest of a form may have beside one part of full size: clients measure what they put into that part. */
export const FORM_ROOM = 1 << 20;

/**
 * Reads a form (RFC 7578 and the URL standard's `application/x-www-form-urlencoded`). File parts and plain fields are equal.
 *
 * @param limit bytes of one part
 * @throws Problem `body-too-large` (413) for a part above the limit, `malformed-multipart` (400) for a form without boundary, cut off, or with more than {@link MAX_PARTS} parts
 */
export function readForm(bytes: Uint8Array, contentType: string, limit: number): Form {
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) {
    return new Map(parseUrlencoded(utf8(bytes, 'The form'), 'malformed-request'));
  }
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  if (boundary === null) throw new Problem('malformed-multipart', 'The Content-Type names no boundary.');
  return multipart(bytes, boundary[1] ?? boundary[2] ?? '', limit);
}

function multipart(bytes: Uint8Array, boundary: string, limit: number): Form {
  const form = new Map<string, string>();
  if (bytes.length === 0)
    throw new Problem('malformed-multipart', 'The form is empty: not even its boundary is there.');
  try {
    const sizes = { maxFileSize: limit, maxTotalSize: bytes.length, maxHeaderSize: MAX_PART_HEADER_BYTES };
    const limits = { maxParts: MAX_PARTS, ...sizes };
    for (const part of parseMultipart(normalizeMultipart(bytes, boundary), { boundary, ...limits })) {
      const name = nameOf(part);
      if (name === undefined) throw new Problem('malformed-multipart', 'A part of the form has no name.');
      form.set(name, utf8(part.bytes, `The form part ${name.slice(0, 40)}`));
    }
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError) throw tooLarge(limit);
    if (error instanceof MaxPartsExceededError) {
      throw new Problem('malformed-multipart', `The form has more than ${MAX_PARTS} parts.`);
    }
    if (error instanceof MultipartParseError) {
      throw new Problem('malformed-multipart', 'The form is cut off or does not follow its boundary.');
    }
    throw error;
  }
  return form;
}

function nameOf(part: MultipartPart): string | undefined {
  try {
    return part.name;
  } catch {
    throw new Problem('malformed-multipart', 'The header of a part of the form is not UTF-8.');
  }
}
