/** Compressed data that is not complete gzip. The message is for the sender. */
export class CompressionFault extends Error {
  override readonly name = 'CompressionFault';
}

/**
 * Decompresses gzip (RFC 1952) piece by piece, as the platform does it. The pieces are small whatever the input is, and the source is
 * read no faster than they are taken. What was decompressed shortly before a fault may be missing.
 *
 * It throws CompressionFault for data that is not gzip, is damaged or truncated, or is followed by other data; errors of the source
 * as they are.
 */
export type Gunzip = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
