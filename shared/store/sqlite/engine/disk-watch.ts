import { statfs } from 'node:fs/promises';

/** Share of the disk: with less free than this, a warning is logged. */
const MIN_FREE_SHARE = 0.1;

const CHECK_INTERVAL_MS = 3_600_000;

const GIGABYTE = 1e9;

/** The disk that a file grows on. */
export type DiskWatchOptions = {
  readonly directory: string;
  /** Now, UTC milliseconds. */
  readonly clock: () => number;
  /** Is told in a sentence when there is little room left. */
  readonly warn: (sentence: string) => void;
  /** What the system says of the disk: blocks, and those that are free for this process. */
  readonly measure?: (
    directory: string,
  ) => Promise<{ readonly blocks: number; readonly bavail: number; readonly bsize: number }>;
};

/** Looks how much room the disk has left, when it is called first and then once an hour. Never fails. */
export function openDiskWatch({ directory, clock, warn, measure = statfs }: DiskWatchOptions): () => Promise<void> {
  let looked: number | null = null;
  return async () => {
    if (looked !== null && Math.abs(clock() - looked) < CHECK_INTERVAL_MS) return;
    looked = clock();
    const disk = await measure(directory).catch(() => null); // not every file system tells
    if (disk === null || disk.bavail >= disk.blocks * MIN_FREE_SHARE) return;
    const room = ((disk.bavail * disk.bsize) / GIGABYTE).toFixed(1);
    const share = Math.floor((100 * disk.bavail) / disk.blocks);
    warn(`The disk of the embedded store has ${room} GB free, ${share} %. When it is full, writes are refused.`);
  };
}
