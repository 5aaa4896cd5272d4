import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';
import type { PublicKey } from '../../../shared/base/crypto/public-key.ts';
import { LOG_STARTED } from './chain.ts';

/** The result of the verification of a log. */
export type LogReport = {
  /** Number of lines that fit. */
  readonly lines: number;
  /** Number of processes that wrote them. */
  readonly processes: number;
  /** The first line that does not fit, and why; null when all do. */
  readonly fault: { readonly place: string; readonly reason: string } | null;
};

/** A line, and a name of its place, such as its number. */
type LogLine = { readonly text: string; readonly place: string };

/** The members of a line that are verified. */
const line = z.object({
  log: z.string(),
  seq: z.int(),
  msg: z.string(),
  previous: z.optional(z.string()),
  keyId: z.optional(z.string()),
  signature: z.optional(z.string()),
});

/** The last line of a process. */
type Place = { readonly seq: number; readonly hash: string };

/** A line that does not fit. */
class LineFault extends Error {}

/**
 * Checks the lines of one or more processes, in the order in which they were written: that the first line of each process is signed
 * by one of the keys, and that none was changed, removed or inserted. Lines removed from the end cannot be detected.
 */
export async function verifyLog(
  lines: AsyncIterable<LogLine> | Iterable<LogLine>,
  keys: readonly PublicKey[],
): Promise<LogReport> {
  const keysById = new Map<string, KeyObject>(
    keys.map(({ id, spki }) => [id, createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })]),
  );
  const places = new Map<string, Place>();
  let count = 0;
  for await (const { text, place } of lines) {
    try {
      const { log, end } = checkLine(text, places, keysById);
      places.set(log, end);
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      return { lines: count, processes: places.size, fault: { place, reason: error.message } };
    }
    count++;
  }
  return { lines: count, processes: places.size, fault: null };
}

function checkLine(whole: string, places: ReadonlyMap<string, Place>, keys: ReadonlyMap<string, KeyObject>) {
  const [, body, written] = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/.exec(whole) ?? [];
  const fields = line.safeParse(parse(whole)).data;
  if (body === undefined || fields === undefined) throw new LineFault('it is not a line of the log of this service');
  const text = `${body}}`;
  const { log, seq, msg, previous, keyId } = fields;
  const starts = msg === LOG_STARTED && previous !== undefined && keyId !== undefined;
  if (starts) checkSignature(text, keyId, keys);
  const before = places.get(log) ?? (starts ? { seq: seq - 1, hash: previous } : null);
  if (before === null) throw new LineFault('the signed line that its log starts with is not before it');
  const missing = seq - before.seq - 1;
  if (missing > 0) throw new LineFault(`${missing === 1 ? 'a line' : `${missing} lines`} before it are missing`);
  if (missing < 0) throw new LineFault('it repeats a line, or is not in its original place');
  const expected = hash('sha256', before.hash + text);
  if (expected !== written) throw new LineFault('it, or the line before it, was altered');
  return { log, end: { seq, hash: expected } };
}

function checkSignature(text: string, keyId: string, keys: ReadonlyMap<string, KeyObject>): void {
  const key = keys.get(keyId);
  if (key === undefined) throw new LineFault(`it is signed by the key ${keyId}, which is not one of the keys`);
  const [, signed, signature] = /^(\{.*),"signature":"([A-Za-z0-9+/=]+)"\}$/.exec(text) ?? [];
  const isValid =
    signed !== undefined &&
    signature !== undefined &&
    verify('sha256', Buffer.from(`${signed}}`), key, Buffer.from(signature, 'base64'));
  if (!isValid) throw new LineFault('its signature is wrong');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
