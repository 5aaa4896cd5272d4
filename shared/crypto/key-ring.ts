import { LRUCache } from 'lru-cache';
import { type PublicKey, parsePublicKey, type ReadKey } from './public-key.ts';

/**
 * A {@link ReadKey} that remembers the keys it met last: few keys stand in many objects, and looking one up costs a
 * fraction of reading it.
 *
 * @param max how many keys it remembers
 */
export function createKeyRing(max = 2000): ReadKey {
  const keys = new LRUCache<string, PublicKey>({ max });
  return (pem) => {
    const known = keys.get(pem);
    if (known !== undefined) return known;
    const key = parsePublicKey(pem);
    keys.set(pem, key);
    return key;
  };
}
