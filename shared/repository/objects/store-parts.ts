import type { SearchDocument } from '../search/document.ts';
import { searchDocument } from '../search/search-copy.ts';
import type { StoredVersion } from '../store/object-store.ts';
import type { ObjectContext } from './context.ts';
import { type LargeObjects, largeObjectsHere } from './large-objects.ts';
import { storedObject } from './stored-versions.ts';

/** The service's parts of every object store. */
export type StoreParts = {
  /** The search document of a version. */
  readonly describe: (stored: StoredVersion) => SearchDocument;
  /** The same of a large object, as JSON text. */
  readonly describeLarge: LargeObjects['describe'];
  /** UTC milliseconds. */
  readonly clock: () => number;
  /** Receives errors that no caller gets. */
  readonly report: (error: unknown) => void;
  /** Receives a sentence for the operator's information. */
  readonly announce: (sentence: string) => void;
  /** Receives a sentence that the operator should act on. */
  readonly warn: (sentence: string) => void;
};

/**
 * The parts that are the same wherever the service runs.
 *
 * @param large absent: large objects are processed in the thread of the caller
 */
export function storeParts(
  { logger, now, readKey }: Pick<ObjectContext, 'logger' | 'now' | 'readKey'>,
  large: LargeObjects = largeObjectsHere(readKey),
): StoreParts {
  return {
    describe: (stored) => searchDocument(storedObject(stored), stored.access, readKey),
    describeLarge: large.describe,
    clock: now,
    report: (error) => logger.error('DATA', 'The store failed', { error: String(error) }),
    announce: (sentence) => logger.info('DATA', sentence),
    warn: (sentence) => logger.warn('DATA', sentence),
  };
}
