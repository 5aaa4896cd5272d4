import { LRUCache } from 'lru-cache';
import type { PublicKey, ReadKey } from '../../base/crypto/public-key.ts';
import { type EncryptedValue, parseEncryptedValue } from '../../repository/access/encrypted-value.ts';
import { isEncryptedValue } from '../../repository/access/kbac-types.ts';
import { stripProtected } from '../../repository/access/read-filter.ts';
import { ExactNumber, isObject, type Json, type JsonObject, member } from '../../repository/linked-data/json.ts';
import { idsIn, items } from '../../repository/linked-data/references.ts';
import { storedObject } from '../../repository/objects/stored-versions.ts';
import type { HeadState } from '../../repository/store/object-store.ts';
import { isNegative, isoTime } from '../engine/stored-values.ts';
import type { DecryptedTexts } from './decryptor.ts';

/** A value of an assertion, encrypted or not. */
export type Part =
  | { readonly kind: 'plain'; readonly value: Json }
  | { readonly kind: 'encrypted'; readonly value: EncryptedValue };

/** The parts of an assertion (specification: Assertion), not decrypted; null for those that are absent. */
export type AssertionParts = {
  /** The id of the competency as it is in the assertion. */
  readonly competency: string;
  readonly subject: Part | null;
  readonly agent: Part | null;
  readonly negative: Part | null;
  readonly assertionDate: Part | null;
  readonly expirationDate: Part | null;
  readonly evidence: readonly (Part | null)[] | undefined;
  readonly grade: Json | undefined;
  readonly registration: Json | undefined;
  readonly condition: Json | undefined;
};

/** A parsed stored assertion: its parts, or one encrypted value with all of them. Null: it is not an assertion. */
export type ParsedAssertion =
  | { readonly kind: 'parts'; readonly parts: AssertionParts }
  | { readonly kind: 'encrypted'; readonly value: EncryptedValue }
  | null;

/** Parsed assertions, the same for every caller since nothing is decrypted. Parsing costs most once decryption is cached. */
export type AssertionCache = {
  /** The cached assertion; undefined if it has to be parsed. */
  readonly get: (state: Pick<HeadState, 'writeId'>) => ParsedAssertion | undefined;
  /** Parses an assertion and caches the result. */
  readonly parse: (state: Pick<HeadState, 'key' | 'writeId'> & { readonly text: string }) => ParsedAssertion;
};

const ENTRY_OVERHEAD = 500;

/** @param capacity maximum length of the stored texts, in UTF-16 code units */
export function createAssertionCache(readKey: ReadKey, capacity = 32 << 20): AssertionCache {
  const cache = new LRUCache<string, { readonly length: number; readonly parsed: ParsedAssertion }>({
    maxSize: capacity,
    sizeCalculation: ({ length }) => length + ENTRY_OVERHEAD,
  });
  return {
    get: ({ writeId }) => cache.get(writeId)?.parsed,
    parse({ key, writeId, text }) {
      const parsed = parseAssertion(storedObject({ key, text }), readKey);
      cache.set(writeId, { length: text.length, parsed });
      return parsed;
    },
  };
}

function parseAssertion(object: JsonObject, readKey: ReadKey): ParsedAssertion {
  if (isEncryptedValue(object)) return { kind: 'encrypted', value: parseEncryptedValue(object, readKey) };
  const parts = assertionParts(object, readKey);
  return parts === null ? null : { kind: 'parts', parts };
}

/** The parts of an assertion; null when it names no competency. */
export function assertionParts(object: JsonObject, readKey: ReadKey): AssertionParts | null {
  const [competency] = idsIn(member(object, 'competency'));
  if (competency === undefined) return null;
  const part = (name: string): Part | null => parsePart(member(object, name), readKey);
  const shown = (name: string): Json | undefined => {
    const value = member(object, name);
    return value === undefined ? undefined : publicPart(value);
  };
  const evidence = member(object, 'evidence');
  return {
    competency,
    subject: part('subject'),
    agent: part('agent'),
    negative: part('negative'),
    assertionDate: part('assertionDate'),
    expirationDate: part('expirationDate'),
    evidence: evidence === undefined ? undefined : items(evidence).map((item) => parsePart(item, readKey)),
    grade: shown('grade'),
    registration: shown('registration'),
    condition: shown('condition'),
  };
}

/** Parses a part. A plain value that is protected as a whole is present, with the value null. */
function parsePart(value: Json | undefined, readKey: ReadKey): Part | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.length === 1) return parsePart(value[0], readKey);
  if (isObject(value) && isEncryptedValue(value))
    return { kind: 'encrypted', value: parseEncryptedValue(value, readKey) };
  return { kind: 'plain', value: publicPart(value) ?? null };
}

/** A value without the parts that are protected for some readers; undefined when nothing is left. */
function publicPart(value: Json): Json | undefined {
  if (!isObject(value) && !Array.isArray(value)) return value;
  const shown = member(stripProtected({ value }), 'value');
  return isObject(shown) ? (member(shown, '@value') ?? shown) : shown;
}

/** The value of a part: null when it is absent, or encrypted and not among the texts. */
function plainValue(part: Part | null, texts: DecryptedTexts): Json {
  if (part === null) return null;
  return part.kind === 'plain' ? part.value : (texts.get(part.value) ?? null);
}

/** The key in a part that holds one as PEM (specification: Assertion, `subject` and `agent`), or null. */
export function keyOf(part: Part | null, texts: DecryptedTexts, readKey: ReadKey): PublicKey | null {
  const value = plainValue(part, texts);
  if (typeof value !== 'string') return null;
  try {
    return readKey(value);
  } catch {
    return null;
  }
}

/**
 * The time in a part, UTC milliseconds: a number, its digits, or ISO 8601 (a date means its beginning in UTC). Null when the part
 * has no readable time.
 */
export function timeOf(part: Part | null, texts: DecryptedTexts): number | null {
  const value = plainValue(part, texts);
  const text = value instanceof ExactNumber ? value.source : typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.trim() === '') return null;
  const time = Number(text);
  return Number.isFinite(time) ? time : isoTime(text);
}

/** The polarity in a part. Null when it is present but cannot be read: such an assertion must not count as positive. */
export function polarityOf(part: Part | null, texts: DecryptedTexts): boolean | null {
  if (part === null) return isNegative(undefined);
  const value = plainValue(part, texts);
  return value === null || (typeof value === 'object' && !(value instanceof ExactNumber)) ? null : isNegative(value);
}

/** An item of evidence as text; null when it cannot be read. */
export function evidenceTextOf(part: Part | null, texts: DecryptedTexts): string | null {
  const value = plainValue(part, texts);
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}
