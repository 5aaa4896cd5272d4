import type { DatabaseSync } from 'node:sqlite';
import type { SearchDocument } from '../../../repository/search/document.ts';
import type {
  Head,
  RemoveOutcome,
  RemoveRequest,
  RestoreOutcome,
  RestoreRequest,
  WriteOutcome,
  WriteRequest,
} from '../../../repository/store/object-store.ts';
import { isPreferred } from '../../../repository/store/preferred-text.ts';
import type { WriteIds } from '../../../repository/store/write-ids.ts';
import type { Indexer } from '../index/indexer.ts';
import { openAliasClaims } from './claim-aliases.ts';
import { type ObjectState, openObjectRows } from './object-rows.ts';

/** A request with its search document. */
export type Described<Request extends WriteRequest | RestoreRequest> = Request & { readonly search: SearchDocument };

/** {@link WriteOutcome}, without what the request says. */
export type StoredOutcome =
  | { readonly status: 'stored'; readonly writeId: string }
  | Exclude<WriteOutcome, { readonly status: 'stored' }>;

/** Writes, deletes and restores single objects inside the open transaction. */
export type ObjectWriter = {
  write(request: Described<WriteRequest>): StoredOutcome;
  remove(request: RemoveRequest): RemoveOutcome;
  restore(request: Described<RestoreRequest>): RestoreOutcome;
  /** Indexes an object again, or removes a deleted one from the index (null). @returns whether it still was in that state */
  index(head: Pick<Head, 'key' | 'version' | 'writeId'>, search: SearchDocument | null): boolean;
};

export function openObjectWriter(db: DatabaseSync, indexer: Indexer, writeIds: WriteIds): ObjectWriter {
  const rows = openObjectRows(db, writeIds);
  const aliases = openAliasClaims(db);

  /** Inserts a version that is not stored yet. */
  function insert(request: Described<RestoreRequest>, state: ObjectState | null): void {
    const { key, shortId, version, time, search, deleted } = request;
    const doc = state?.doc ?? rows.addObject(key, shortId);
    const row = rows.addVersion(doc, request);
    rows.addTrail(doc, version, request);
    aliases.claim(request, doc);
    if (state !== null && version <= state.version) {
      rows.markChanged(doc);
      return;
    }
    rows.setHead(doc, row, request, deleted ? time : null);
    indexer.put(doc, deleted ? null : { document: search, version, isNew: state === null });
  }

  /** Puts a version in the place of another text of it. */
  function replace(request: Described<RestoreRequest>, { doc, version, deleted }: ObjectState): void {
    rows.replaceVersion(doc, request);
    rows.addTrail(doc, request.version, request);
    aliases.claim(request, doc);
    rows.markChanged(doc);
    if (request.version === version && !deleted) indexer.put(doc, { document: request.search, version });
  }

  /** Restores a version that is there with a text. @param replaces whether that text gives way */
  function restoreOver(
    request: Described<RestoreRequest>,
    state: ObjectState,
    stored: string,
    replaces: boolean,
  ): RestoreOutcome {
    const { doc, version, deleted } = state;
    const differs = stored !== request.text;
    if (differs && request.resolve !== true) return { status: 'differs' };
    if (replaces) replace(request, state);
    const ends = request.deleted && !deleted && version === request.version;
    if (ends) {
      rows.markDeleted(doc, request.time);
      if (request.removed !== undefined) rows.addTrail(doc, version, { removed: request.removed });
      indexer.put(doc, null);
    }
    if (replaces || ends) return { status: 'restored' };
    return { status: differs ? 'differs' : 'present' };
  }

  return {
    write(request) {
      const state = rows.state(request.key);
      if (!isExpected(state, request.expected) || (state && request.version <= state.version)) {
        return { status: 'conflict' };
      }
      const taken = aliases.taken(request, state?.doc ?? null);
      if (taken !== null) return { status: 'alias-taken', alias: taken };

      const { key, shortId, version, written } = request;
      const doc = state?.doc ?? rows.addObject(key, shortId);
      const writeId = rows.setHead(doc, rows.addVersion(doc, request), request, null);
      if (written !== undefined) rows.addTrail(doc, version, { written });
      aliases.claim(request, doc);
      indexer.put(doc, { document: request.search, version, isNew: state === null });
      return { status: 'stored', writeId };
    },

    remove(request) {
      const state = rows.state(request.key);
      if (state === null || !isExpected(state, request.expected) || state.deleted) {
        return { status: 'conflict' };
      }
      rows.markDeleted(state.doc, request.time);
      if (request.removed !== undefined) rows.addTrail(state.doc, state.version, { removed: request.removed });
      indexer.put(state.doc, null);
      const head = rows.head(request.key);
      if (head === null) throw new Error('An object vanished while it was being deleted.');
      return { status: 'removed', head };
    },

    restore(request) {
      const state = rows.state(request.key);
      const stored = state && rows.textOf(state.doc, request.version);
      const replaces = stored !== null && request.resolve === true && isPreferred(request.text, stored);
      if (stored === null || replaces) {
        const taken = aliases.taken(request, state?.doc ?? null);
        if (taken !== null) return { status: 'alias-taken', alias: taken };
      }
      if (state !== null && stored !== null) return restoreOver(request, state, stored, replaces);
      insert(request, state);
      return { status: 'restored' };
    },

    index({ key, version, writeId }, document) {
      const state = rows.state(key);
      if (state?.writeId !== writeId) return false;
      indexer.put(state.doc, document && { document, version });
      return true;
    },
  };
}

function isExpected(state: ObjectState | null, expected: string | null): boolean {
  return (state?.writeId ?? null) === expected;
}
