import {
  MaxFileSizeExceededError,
  MaxPartsExceededError,
  MultipartParseError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser';
import { createSlices } from '../base/concurrency/slices.ts';
import { Problem } from '../base/errors/problem.ts';
import { decodeUtf8, tooLarge } from './body.ts';
import { boundaryOf, MAX_PART_HEADER_BYTES, normalizeMultipart } from './multipart.ts';
import { readUrlencoded } from './urlencoded.ts';

/** The parts of a form. */
export type Form = {
  /**
   * The part of this name; undefined when there is none.
   *
   * @throws Problem `malformed-request` (400) when there are several that differ: it is ambiguous which one is meant
   */
  get(name: string): string | undefined;
  /** All parts, in their order. */
  readonly parts: readonly (readonly [name: string, text: string])[];
};

/** Forms with more parts are refused. */
export const MAX_PARTS = 100;

/** Bytes that are parsed between two checks of the clock. */
const STEP_BYTES = 1 << 20;

/** Allowance of a form beyond one part of full size, which is all that clients measure. */
export const FORM_EXTRA_BYTES = 1 << 20;

/**
 * Reads a form (RFC 7578 and the URL standard's `application/x-www-form-urlencoded`). File parts and plain fields are equal.
 *
 * @param limit bytes of one part
 * @throws Problem `body-too-large` (413) for a part above the limit, `malformed-multipart` (400) for a form without boundary, cut off, or with more than {@link MAX_PARTS} parts,
 *   `malformed-request` (400) for what is not UTF-8
 */
export async function readForm(bytes: Uint8Array, contentType: string, limit: number): Promise<Form> {
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) {
    return formOf(await readUrlencoded(bytes, MAX_PARTS));
  }
  return multipart(bytes, boundaryOf(contentType), limit);
}

async function multipart(bytes: Uint8Array, boundary: string, limit: number): Promise<Form> {
  const parts: [name: string, text: string][] = [];
  if (bytes.length === 0) throw new Problem('malformed-multipart', 'The form is empty.');
  try {
    const sizes = { maxFileSize: limit, maxTotalSize: bytes.length, maxHeaderSize: MAX_PART_HEADER_BYTES };
    const body = normalizeMultipart(bytes, boundary);
    const parser = new MultipartParser(boundary, { maxParts: MAX_PARTS, ...sizes });
    const slices = createSlices();
    for (let from = 0; from < body.length; from += STEP_BYTES) {
      for (const part of parser.write(body.subarray(from, from + STEP_BYTES))) {
        const name = nameOf(part);
        if (name === undefined) throw new Problem('malformed-multipart', 'A part of the form has no name.');
        parts.push([name, decodeUtf8(part.bytes, `The form part ${name.slice(0, 40)}`)]);
      }
      if (slices.over()) await slices.next();
    }
    parser.finish();
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
  return formOf(parts);
}

function formOf(parts: readonly (readonly [name: string, text: string])[]): Form {
  const texts = new Map(parts);
  const contradicted = new Set(parts.flatMap(([name, text]) => (texts.get(name) === text ? [] : [name])));
  return {
    parts,
    get(name) {
      if (!contradicted.has(name)) return texts.get(name);
      throw new Problem('malformed-request', `The form has the part ${name} more than once, with different contents.`);
    },
  };
}

function nameOf(part: MultipartPart): string | undefined {
  try {
    return part.name ?? parameterIn(part.headers['content-disposition'] ?? '', 'name');
  } catch {
    throw new Problem('malformed-multipart', 'The header of a part of the form is not UTF-8.');
  }
}

/** A parameter of a header field, whose name may be in any case (RFC 2045, 5.1). */
function parameterIn(field: string, wanted: string): string | undefined {
  for (const [, name, quoted, token] of field.matchAll(/;\s*([^\s=;"]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g)) {
    if (name?.toLowerCase() === wanted) return quoted?.replace(/\\(.)/g, '$1') ?? token;
  }
  return undefined;
}
