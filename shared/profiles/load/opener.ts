import { LRUCache } from 'lru-cache';
import { type OpenedText, openEncryptedValue } from '../../crypto/encrypted-value.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Attempt, SealedPart } from './sealed-part.ts';

/**
 * Opens sealed parts and remembers what was in them, also that nothing could be had: opening costs an RSA operation.
 *
 * It knows no caller: whether somebody may see what is inside is decided before it is asked.
 */
export type Opener = {
  /**
   * The text of a part by one of these keys; null when none opens it. A key that the part does not list is not tried. At once
   * where it is remembered. Never throws on what the part holds.
   */
  open(part: SealedPart, keys: readonly PrivateKey[]): string | null | Promise<string | null>;
};

/** Parameters of {@link createOpener}. */
export type OpenerOptions = {
  /** Memory for opened texts: UTF-16 units, what they were opened from included. */
  readonly capacity?: number;
  /** What opens an EncryptedValue. */
  readonly decrypt?: typeof openEncryptedValue;
};

/** What was in a part, or why nothing could be had, and what this depended on besides secret and key. */
type Remembered = { readonly iv: string | null; readonly payload: string | null; readonly opened: OpenedText };

/** Secrets tried with one key, the likely ones first: anybody may list thousands. */
const MAX_TRIES = 32;

/** About what an entry takes besides its texts. */
const ENTRY = 200;

/** An opener with a memory of its own. */
export function createOpener({ capacity = 32 << 20, decrypt = openEncryptedValue }: OpenerOptions = {}): Opener {
  const memory = new LRUCache<string, Remembered>({
    maxSize: capacity,
    sizeCalculation: ({ payload, opened }, name) =>
      ENTRY + name.length + (payload?.length ?? 0) + (opened.opened ? opened.text.length : 0),
  });

  /** Texts of parts that are still at hand: then not even the memory is asked. */
  const atHand = new WeakMap<SealedPart, { readonly keys: readonly PrivateKey[]; readonly text: string | null }>();

  function remembered(attempt: Attempt, { publicKey }: PrivateKey): OpenedText | undefined {
    const found = memory.get(attempt.name(publicKey.id));
    return found !== undefined && found.iv === attempt.iv && found.payload === attempt.payload
      ? found.opened
      : undefined;
  }

  /** Undefined: it would have to be decrypted. */
  function known(part: SealedPart, keys: readonly PrivateKey[]): string | null | undefined {
    for (const key of keys) {
      for (const position of likelyOrder(part, key)) {
        const opened = remembered(part.attempt(position), key);
        if (opened === undefined) return undefined;
        if (opened.opened) return opened.text;
        if (opened.reason === 'malformed') break;
      }
    }
    return null;
  }

  async function decrypted(attempt: Attempt, key: PrivateKey): Promise<OpenedText> {
    const { iv, payload, value } = attempt;
    const opened = await decrypt(value, key);
    memory.set(attempt.name(key.publicKey.id), { iv, payload, opened });
    return opened;
  }

  async function open(part: SealedPart, keys: readonly PrivateKey[]): Promise<string | null> {
    for (const key of keys) {
      for (const position of likelyOrder(part, key)) {
        const attempt = part.attempt(position);
        const opened = remembered(attempt, key) ?? (await decrypted(attempt, key));
        if (opened.opened) return opened.text;
        if (opened.reason === 'malformed') break;
      }
    }
    return null;
  }

  return {
    open(part, keys) {
      const last = atHand.get(part);
      if (last?.keys === keys) return last.text;
      const text = known(part, keys);
      if (text === undefined) return open(part, keys);
      atHand.set(part, { keys, text });
      return text;
    },
  };
}

/** Positions of secrets: those where the key stands among the holders, then all others; none when it is not listed. */
function likelyOrder({ holders, secrets }: SealedPart, key: PrivateKey): Iterable<number> {
  const likely = holders.flatMap((holder, index) => (holder === key.publicKey.id ? [index] : []));
  if (likely.length === 0) return [];
  const positions = new Set(likely.filter((index) => index < secrets).slice(0, MAX_TRIES));
  for (let i = 0; i < secrets && positions.size < MAX_TRIES; i++) positions.add(i);
  return positions;
}
