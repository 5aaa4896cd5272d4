import { Problem } from '../base/errors/problem.ts';

const [TAB, LF, CR, SPACE, DASH] = [0x09, 0x0a, 0x0d, 0x20, 0x2d];

/** Bytes of the header of a part: the parser refuses longer ones. */
export const MAX_PART_HEADER_BYTES = 8192;

/** The boundary of a multipart body. @throws Problem `malformed-multipart` (400) for a Content-Type without one */
export function boundaryOf(contentType: string): string {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? token;
  if (boundary === undefined) throw new Problem('malformed-multipart', 'The Content-Type names no boundary.');
  return boundary;
}

/**
 * The first part of a multipart body (RFC 2046, 5.1.1), whatever the others are.
 *
 * @returns null for a body without a first part or without an end
 */
export function firstPart(
  bytes: Uint8Array,
  boundary: string,
): { readonly header: Uint8Array; readonly content: Uint8Array } | null {
  const { delimiter, find, first } = delimitersOf(bytes, boundary);
  if (first === null) return null;
  const begin = skipPadding(bytes, first + delimiter.length);
  const second = find(bytes, begin);
  if (!isLineBreak(bytes, begin) || second === null || !hasEnd(bytes, second, delimiter.length, find)) return null;
  const part = bytes.subarray(begin, second);
  let end = 0;
  while (end < part.length && !(isLineBreak(part, end) && isLineBreak(part, end + 2))) end++;
  return { header: part.subarray(2, Math.max(2, end)), content: part.subarray(end + 4) };
}

function hasEnd(bytes: Uint8Array, second: number, length: number, find: Finder): boolean {
  for (let at: number | null = second; at !== null; at = find(bytes, at + length)) {
    if (bytes[at + length] === DASH && bytes[at + length + 1] === DASH) return true;
  }
  return false;
}

/** What separates parts, the search for the next one, and the position of the first; null when there is none. */
function delimitersOf(bytes: Uint8Array, boundary: string) {
  const delimiter = Uint8Array.from(`\r\n--${boundary}`, (character) => character.charCodeAt(0));
  const find = finderOf(delimiter);
  // The line break is a part of the delimiter, except at the beginning of the body.
  const first = startsWith(bytes, delimiter.subarray(2), 0) ? -2 : find(bytes, 0);
  return { delimiter, find, first };
}

/**
 * Normalizes a multipart body, in place, for the parser: removes what may precede the first boundary, blanks after boundaries (RFC
 * 2046, 5.1.1), and the line breaks of folded header fields (RFC 5322, 2.2.3).
 *
 * @returns the body from its first boundary on; all of it when there is none, for the parser to refuse
 * @throws Problem `malformed-multipart` (400) for a part without any header field, and so without a name
 */
export function normalizeMultipart(bytes: Uint8Array, boundary: string): Uint8Array {
  const { delimiter, find, first } = delimitersOf(bytes, boundary);
  if (first === null) return bytes;
  for (let at: number | null = first; at !== null; ) {
    const end: number = at + delimiter.length;
    if (bytes[end] === DASH && bytes[end + 1] === DASH) break; // what follows the last boundary is ignored
    at = find(bytes, unfoldHeader(bytes, dropPadding(bytes, end)));
  }
  return bytes.subarray(first + 2);
}

type Finder = (bytes: Uint8Array, from: number) => number | null;

/**
 * Finds the next delimiter after a position (Horspool's algorithm); null when there is none. The comparison starts at the beginning
 * of the delimiter, where its only carriage return is, so that the search is linear for all inputs.
 */
function finderOf(delimiter: Uint8Array): Finder {
  const last = delimiter.length - 1;
  const steps = new Uint32Array(256).fill(delimiter.length);
  delimiter.subarray(0, last).forEach((byte, index) => {
    steps[byte] = last - index;
  });
  return (bytes, from) => {
    for (let end = from + last; end < bytes.length; end += steps[bytes[end] ?? 0] ?? 1) {
      if (bytes[end] === delimiter[last] && startsWith(bytes, delimiter, end - last)) return end - last;
    }
    return null;
  };
}

function startsWith(bytes: Uint8Array, start: Uint8Array, at: number): boolean {
  let index = 0;
  while (index < start.length && bytes[at + index] === start[index]) index++;
  return index === start.length;
}

/** Moves blanks before a line break after it, where they belong to the first field name, which is trimmed. */
function dropPadding(bytes: Uint8Array, from: number): number {
  const end = skipPadding(bytes, from);
  if (end === from || !isLineBreak(bytes, end)) return from;
  bytes.set([CR, LF], from);
  bytes.fill(SPACE, from + 2, end + 2);
  return end;
}

function skipPadding(bytes: Uint8Array, from: number): number {
  let end = from;
  while (isBlank(bytes[end])) end++;
  return end;
}

/** @param from the line break before the header. @returns where the content begins, or where the header is refused for its length */
function unfoldHeader(bytes: Uint8Array, from: number): number {
  if (isLineBreak(bytes, from) && isLineBreak(bytes, from + 2)) {
    throw new Problem('malformed-multipart', 'A part of the form has no name.');
  }
  const most = Math.min(bytes.length, from + MAX_PART_HEADER_BYTES);
  let at = from + 2;
  for (; at < most && !(isLineBreak(bytes, at) && isLineBreak(bytes, at + 2)); at++) {
    if (isLineBreak(bytes, at) && isBlank(bytes[at + 2])) bytes.fill(SPACE, at, at + 2);
  }
  return at + 4;
}

function isLineBreak(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === CR && bytes[at + 1] === LF;
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}
