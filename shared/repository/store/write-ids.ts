/** Generates write ids that identify the instance of the store that generated them. */
export type WriteIds = {
  /** A unique id. */
  next(): string;
  /** Whether this instance generated the id. */
  isOwn(writeId: string): boolean;
};

/** A prefix for the write ids of a new instance. */
export function newInstance(): string {
  return `${crypto.randomUUID().slice(0, 13)}.`;
}

/** @param instance the same for all threads of an instance */
export function createWriteIds(instance = newInstance()): WriteIds {
  return {
    next: () => `${instance}${crypto.randomUUID()}`,
    isOwn: (writeId) => writeId.startsWith(instance),
  };
}
