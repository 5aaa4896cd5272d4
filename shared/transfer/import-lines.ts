import { mapLimit } from '../concurrency/map-limit.ts';
import { Problem } from '../errors/problem.ts';
import { type RestoreItem, restoreMany } from '../objects/restore-many.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { type IdentityItem, restoreIdentity } from './identity-line.ts';
import { readLines } from './lines.ts';
import { createTally, type TransferReport } from './report.ts';
import { parseLine } from './version-line.ts';

/** Bytes that a line may have beside an object of full size. */
const LINE_ROOM = 1 << 20;

/** Characters of lines that are moved in together. */
const BATCH_SIZE = 4 << 20;

/** For identities. */
const MAX_CONCURRENCY = 8;

/** Bytes of an identity's record to one of what its user gave: it is kept in base64. */
const SEALED = 4 / 3;

type ImportContext = Parameters<typeof restoreMany>[0] & { readonly keyValues: Pick<KeyValueStore, 'set'> };

/**
 * Moves in what an export wrote, or JSON-LD objects, one per line. What is here already stays as it is. A line that cannot be moved in is reported and stops
 * none of the others.
 *
 * @param bytes read no faster than they go in, and never held
 * @param progress is told after each batch what was read so far
 * @throws Problem `store-unavailable` (503), or what reading `bytes` throws: the lines that were read before are in
 */
export async function importLines(
  ctx: ImportContext,
  bytes: AsyncIterable<Uint8Array>,
  progress: (report: TransferReport) => void = () => undefined,
): Promise<TransferReport> {
  const tally = createTally();
  let versions: { readonly item: RestoreItem; readonly line: number }[] = [];
  let identities: IdentityItem[] = [];
  let size = 0;

  async function flush(): Promise<void> {
    const results = await restoreMany(
      ctx,
      versions.map(({ item }) => item),
    );
    for (const [index, result] of results.entries()) tally.add(result, versions[index]?.line);
    const outcomes = await mapLimit(identities, MAX_CONCURRENCY, (item) => restoreIdentity(ctx.keyValues, item));
    for (const outcome of outcomes) tally.add(outcome);
    versions = [];
    identities = [];
    size = 0;
    progress(tally.report());
  }

  const failures: unknown[] = [];
  async function* untilFailure(): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (failure) {
      failures.push(failure);
    }
  }

  for await (const line of readLines(untilFailure(), Math.ceil(ctx.config.postMaxSize * SEALED) + LINE_ROOM)) {
    if ('problem' in line) {
      tally.fail(line.problem, null, line.number);
      continue;
    }
    try {
      const item = parseLine(line.text);
      if ('identity' in item) identities.push(item.identity);
      else versions.push({ item: item.version, line: line.number });
      size += line.text.length;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      tally.fail(error, null, line.number);
    }
    if (versions.length + identities.length >= ctx.config.multiPutBatchSize || size >= BATCH_SIZE) await flush();
  }
  if (versions.length + identities.length > 0) await flush();
  if (failures.length > 0) throw failures[0];
  return tally.report();
}
