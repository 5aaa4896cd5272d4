import { createMemoryStorage, type TextStorage } from './text-storage.ts';

const STORE = 'texts';

/** Much longer than a busy device needs to open the database. */
const OPEN_TIMEOUT_MS = 8_000;

/**
 * Keeps texts in IndexedDB, or in memory where the browser allows no storage, as in some private windows: see `durable`.
 *
 * @param name of the database: one per service of an origin
 * @throws DOMException `TimeoutError` when IndexedDB does not answer within `OPEN_TIMEOUT_MS`. It may contain keys and unsent changes, so
 *   this does not continue in memory
 */
export async function openStorage(name: string): Promise<TextStorage> {
  try {
    return createIndexedDbStorage(await whileLocked(`open ${name}`, () => openDatabase(name)));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') throw error;
    return createMemoryStorage(); // the page says so: `durable` is false
  }
}

function createIndexedDbStorage(database: IDBDatabase): TextStorage {
  function run<T>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const made = request(transaction.objectStore(STORE));
      transaction.commit(); // now: a page that is being closed may not do it later
      transaction.oncomplete = () => resolve(made.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser did not store a text.'));
    });
  }

  let isCleared = false;

  return {
    durable: true,
    async get(key) {
      const text: unknown = await run('readonly', (store) => store.get(key));
      return typeof text === 'string' ? text : null;
    },
    async set(key, text) {
      if (!isCleared) await run('readwrite', (store) => store.put(text, key));
    },
    async remove(key) {
      await run('readwrite', (store) => store.delete(key));
    },
    async keys() {
      const keys = await run('readonly', (store) => store.getAllKeys());
      return keys.filter((key) => typeof key === 'string');
    },
    async clear() {
      isCleared = true;
      await run('readwrite', (store) => store.clear());
    },
  };
}

/**
 * Holds a lock meanwhile, so that Chromium does not put the page into its back/forward cache: a page cached while it opens the database
 * would keep all other pages from opening it.
 */
function whileLocked<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = 'locks' in navigator ? navigator.locks : null; // only in secure contexts
  if (locks === null) return work();
  return locks.request(name, { mode: 'shared', signal: AbortSignal.timeout(OPEN_TIMEOUT_MS) }, work);
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    const timer = setTimeout(() => {
      request.onsuccess = () => request.result.close();
      reject(new DOMException('The storage of the browser does not answer.', 'TimeoutError'));
    }, OPEN_TIMEOUT_MS);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      clearTimeout(timer);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('The browser has no storage.'));
  });
}
