import { LRUCache } from 'lru-cache';

/**
 * A cache of at most `max` entries that drops the least recently used. It allocates memory as it grows, whereas lru-cache's `max`
 * allocates for all entries when a process starts.
 */
export function createBoundedCache<K extends {}, V extends {}>(max: number): LRUCache<K, V> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
