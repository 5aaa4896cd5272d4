import type { PrivateKey } from '../../crypto/private-key.ts';
import type { PublicKey, ReadKey } from '../../crypto/public-key.ts';
import { ExactNumber, type Json } from '../../linked-data/json.ts';
import { isoTime } from '../../profile-engine/iso-time.ts';
import { isNegative } from '../../profile-engine/polarity.ts';
import { after, type Maybe } from './at-once.ts';
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
export function plainValue(part: Part | null, { opener, keys, mayOpen }: PartReader): Maybe<Json> {
  if (part === null) return null;
  if (part.kind === 'plain') return part.value;
  return mayOpen(part.part.holders) ? opener.open(part.part, keys) : null;
}

/** The key in a part that holds one as PEM (specification: Assertion, `subject` and `agent`); null when there is none. */
export function keyOf(part: Part | null, reader: PartReader, readKey: ReadKey): Maybe<PublicKey | null> {
  return after(plainValue(part, reader), (value) => {
    if (typeof value !== 'string') return null;
    try {
      return readKey(value);
    } catch {
      return null; // what is no key names nobody
    }
  });
}

/**
 * The time in a part, UTC milliseconds, given as a number, as its digits, or in ISO 8601 (a date alone is its beginning in UTC); null
 * when there is none that can be read.
 */
export function timeOf(part: Part | null, reader: PartReader): Maybe<number | null> {
  return after(plainValue(part, reader), (value) => {
    const text = value instanceof ExactNumber ? value.source : typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || text.trim() === '') return null;
    const time = Number(text);
    return Number.isFinite(time) ? time : isoTime(text);
  });
}

/** The polarity in a part: null when it is there and cannot be read, so that nothing is taken for positive that may not be. */
export function polarityOf(part: Part | null, reader: PartReader): Maybe<boolean | null> {
  if (part === null) return isNegative(undefined);
  return after(plainValue(part, reader), (value) =>
    value === null || (typeof value === 'object' && !(value instanceof ExactNumber)) ? null : isNegative(value),
  );
}

/** An item of evidence as text; null when it cannot be read. */
export function evidenceOf(part: Part | null, reader: PartReader): Maybe<string | null> {
  return after(plainValue(part, reader), (value) =>
    value === null || typeof value === 'string' ? value : JSON.stringify(value),
  );
}
