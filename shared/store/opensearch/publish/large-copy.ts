import type { SearchDocument } from '../../../search/document.ts';
import type { StoredVersion } from '../../object-store.ts';
import { ENTRY_FORMS, entryLacks, searchEntry } from './search-entry.ts';

/** The search copy of a large object in one form, as JSON text. */
export type LargeCopy = {
  readonly text: string;
  /** What searches cannot find of the object in any form, in words for its sender; null: nothing. */
  readonly lack: string | null;
};

/**
 * Makes the search copy of a large object.
 *
 * @param born see `clocks.ts`
 * @param form position in {@link ENTRY_FORMS}
 */
export type CopyLarge = (stored: StoredVersion, born: number, form: number) => Promise<LargeCopy>;

/** Implements {@link CopyLarge}, from the search document of the object. */
export function largeCopy(stored: StoredVersion, document: SearchDocument, born: number, form: number): LargeCopy {
  const entry = searchEntry(stored.key, born, stored.version, document);
  const lacks = [...(document.omitted ?? []), entryLacks(document) ?? []].flat();
  return {
    text: JSON.stringify(ENTRY_FORMS[form]?.reduce(entry) ?? {}),
    lack: lacks.length === 0 ? null : lacks.join(' '),
  };
}
