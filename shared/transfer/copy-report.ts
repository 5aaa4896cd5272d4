import type { Context } from '../context.ts';
import type { importLines } from './import-lines.ts';
import type { TransferReport } from './report.ts';
import type { NoExport } from './source-export.ts';

/** Where a copy notes how far it is, to go on there when it is run again. */
export type Checkpoint = {
  readonly read: () => Promise<string | null>;
  readonly write: (mark: string) => Promise<void>;
  readonly clear: () => Promise<void>;
};

/** How a copy went. */
export type CopyReport = TransferReport & {
  /** By an admin's export, with everything; or by search and histories, with what the source shows to the keys given. */
  readonly way: 'export' | 'search';
  /** Why there was no export, though something proved who asks; null when there was one, or nothing did. */
  readonly noExport: NoExport | null;
  /** Went on where an earlier run stopped. */
  readonly resumed: boolean;
  /** Objects asked for; those of an export are not counted. */
  readonly objects: number;
  /** Searches of which the source could not be brought to show everything. */
  readonly missed: readonly string[];
};

/** What a copy is made with. */
export type CopyOptions = {
  /** Results that the source shows of one search. */
  readonly window: number;
  readonly checkpoint: Checkpoint;
  readonly progress: (report: CopyReport) => void;
};

/** What a copy works with. */
export type CopyContext = Parameters<typeof importLines>[0] & Pick<Context, 'logger'>;
