import type { Context } from '../../repository/context.ts';
import type { importLines } from './import-lines.ts';
import type { TransferReport } from './report.ts';

/** Why a server gives no export: it does not offer one, or does not accept us as an admin. */
export type NoExport = 'not-offered' | 'not-admin';

/** Stores the progress of a copy, so that another run can resume it. */
export type Checkpoint = {
  readonly read: () => Promise<string | null>;
  readonly write: (text: string) => Promise<void>;
  readonly clear: () => Promise<void>;
};

/** The result of a copy. */
export type CopyReport = TransferReport & {
  /** `export`: everything, as an admin; `search`: by searches and histories, what the source shows to the given keys. */
  readonly way: 'export' | 'search';
  /** Why there was no export, although credentials were given; null otherwise. */
  readonly noExport: NoExport | null;
  /** Continues an earlier run. */
  readonly resumed: boolean;
  /** The number of objects requested; 0 for an export. */
  readonly objects: number;
  /** Searches of which the source did not show all results. */
  readonly missed: readonly string[];
};

export type CopyOptions = {
  /** The number of results that the source shows of one search. */
  readonly window: number;
  readonly checkpoint: Checkpoint;
  readonly progress: (report: CopyReport) => void;
};

export type CopyContext = Parameters<typeof importLines>[0] & Pick<Context, 'logger'>;
