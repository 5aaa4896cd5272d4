import type { Context } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { identify } from '../linked-data/identifiers.ts';
import { type RestoreItem, restoreMany } from '../objects/restore-many.ts';
import { importLines } from './import-lines.ts';
import { createTally, type TransferReport } from './report.ts';
import { AnswerError, SourceError } from './retry.ts';
import type { SourceClient } from './source-client.ts';
import { sourceIds } from './source-ids.ts';
import { sourceVersions } from './source-versions.ts';

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

type CopyContext = Parameters<typeof restoreMany>[0] & Pick<Context, 'logger'>;

/** Histories asked for at a time. */
const PARALLEL = 4;

/** Objects that are moved in together. */
const TOGETHER = 32;

/** Times that an export which breaks off is begun anew. */
const EXPORT_ATTEMPTS = 5;

/**
 * Copies every object of a server with every version that it offers: ids, owners, signatures and versions stay. What is
 * here already stays as it is, so that a copy may be repeated.
 *
 * @throws SourceError when the source cannot be read (any more), Problem `store-unavailable` (503): what was copied stays
 */
export async function copyFrom(ctx: CopyContext, client: SourceClient, options: CopyOptions): Promise<CopyReport> {
  const exported = client.proves ? await copyExport(ctx, client, options) : null;
  return exported ?? (await copyFound(ctx, client, options));
}

async function copyExport(
  ctx: CopyContext,
  client: SourceClient,
  { progress }: CopyOptions,
): Promise<CopyReport | null> {
  const asCopy = (report: TransferReport): CopyReport => ({
    ...report,
    way: 'export',
    resumed: false,
    objects: 0,
    missed: [],
  });
  for (let attempt = 1; ; attempt++) {
    const bytes = await client.stream('util/export');
    if (bytes === null) return null;
    try {
      return asCopy(await importLines(ctx, bytes, (report) => progress(asCopy(report))));
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (attempt === EXPORT_ATTEMPTS)
        throw new SourceError('The export broke off each time it was asked for.', { cause: error });
    }
  }
}

async function copyFound(ctx: CopyContext, client: SourceClient, options: CopyOptions): Promise<CopyReport> {
  const { checkpoint, window, progress } = options;
  const after = await checkpoint.read();
  const tally = createTally();
  const missed: string[] = [];
  let objects = 0;
  const report = (): CopyReport => ({ ...tally.report(), way: 'search', resumed: after !== null, objects, missed });

  async function versionsOf(shortId: string): Promise<readonly RestoreItem[]> {
    try {
      return await sourceVersions(client, shortId);
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      tally.fail(error, shortId);
      return [];
    }
  }

  for await (const { ids, mark } of sourceIds(client, window, after, (search) => missed.push(search))) {
    const shortIds = shortIdsOf(ids, client.base, tally.fail);
    for (let from = 0; from < shortIds.length; from += TOGETHER) {
      const some = shortIds.slice(from, from + TOGETHER);
      const items = await mapInParallel(some, PARALLEL, versionsOf);
      for (const result of await restoreMany(ctx, items.flat())) tally.add(result);
      objects += some.length;
      progress(report());
    }
    if (mark !== null) await checkpoint.write(mark);
  }
  await checkpoint.clear();
  return report();
}

function shortIdsOf(
  ids: readonly string[],
  base: string,
  fail: (problem: Problem, id: string) => void,
): readonly string[] {
  const shortIds = new Set<string>();
  for (const id of ids) {
    try {
      shortIds.add(identify(id, [base]).shortId);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      fail(error, id);
    }
  }
  return [...shortIds];
}

/** What a piece of work gives for each item, in their order; several at a time are under way. The first fault ends it. */
async function mapInParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Array<R>(items.length);
  const waiting = items.entries();
  let broken = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (broken) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        broken = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
