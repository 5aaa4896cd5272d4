/** Gives write ids that tell which instance of a store gave them. */
export type WriteIds = {
  /** An id that no other write has. */
  next(): string;
  /** Whether this instance gave the id. */
  isOwn(writeId: string): boolean;
};

/** The write ids of one instance. */
export function createWriteIds(): WriteIds {
  const instance = `${crypto.randomUUID().slice(0, 13)}.`;
  return {
    next: () => `${instance}${crypto.randomUUID()}`,
    isOwn: (writeId) => writeId.startsWith(instance),
  };
}
