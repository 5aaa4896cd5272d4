import { statfs } from 'node:fs/promises';

/** A warning is logged when a smaller share of the disk is free. */
const MIN_FREE_SHARE = 0.1;

const CHECK_INTERVAL_MS = 3_600_000;

const GIGABYTE = 1e9;

/** The disk that a file grows on. */
export type DiskWatchOptions = {
  readonly directory: string;
  /** Now, UTC milliseconds. */
  readonly clock: () => number;
  /** Called with a sentence when little space is left. */
  readonly warn: (sentence: string) => void;
  /** `statfs`: blocks of the disk, and those available to this process. */
  readonly measure?: (
    directory: string,
  ) => Promise<{ readonly blocks: number; readonly bavail: number; readonly bsize: number }>;
};

/** Checks the free disk space at the first call, then at most once an hour. Never throws. */
export function openDiskWatch({ directory, clock, warn, measure = statfs }: DiskWatchOptions): () => Promise<void> {
  let checkedAt: number | null = null;
  return async () => {
    if (checkedAt !== null && Math.abs(clock() - checkedAt) < CHECK_INTERVAL_MS) return;
    checkedAt = clock();
    const disk = await measure(directory).catch(() => null); // not every file system supports it
    if (disk === null || disk.bavail >= disk.blocks * MIN_FREE_SHARE) return;
    const room = ((disk.bavail * disk.bsize) / GIGABYTE).toFixed(1);
    const share = Math.floor((100 * disk.bavail) / disk.blocks);
    warn(`The disk of the embedded store has ${room} GB free, ${share} %. When it is full, writes are refused.`);
  };
}
