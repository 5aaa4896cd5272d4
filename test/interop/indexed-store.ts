/** A request of IndexedDB, which answers by a callback. */
type StoreRequest = { result?: unknown; onsuccess?: () => void; onerror?: () => void };

/**
 * As much of a browser's IndexedDB as the third cache level of the client library uses: one object store, keyed by the
 * member `id`, that answers asynchronously and returns copies.
 */
export function createIndexedStore() {
  const records = new Map<string, Record<string, unknown>>();
  const later = (work: () => unknown): StoreRequest => {
    const request: StoreRequest = {};
    setTimeout(() => {
      request.result = work();
      request.onsuccess?.();
    });
    return request;
  };
  const objectStore = () => ({
    add: (record: Record<string, unknown> & { id: string }) =>
      later(() => void (records.has(record.id) || records.set(record.id, record))),
    get: (id: string) => later(() => structuredClone(records.get(id))),
    delete: (id: string) => later(() => void records.delete(id)),
    clear: () => later(() => records.clear()),
  });
  return {
    /** An open database, for the library. */
    database: { transaction: () => ({ objectStore }) },
    /** The stored values, by id. */
    records,
  };
}
