/** Gives write ids that tell which instance of a store gave them. */
export type WriteIds = {
  /** An id that no other write has. */
  next(): string;
  /** Whether this instance gave the id. */
  isOwn(writeId: string): boolean;
};

/** The name of a new instance. */
export function newInstance(): string {
  return `${crypto.randomUUID().slice(0, 13)}.`;
}

/** The write ids of one instance. Its threads have one name. */
export function createWriteIds(instance = newInstance()): WriteIds {
  return {
    next: () => `${instance}${crypto.randomUUID()}`,
    isOwn: (writeId) => writeId.startsWith(instance),
  };
}
