import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { gunzip } from '../gunzip.ts';

/** Means standard input or output instead of a file name. */
const STDIO = '-';

/**
 * Writes lines to standard output, or to a file, which is private to the user and appears under its name only when it is complete.
 *
 * @param file `-` for standard output; compressed when it ends in `.gz`
 */
export async function writeLines(lines: AsyncIterable<string>, file: string): Promise<void> {
  const source = Readable.from(terminated(lines));
  if (file === STDIO) {
    await pipeline(source, process.stdout, { end: false });
    return;
  }
  const partial = `${file}.partial`;
  try {
    const target = createWriteStream(partial, { mode: 0o600, flush: true });
    await (file.endsWith('.gz') ? pipeline(source, createGzip(), target) : pipeline(source, target));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function* terminated(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/**
 * Reads the bytes of a file in pieces.
 *
 * @param file `-` for standard input; decompressed when it ends in `.gz`
 * @throws CompressionFault when it is not complete gzip
 */
export async function* readBytes(file: string): AsyncGenerator<Uint8Array> {
  const source = file === STDIO ? process.stdin : createReadStream(file);
  yield* file.endsWith('.gz') ? gunzip(source) : source;
}
