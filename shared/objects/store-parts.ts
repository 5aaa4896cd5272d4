import type { Context } from '../context.ts';
import { searchDocument } from '../linked-data/search-copy.ts';
import type { SearchDocument } from '../search/document.ts';
import type { StoredVersion } from '../store/object-store.ts';
import { storedObject } from './stored-object.ts';

/** What every store of objects is given by the service that opens it. */
export type StoreParts = {
  /** What search knows of a version. */
  readonly describe: (stored: StoredVersion) => SearchDocument;
  /** UTC milliseconds. */
  readonly clock: () => number;
  /** Takes faults of which no caller hears. */
  readonly report: (error: unknown) => void;
  /** Takes a sentence for the operator, who need do nothing. */
  readonly announce: (sentence: string) => void;
  /** Takes a sentence for the operator, who should do something. */
  readonly warn: (sentence: string) => void;
};

/** The parts that are the same wherever the service runs. */
export function storeParts({ logger, now, readKey }: Pick<Context, 'logger' | 'now' | 'readKey'>): StoreParts {
  return {
    describe: (stored) => searchDocument(storedObject(stored), stored.access, readKey),
    clock: now,
    report: (error) => logger.error('DATA', 'The store met a fault', { error: String(error) }),
    announce: (sentence) => logger.info('DATA', sentence),
    warn: (sentence) => logger.warn('DATA', sentence),
  };
}
