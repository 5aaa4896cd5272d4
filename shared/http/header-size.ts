/**
 * Bytes that a header of an answer may have whose value depends on what was sent: common clients refuse answers with more
 * than 16 KiB of headers in all.
 */
export const MAX_HEADER_BYTES = 8_192;

/** Whether an answer may have a header with this value, in ASCII. */
export function fitsHeader(value: string): boolean {
  return value.length <= MAX_HEADER_BYTES;
}
