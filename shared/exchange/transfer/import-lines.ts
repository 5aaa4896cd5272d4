import { mapLimit } from '../../base/concurrency/map-limit.ts';
import type { Config } from '../../base/config/config.ts';
import { Problem } from '../../base/errors/problem.ts';
import { type RestoreItem, type RestoreOptions, restoreMany } from '../../repository/objects/restore-many.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import { type IdentityItem, parseLine, restoreIdentity } from './line-formats.ts';
import { readLines } from './lines.ts';
import { createTally, type TransferReport } from './report.ts';

/** Added to the maximum size of an object. */
const LINE_OVERHEAD_BYTES = 1 << 20;

/** Maximum length of the lines that are imported together, in characters. */
const MAX_BATCH_LENGTH = 4 << 20;

/** Number of identities that are written concurrently. */
const MAX_CONCURRENCY = 8;

/** Records of identities are base64. */
const BASE64_FACTOR = 4 / 3;

/** Bytes of the longest line that is read. */
export function maxLineBytes({ postMaxSize }: Pick<Config, 'postMaxSize'>): number {
  return Math.ceil(postMaxSize * BASE64_FACTOR) + LINE_OVERHEAD_BYTES;
}

/** What an import writes to. */
export type ImportContext = Parameters<typeof restoreMany>[0] & {
  /** The store of identities; null: an import refuses identities. */
  readonly keyValues: Pick<KeyValueStore, 'set'> | null;
};

/**
 * Imports the lines of an export, or JSON-LD objects, one per line. Versions and identities that exist are left as they are. A line
 * that cannot be imported is reported, and the import continues.
 *
 * @param bytes read no faster than they are imported
 * @param progress called after each batch
 * @throws Problem `store-unavailable` (503), or the error of `bytes`; lines read before it are imported
 */
export async function importLines(
  ctx: ImportContext,
  bytes: AsyncIterable<Uint8Array>,
  progress: (report: TransferReport) => void = () => undefined,
  options: RestoreOptions = {},
): Promise<TransferReport> {
  const { keyValues } = ctx;
  const tally = createTally();
  let versions: { readonly item: RestoreItem; readonly line: number }[] = [];
  let identities: IdentityItem[] = [];
  let size = 0;

  async function flush(): Promise<void> {
    const results = await restoreMany(
      ctx,
      versions.map(({ item }) => item),
      options,
    );
    for (const [index, result] of results.entries()) tally.add(result, versions[index]?.line);
    if (keyValues !== null) {
      const outcomes = await mapLimit(identities, MAX_CONCURRENCY, (item) => restoreIdentity(keyValues, item));
      for (const outcome of outcomes) tally.add(outcome);
    }
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

  for await (const line of readLines(untilFailure(), maxLineBytes(ctx.config))) {
    if ('problem' in line) {
      tally.fail(line.problem, null, line.number);
      continue;
    }
    try {
      const item = parseLine(line.text);
      if ('identity' in item) {
        if (keyValues === null) throw new Problem('invalid-object', 'The line is an identity, not an object.');
        identities.push(item.identity);
      } else versions.push({ item: item.version, line: line.number });
      size += line.text.length;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      tally.fail(error, null, line.number);
    }
    if (versions.length + identities.length >= ctx.config.multiPutBatchSize || size >= MAX_BATCH_LENGTH) await flush();
  }
  if (versions.length + identities.length > 0) await flush();
  if (failures.length > 0) throw failures[0];
  return tally.report();
}
