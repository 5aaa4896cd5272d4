import type { PrivateKey } from '../../crypto/private-key.ts';
import type { PublicKey, ReadKey } from '../../crypto/public-key.ts';
import { ExactNumber, type Json } from '../../linked-data/json.ts';
import { isNegative } from '../polarity.ts';
import type { Opener } from './opener.ts';
import type { MayOpen } from './rights.ts';
import type { Part } from './sealed-part.ts';

/** How the parts of one assertion are read. */
export type PartReader = {
  readonly opener: Opener;
  readonly keys: readonly PrivateKey[];
  /** Which parts the one who asks may have opened. */
  readonly mayOpen: MayOpen;
};

/** A part's value: of a sealed one its text; null when it is absent, not to be seen or not to be opened. At once where it is known. */
export function plainValue(part: Part | null, { opener, keys, mayOpen }: PartReader): Json | Promise<Json> {
  if (part === null) return null;
  if (part.kind === 'plain') return part.value;
  return mayOpen(part.part.holders) ? opener.open(part.part, keys) : null;
}

/** The key in a part that holds one as PEM (specification: Assertion, `subject` and `agent`); null when there is none. */
export async function keyOf(part: Part | null, reader: PartReader, readKey: ReadKey): Promise<PublicKey | null> {
  const value = await plainValue(part, reader);
  if (typeof value !== 'string') return null;
  try {
    return readKey(value);
  } catch {
    return null; // what is no key names nobody
  }
}

/** The time in a part, UTC milliseconds; null when there is none that can be read. */
export async function timeOf(part: Part | null, reader: PartReader): Promise<number | null> {
  const value = await plainValue(part, reader);
  const text = value instanceof ExactNumber ? value.source : typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.trim() === '') return null;
  const time = Number(text);
  return Number.isFinite(time) ? time : null;
}

/** The polarity in a part: null when it is there and cannot be read, so that nothing is taken for positive that may not be. */
export async function polarityOf(part: Part | null, reader: PartReader): Promise<boolean | null> {
  if (part === null) return isNegative(undefined);
  const value = await plainValue(part, reader);
  return value === null || (typeof value === 'object' && !(value instanceof ExactNumber)) ? null : isNegative(value);
}

/** An item of evidence as text; null when it cannot be read. */
export async function evidenceOf(part: Part | null, reader: PartReader): Promise<string | null> {
  const value = await plainValue(part, reader);
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}
