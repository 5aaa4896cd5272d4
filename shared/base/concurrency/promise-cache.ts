/**
 * Creates a cache of promises: the first call with a key calls `create`, later ones get the same promise. A promise that rejects is
 * removed, so that the next call tries again.
 */
export function createPromiseCache<Key, Value>(): (key: Key, create: () => Promise<Value>) => Promise<Value> {
  const cache = new Map<Key, Promise<Value>>();
  return (key, create) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const created = create();
    cache.set(key, created);
    created.catch(() => cache.delete(key));
    return created;
  };
}
