import * as z from 'zod/mini';
import { decodeBase64Url, encodeBase64Url } from '../../base/crypto/base64.ts';
import { encodeUtf8, fromUtf8, joinBytes } from '../../base/crypto/text-encoding.ts';
import { Problem } from '../../base/errors/problem.ts';

/** A line, without its line break, and the position after it. */
export type CopyStep<Position> = {
  /** The text of the line; null for a position without one, after an empty page of the store. */
  readonly line: string | null;
  readonly next: Position;
};

/** A part ends after this time although it is not full: requests to functions have a timeout. */
const TIMEOUT_MS = 10_000;

/**
 * Takes the steps whose lines fit into `maxBytes`, at least one line. With a slow store it ends before it is full, in rare cases without
 * a line.
 *
 * @param start the position before the first step
 * @param maxBytes of UTF-8
 * @returns whole lines, each with its line break; the position after them; whether there are no more steps
 */
export async function takePart<Position>(
  now: () => number,
  steps: AsyncGenerator<CopyStep<Position>>,
  start: Position,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly next: Position; readonly done: boolean }> {
  const end = now() + TIMEOUT_MS;
  const lines: Uint8Array[] = [];
  let size = 0;
  let reached = start;
  const part = (done: boolean) => ({ bytes: joinBytes(lines, size), next: reached, done });
  for await (const { line, next } of steps) {
    const isLate = now() >= end;
    if (line !== null) {
      const bytes = encodeUtf8(`${line}\n`);
      if (lines.length > 0 && (isLate || size + bytes.length > maxBytes)) return part(false);
      lines.push(bytes);
      size += bytes.length;
    }
    reached = next;
    if (line === null && isLate) return part(false);
  }
  return part(true);
}

/** Encodes a position as base64url. It is not encrypted: exports are for admins. */
export function encodePosition(position: unknown): string {
  return encodeBase64Url(encodeUtf8(JSON.stringify(position)));
}

/** Reverses {@link encodePosition}. @param of what it is a position in @throws Problem `invalid-parameter` (400) for anything else */
export function decodePosition<T extends z.core.$ZodType>(schema: T, cursor: string, of: string): z.infer<T> {
  const bytes = decodeBase64Url(cursor);
  try {
    return z.parse(schema, JSON.parse(fromUtf8(bytes ?? new Uint8Array()) ?? ''));
  } catch {
    throw new Problem('invalid-parameter', `cursor: is not from ${of}. Start without it.`, { where: 'cursor' });
  }
}
