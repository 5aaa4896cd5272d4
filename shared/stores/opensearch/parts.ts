import type { SearchDocument } from '../../repository/search/document.ts';
import type { StoredVersion } from '../../repository/store/object-store.ts';
import type { WriteIds } from '../../repository/store/write-ids.ts';
import type { CreationClock, StampClock } from './clocks.ts';
import type { ChangeCursorCodec, CursorCodec } from './cursors.ts';
import type { Engine } from './engine/engine.ts';
import type { IndexNames } from './indices/index-names.ts';
import type { CopyLarge } from './publish/search-entry.ts';
import type { HeadCache } from './read/head-cache.ts';
import type { createCarriedVectors } from './vectors/carried-vectors.ts';
import type { nearestQuery, similarityOf } from './vectors/nearest.ts';

/** State shared by the parts of the store: created once, in `open.ts`. */
export type OpenSearchParts = {
  readonly engine: Engine;
  readonly names: IndexNames;
  /** UTC milliseconds. */
  readonly clock: () => number;
  readonly stamps: StampClock;
  readonly creation: CreationClock;
  readonly headCache: HeadCache;
  readonly cursors: CursorCodec;
  readonly changeCursors: ChangeCursorCodec;
  readonly writeIds: WriteIds;
  /** Makes the search copy of a stored object, for repair and rebuilds. */
  readonly describe: (object: StoredVersion) => SearchDocument;
  /** Makes the search copy of a large object. */
  readonly copyLarge: CopyLarge;
  /** Null: no model is configured, or the engine cannot compare vectors. */
  readonly vectors: {
    readonly createCarriedVectors: typeof createCarriedVectors;
    readonly nearestQuery: typeof nearestQuery;
    readonly similarityOf: typeof similarityOf;
  } | null;
  /** Receives failures of the engine with its own messages: for the log, never for callers. */
  readonly report: (error: unknown) => void;
};
