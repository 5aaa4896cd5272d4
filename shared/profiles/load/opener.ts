import { LRUCache } from 'lru-cache';
import { type OpenedText, openEncryptedValue } from '../../crypto/encrypted-value.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import type { SealedPart } from './sealed-part.ts';

/**
 * Opens sealed parts and remembers what was in them, also that nothing could be had: opening costs an RSA operation.
 *
 * It knows no caller: whether somebody may see what is inside is decided before it is asked.
 */
export type Opener = {
  /**
   * The text of a part by one of these keys; null when none opens it. A key that the part does not list is not tried.
   * Never throws on what the part holds.
   */
  open(part: SealedPart, keys: readonly PrivateKey[]): Promise<string | null>;
};

/** Parameters of {@link createOpener}. */
export type OpenerOptions = {
  /** Memory for opened texts: UTF-16 units, those of the entries' names included. */
  readonly capacity?: number;
  /** What opens an EncryptedValue. */
  readonly decrypt?: typeof openEncryptedValue;
};

/** Secrets tried with one key, the likely ones first: anybody may list thousands. */
const MAX_TRIES = 32;

/** About what an entry takes besides its text: digest, key id and bookkeeping. */
const ENTRY = 300;

/** An opener with a memory of its own. */
export function createOpener({ capacity = 32 << 20, decrypt = openEncryptedValue }: OpenerOptions = {}): Opener {
  const memory = new LRUCache<string, OpenedText>({
    maxSize: capacity,
    sizeCalculation: (entry) => ENTRY + (entry.opened ? entry.text.length : 0),
  });

  async function tryPosition(part: SealedPart, position: number, key: PrivateKey): Promise<OpenedText> {
    const { digest, value } = part.attempt(position);
    const name = `${digest} ${key.publicKey.id}`;
    const known = memory.get(name);
    if (known !== undefined) return known;
    const opened = await decrypt(value, key);
    memory.set(name, opened);
    return opened;
  }

  return {
    async open(part, keys) {
      for (const key of keys) {
        for (const position of likelyOrder(part, key)) {
          const opened = await tryPosition(part, position, key);
          if (opened.opened) return opened.text;
          if (opened.reason === 'malformed') break;
        }
      }
      return null;
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
