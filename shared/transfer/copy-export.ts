import { Problem } from '../errors/problem.ts';
import { isObject, member } from '../linked-data/json.ts';
import type { CopyContext, CopyOptions, CopyReport } from './copy-report.ts';
import { importLines } from './import-lines.ts';
import { createTally, joinReports, type TransferReport } from './report.ts';
import { SourceError } from './retry.ts';
import { jsonOrNull, type SourceClient } from './source-client.ts';
import { type NoExport, openSourcePart, RefusedPart, type SourcePart } from './source-export.ts';

/** Times that a part which breaks off is asked for. */
const ATTEMPTS = 5;

/**
 * Copies everything that a server's export holds, part by part; after each the place is noted at the checkpoint. A part that
 * breaks off is asked for again: what came of it is there already then.
 *
 * @returns why there is no export, where the server says at once that it has none or takes us for no admin
 * @throws SourceError when the export cannot be read (any more), Problem `store-unavailable` (503): what was copied stays
 */
export async function copyExport(
  ctx: CopyContext,
  client: SourceClient,
  { checkpoint, progress }: CopyOptions,
): Promise<CopyReport | NoExport> {
  const mark = await checkpoint.read();
  const begun = await begin(client, mark === null ? null : readExportMark(mark));
  if (typeof begun === 'string') return begun;
  let { part, cursor } = begun;
  const resumed = cursor !== null;
  let done = createTally().report();
  const asCopy = (report: TransferReport): CopyReport => ({
    ...report,
    ...{ way: 'export', noExport: null, resumed, objects: 0, missed: [] },
  });
  for (;;) {
    const before = done;
    const show = (report: TransferReport): void => progress(asCopy(joinReports(before, report)));
    const { report, next } = await takePart(ctx, client, cursor, part, show);
    done = joinReports(before, report);
    if (next === null) break;
    await checkpoint.write(JSON.stringify({ export: next }));
    cursor = next;
    part = await follow(client, cursor);
  }
  await checkpoint.clear();
  return asCopy(done);
}

/** The cursor in a checkpoint's mark; null when it is that of a copy by search. */
export function readExportMark(mark: string): string | null {
  const value = jsonOrNull(mark);
  const cursor = isObject(value) ? member(value, 'export') : undefined;
  return typeof cursor === 'string' ? cursor : null;
}

type Begun = { readonly part: SourcePart; readonly cursor: string | null };

/** The first part, from a cursor on. One that is not taken any more is no reason to stop. */
async function begin(client: SourceClient, cursor: string | null): Promise<Begun | NoExport> {
  try {
    const part = await openSourcePart(client, cursor);
    return typeof part === 'string' ? part : { part, cursor };
  } catch (error) {
    if (cursor === null || !(error instanceof RefusedPart) || error.status !== 400) throw error;
    return begin(client, null);
  }
}

async function follow(client: SourceClient, cursor: string | null): Promise<SourcePart> {
  const part = await openSourcePart(client, cursor);
  if (typeof part === 'string') {
    throw new SourceError('The server gave a part of its export, and now does not give the next one: run this again.');
  }
  return part;
}

/** Moves a part in. @param opened the part, not read yet */
async function takePart(
  ctx: CopyContext,
  client: SourceClient,
  cursor: string | null,
  opened: SourcePart,
  progress: (report: TransferReport) => void,
): Promise<{ readonly report: TransferReport; readonly next: string | null }> {
  let part = opened;
  for (let attempt = 1; ; attempt++) {
    try {
      return { report: await importLines(ctx, part.bytes, progress), next: part.next };
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (attempt === ATTEMPTS) {
        throw new SourceError('The export broke off each time it was asked for.', { cause: error });
      }
    }
    part = await follow(client, cursor);
  }
}
