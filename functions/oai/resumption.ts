import * as z from 'zod/mini';
import { decodeBase64Url, encodeBase64Url } from '../../shared/base/crypto/base64.ts';
import { encodeUtf8, fromUtf8 } from '../../shared/base/crypto/text-encoding.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { OaiError } from './errors.ts';

/** Where a list continues. It depends on nothing that a process remembers, so tokens do not expire. */
const POSITION = z.object({
  verb: z.enum(['ListSets', 'ListIdentifiers', 'ListRecords']),
  /** The arguments of the first request. */
  arguments: z.partialRecord(z.enum(['metadataPrefix', 'from', 'until', 'set']), z.string()),
  /** Cursor of the store, which has sealed it. */
  next: z.string(),
  /** Identifier of the entry before, in lists of records. */
  last: z.optional(z.string()),
  /** The list continues behind that entry, among the changes that the cursor leads to. */
  isWithin: z.optional(z.literal(true)),
  /** Entries before this one. */
  delivered: z.int().check(z.nonnegative()),
});

export type Position = z.infer<typeof POSITION>;

/**
 * The end of a list: the token of what follows, or an empty one at the end of a list in several parts, and nothing at the end of a whole
 * one (OAI-PMH 2.0, 3.5). The number of all entries is not known, and tokens do not expire.
 *
 * @param cursor entries before this part
 */
export function resumptionElement(next: Position | null, cursor: number): string {
  if (next === null) return cursor === 0 ? '' : `<resumptionToken cursor="${cursor}"/>\n`;
  return `<resumptionToken cursor="${cursor}">${tokenOf(next)}</resumptionToken>\n`;
}

/** The text of a resumption token. Its arguments are checked again when it comes back: it needs no signature. */
function tokenOf(position: Position): string {
  return encodeBase64Url(encodeUtf8(JSON.stringify(position)));
}

/** @throws OaiError `badResumptionToken` for a text that is no token of this verb */
export function positionOf(token: string, verb: string): Position {
  const bytes = decodeBase64Url(token);
  const { data } = z.safeParse(POSITION, parsed(bytes === null ? null : fromUtf8(bytes)));
  if (data === undefined || data.verb !== verb) throw badToken();
  return data;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null; // not a token
  }
}

/**
 * Begins a list, or reads on from a token.
 *
 * @throws OaiError `badResumptionToken` where the token has arguments or a cursor that are refused
 */
export async function fromPosition<T>(position: Position | null, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isRefused =
      (error instanceof Problem && error.code === 'invalid-parameter') ||
      (error instanceof OaiError && error.code !== 'noRecordsMatch');
    if (position !== null && isRefused) throw badToken();
    throw error;
  }
}

function badToken(): OaiError {
  return new OaiError('badResumptionToken', 'This is not a resumption token of this verb. Start the list again.');
}
