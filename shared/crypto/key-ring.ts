import { LRUCache } from 'lru-cache';
import { type PublicKey, parsePublicKey, type ReadKey } from './public-key.ts';

/**
 * A {@link ReadKey} with a cache: many objects name the same few keys, and a look-up takes a fraction of the time of parsing.
 *
 * @param max size of the cache
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
