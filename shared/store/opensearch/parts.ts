import type { SearchDocument } from '../../search/document.ts';
import type { StoredVersion } from '../object-store.ts';
import type { WriteIds } from '../write-ids.ts';
import type { ChangeCursorCodec } from './change-cursor.ts';
import type { CreationClock } from './clocks.ts';
import type { CursorCodec } from './cursors.ts';
import type { Engine } from './engine/engine.ts';
import type { IndexNames } from './indices/index-names.ts';
import type { CopyLarge } from './publish/large-copy.ts';
import type { HeadMemory } from './read/head-cache.ts';
import type { StampClock } from './stamp-clock.ts';

/** What the parts of the store share: made once, in `open.ts`. */
export type Parts = {
  readonly engine: Engine;
  readonly names: IndexNames;
  /** UTC milliseconds. */
  readonly clock: () => number;
  readonly stamps: StampClock;
  readonly creation: CreationClock;
  readonly memory: HeadMemory;
  readonly cursors: CursorCodec;
  readonly changeCursors: ChangeCursorCodec;
  readonly writeIds: WriteIds;
  /** Makes the search copy of a stored object anew, as repair and rebuilding do. */
  readonly describe: (object: StoredVersion) => SearchDocument;
  /** Makes that of a large object. */
  readonly copyLarge: CopyLarge;
  /** Is told of faults of the engine, in its own words: for the log, never for callers. */
  readonly report: (error: unknown) => void;
};
