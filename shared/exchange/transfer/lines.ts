import { joinBytes } from '../../base/crypto/text-encoding.ts';
import { Problem } from '../../base/errors/problem.ts';

/** A line with its number, from 1: its text, or why it cannot be read. */
export type Line = { readonly number: number } & ({ readonly text: string } | { readonly problem: Problem });

const NEWLINE = 0x0a;

/**
 * Splits bytes into lines (newline-delimited JSON: https://github.com/ndjson/ndjson-spec), with at most one of them in memory. Empty
 * lines are counted and left out. A line that is too long or not UTF-8 yields a problem, and reading continues.
 *
 * @param limit in bytes, of one line
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Line> {
  const line = createLineBuffer(limit);
  let number = 1;
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      line.add(chunk.subarray(from, end));
      const read = line.take(number++);
      if (read !== null) yield read;
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  const last = line.take(number);
  if (last !== null) yield last;
}

function createLineBuffer(limit: number) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parts: Uint8Array[] = [];
  let size = 0;

  function text(number: number): Line | null {
    if (size > limit) {
      return { number, problem: new Problem('body-too-large', `The line is above the limit of ${limit} bytes.`) };
    }
    try {
      const [only = new Uint8Array()] = parts;
      const decoded = decoder.decode(parts.length === 1 ? only : joinBytes(parts, size));
      return decoded.trim() === '' ? null : { number, text: decoded };
    } catch {
      return { number, problem: new Problem('malformed-json', 'The line is not UTF-8.') };
    }
  }

  return {
    add(bytes: Uint8Array): void {
      if (bytes.length === 0) return;
      size += bytes.length;
      if (size <= limit) parts.push(bytes);
      else parts = [];
    },
    /** Returns the buffered line, null for an empty one, and starts the next. */
    take(number: number): Line | null {
      const line = size === 0 ? null : text(number);
      parts = [];
      size = 0;
      return line;
    },
  };
}
