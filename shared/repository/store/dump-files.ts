import type { Bytes } from '../../base/crypto/base64.ts';
import type { BlobName } from './blob-store.ts';

/** A part of a file: from its first to its last byte, both included. */
export type ByteRange = { readonly first: number; readonly last: number };

/** A file that is being read. */
export type OpenFile = {
  /** Of the whole file, in bytes. */
  readonly size: number;
  /**
   * The bytes, as fast as they are read; cancel what is not read. Reading fails if the file was removed before it began.
   *
   * @param range within the file; absent: all of it
   */
  readonly read: (range?: ByteRange) => ReadableStream<Bytes>;
};

/**
 * The place where dumps are kept: a directory, or a bucket. Every implementation passes `dump-files.contract.ts`. Methods reject with
 * Problem `store-unavailable` (503).
 */
export interface DumpFiles {
  /** Opens a file; null when there is none. */
  open(name: BlobName): Promise<OpenFile | null>;

  /** Writes a file as a whole: readers find the old one or the new one. Durable when the promise resolves. */
  put(name: BlobName, bytes: Bytes): Promise<void>;

  /** The names of all files. */
  list(): Promise<readonly BlobName[]>;

  /** Removes a file, if it is there. What has begun to be read is read on. */
  delete(name: BlobName): Promise<void>;
}
