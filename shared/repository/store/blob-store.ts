/** A text under a name, with a tag that changes with it. */
export type Blob = { readonly text: string; readonly tag: string };

/** The state that a write requires: a text with this tag, or none (null). */
export type BlobCondition = { readonly expected: string | null };

/**
 * JSON texts under names, for clients that fetch them without the API: files, or objects in a bucket. Every implementation passes
 * `blob-store.contract.ts`. Methods reject with Problem `store-unavailable` (503).
 */
export interface BlobStore {
  /** The text under a name; null when there is none. */
  get(name: BlobName): Promise<Blob | null>;

  /**
   * Writes a text as a whole: readers see the old one or the new one. Durable when the promise resolves.
   *
   * @param condition absent: the write is unconditional
   * @returns the tag; null, and nothing is written, when the condition does not hold
   */
  put(name: BlobName, text: string, condition?: BlobCondition): Promise<string | null>;
}

/** A name without anything that file systems or addresses give a meaning to. */
export type BlobName = string & { readonly brand: 'BlobName' };

/** The name in a text; null for anything but letters, digits, `-`, `_` and dots that are not at its beginning. */
export function blobName(text: string): BlobName | null {
  return isBlobName(text) ? text : null;
}

function isBlobName(text: string): text is BlobName {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/.test(text);
}
