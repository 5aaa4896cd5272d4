import type { DatabaseSync } from 'node:sqlite';
import type { SearchDocument } from '../../../repository/search/document.ts';
import type {
  Head,
  RemoveOutcome,
  RemoveRequest,
  RestoreOutcome,
  RestoreRequest,
  WriteRequest,
} from '../../../repository/store/object-store.ts';
import type { WriteIds } from '../../../repository/store/write-ids.ts';
import type { Indexer } from '../index/indexer.ts';
import { openMergeStep } from '../index/merge-step.ts';
import { openRebuildSteps, type RebuildSteps } from '../index/rebuild-steps.ts';
import { type KeyValueSteps, openKeyValueSteps } from '../key-value-steps.ts';
import { purgeObjects } from './purge.ts';
import { openVectorSteps, type VectorSteps } from './vector-steps.ts';
import { openObjectWriter, type StoredOutcome } from './write-object.ts';

/** A request whose search document is JSON text, which is cheaper to pass between threads than its object. */
export type WithDocumentText<Request extends { readonly search: SearchDocument | null }> = Omit<Request, 'search'> & {
  readonly search: string;
};

/** A state of an object, and the search document to index it with; null when it is deleted. */
export type IndexInput = {
  readonly head: Pick<Head, 'key' | 'version' | 'writeId'>;
  readonly search: string | null;
};

/** {@link StoredOutcome} with what the search document says about parts of the object that search cannot find. */
export type WriteStepOutcome = StoredOutcome & { readonly omitted?: readonly string[] };

/** The steps of the writer thread. Each takes one input, and runs inside a transaction. */
export type Steps = KeyValueSteps &
  RebuildSteps &
  VectorSteps & {
    write(request: WithDocumentText<WriteRequest>): WriteStepOutcome;
    remove(request: RemoveRequest): RemoveOutcome;
    restore(request: WithDocumentText<RestoreRequest>): RestoreOutcome;
    /** Indexes an object again. @returns whether it still was in that state; otherwise it is not */
    index(input: IndexInput): boolean;
    /** Merges some pages of the full-text index. @returns whether there may be more to merge */
    mergeIndex(input: null): boolean;
    /** Removes all objects. */
    purge(input: null): void;
  };

/** @param indexer collects index changes of the same connection */
export function openSteps(db: DatabaseSync, indexer: Indexer, writeIds: WriteIds): Steps {
  const objects = openObjectWriter(db, indexer, writeIds);
  return {
    ...openKeyValueSteps(db),
    ...openRebuildSteps(db, indexer),
    write(request) {
      const search = parseDocument(request.search);
      const outcome = objects.write({ ...request, search });
      const { omitted = [] } = search;
      return outcome.status === 'stored' && omitted.length > 0 ? { ...outcome, omitted } : outcome;
    },
    remove: objects.remove,
    restore: (request) => objects.restore({ ...request, search: parseDocument(request.search) }),
    index: ({ head, search }) => objects.index(head, search === null ? null : parseDocument(search)),
    ...openVectorSteps(db),
    mergeIndex: openMergeStep(db),
    purge: () => purgeObjects(db, indexer),
  };
}

function parseDocument(text: string): SearchDocument {
  return JSON.parse(text) as SearchDocument; // written from one in the serving thread
}
