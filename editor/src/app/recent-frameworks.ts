/** The short ids of frameworks that were opened in this browser last. */
const KEY = 'competency-editor.recent';

const MOST = 6;

/** The short ids of the frameworks that were opened last, the last one first. */
export function readRecent(storage: Storage | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return []; // written by something else, or not readable in this window
  }
}

/** Puts a framework first. */
export function addRecent(storage: Storage | null, id: string): void {
  write(storage, [id, ...readRecent(storage).filter((one) => one !== id)].slice(0, MOST));
}

/** Keeps those of the ids only. */
export function keepRecent(storage: Storage | null, ids: readonly string[]): void {
  write(
    storage,
    readRecent(storage).filter((id) => ids.includes(id)),
  );
}

function write(storage: Storage | null, ids: readonly string[]): void {
  try {
    if (ids.length === 0) storage?.removeItem(KEY);
    else storage?.setItem(KEY, JSON.stringify(ids));
  } catch {
    // a private window, or a full disk: nothing is kept
  }
}
