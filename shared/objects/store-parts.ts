import type { SearchDocument } from '../search/document.ts';
import { searchDocument } from '../search/search-copy.ts';
import type { StoredVersion } from '../store/object-store.ts';
import type { ObjectContext } from './context.ts';
import { type LargeObjects, largeObjectsHere } from './large-objects.ts';
import { storedObject } from './stored-object.ts';

/** What every store of objects is given by the service that opens it. */
export type StoreParts = {
  /** What search knows of a version. */
  readonly describe: (stored: StoredVersion) => SearchDocument;
  /** The same of a large object, as JSON text. */
  readonly describeLarge: LargeObjects['describe'];
  /** What a store on OpenSearch keeps for searches of a large object. */
  readonly copyLarge: LargeObjects['searchCopy'];
  /** UTC milliseconds. */
  readonly clock: () => number;
  /** Takes faults of which no caller hears. */
  readonly report: (error: unknown) => void;
  /** Takes a sentence for the operator, who need do nothing. */
  readonly announce: (sentence: string) => void;
  /** Takes a sentence for the operator, who should do something. */
  readonly warn: (sentence: string) => void;
};

/**
 * The parts that are the same wherever the service runs.
 *
 * @param large absent: large objects are worked on in the thread of the caller
 */
export function storeParts(
  { logger, now, readKey }: Pick<ObjectContext, 'logger' | 'now' | 'readKey'>,
  large: LargeObjects = largeObjectsHere(readKey),
): StoreParts {
  return {
    describe: (stored) => searchDocument(storedObject(stored), stored.access, readKey),
    describeLarge: large.describe,
    copyLarge: large.searchCopy,
    clock: now,
    report: (error) => logger.error('DATA', 'The store met a fault', { error: String(error) }),
    announce: (sentence) => logger.info('DATA', sentence),
    warn: (sentence) => logger.warn('DATA', sentence),
  };
}
