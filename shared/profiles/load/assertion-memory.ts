import { LRUCache } from 'lru-cache';
import { isEncryptedValue } from '../../access/kbac-types.ts';
import type { ReadKey } from '../../crypto/public-key.ts';
import { storedObject } from '../../objects/stored-object.ts';
import type { HeadState } from '../../store/object-store.ts';
import { type AssertionParts, readAssertion } from './assertion-parts.ts';
import { type SealedPart, sealedPart } from './sealed-part.ts';

/** What a stored assertion consists of, nothing of it opened: parts, or one that wraps them all. Null: it is no assertion. */
export type TakenApart =
  | { readonly kind: 'parts'; readonly parts: AssertionParts }
  | { readonly kind: 'wrapped'; readonly part: SealedPart }
  | null;

/**
 * Takes assertions apart and remembers them so, sealed as they are, the same for every caller: once their parts have been opened,
 * reading and parsing them costs more than all the rest.
 */
export type AssertionMemory = {
  /** Undefined: its text is needed. */
  recall(state: Pick<HeadState, 'writeId'>): TakenApart | undefined;
  takeApart(state: Pick<HeadState, 'key' | 'writeId'> & { readonly text: string }): TakenApart;
};

/** About what an assertion takes besides its text. */
const ENTRY = 500;

/** @param capacity UTF-16 units of stored text */
export function createAssertionMemory(readKey: ReadKey, capacity = 32 << 20): AssertionMemory {
  const memory = new LRUCache<string, { readonly length: number; readonly taken: TakenApart }>({
    maxSize: capacity,
    sizeCalculation: ({ length }) => length + ENTRY,
  });
  return {
    recall: ({ writeId }) => memory.get(writeId)?.taken,
    takeApart({ key, writeId, text }) {
      const taken = takeApart({ key, text }, readKey);
      memory.set(writeId, { length: text.length, taken });
      return taken;
    },
  };
}

function takeApart(stored: Parameters<typeof storedObject>[0], readKey: ReadKey): TakenApart {
  const object = storedObject(stored);
  if (isEncryptedValue(object)) return { kind: 'wrapped', part: sealedPart(object, readKey) };
  const parts = readAssertion(object, readKey);
  return parts === null ? null : { kind: 'parts', parts };
}
