import { Problem } from '../errors/problem.ts';
import { type RestoreItem, restoreMany } from '../objects/restore-many.ts';
import { readLines } from './lines.ts';
import { createTally, type TransferReport } from './report.ts';
import { parseVersionLine } from './version-line.ts';

/** Bytes that a line may have beside an object of full size. */
const LINE_ROOM = 1 << 20;

/** Characters of lines that are moved in together. */
const BATCH_SIZE = 4 << 20;

type ImportContext = Parameters<typeof restoreMany>[0];

/**
 * Moves in what an export wrote, or JSON-LD objects, one per line. A line that cannot be moved in is reported and stops
 * none of the others.
 *
 * @param bytes read no faster than they go in, and never held
 * @param progress is told after each batch what was read so far
 * @throws Problem `store-unavailable` (503), or what reading `bytes` throws: what was read before is in
 */
export async function importLines(
  ctx: ImportContext,
  bytes: AsyncIterable<Uint8Array>,
  progress: (report: TransferReport) => void = () => undefined,
): Promise<TransferReport> {
  const tally = createTally();
  let batch: { readonly item: RestoreItem; readonly line: number }[] = [];
  let size = 0;

  async function flush(): Promise<void> {
    const results = await restoreMany(
      ctx,
      batch.map(({ item }) => item),
    );
    for (const [index, result] of results.entries()) tally.add(result, batch[index]?.line);
    batch = [];
    size = 0;
    progress(tally.report());
  }

  for await (const line of readLines(bytes, ctx.config.postMaxSize + LINE_ROOM)) {
    if ('problem' in line) {
      tally.fail(line.problem, null, line.number);
      continue;
    }
    try {
      batch.push({ item: parseVersionLine(line.text), line: line.number });
      size += line.text.length;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      tally.fail(error, null, line.number);
    }
    if (batch.length >= ctx.config.multiPutBatchSize || size >= BATCH_SIZE) await flush();
  }
  if (batch.length > 0) await flush();
  return tally.report();
}
