import { chunks } from '../../base/concurrency/chunks.ts';
import { mapLimit } from '../../base/concurrency/map-limit.ts';
import { Problem } from '../../base/errors/problem.ts';
import { identify, type ObjectIdentity } from '../../repository/linked-data/identifiers.ts';
import { type RestoreItem, restoreMany } from '../../repository/objects/restore-many.ts';
import { sourceVersions } from '../transfer/copy-from.ts';
import { createTally, type Tally } from '../transfer/report.ts';
import { AnswerError } from '../transfer/retry.ts';
import { sourceIds } from '../transfer/source-ids.ts';
import type { Run } from './context.ts';
import { logRefused, type ReplicationState, withReport } from './state.ts';

/** How often all objects are listed: clients whose clocks are slow write versions that look old. */
const WHOLE_PASS_PERIOD_MS = 24 * 60 * 60_000;

/** The other passes list what was written since the last one, and this long before it. */
const OVERLAP_MS = 10 * 60_000;

/** Milliseconds between the starts of two passes: each takes several searches. */
const PASS_PERIOD_MS = 20_000;

/** Results of one search that existing servers show. */
const WINDOW = 10_000;

/** Objects restored together. */
const BATCH_SIZE = 32;

/** For histories. */
const MAX_CONCURRENCY = 4;

type Pass = NonNullable<ReplicationState['pass']>;

/** Whether all objects are to be listed. */
export function isWholePassDue({ wholeAt, pass }: ReplicationState, now: number): boolean {
  return pass === null && (wholeAt === null || now - wholeAt >= WHOLE_PASS_PERIOD_MS);
}

/**
 * Pulls from a server that shows its objects by search only: their histories, as far as it shows them to the keys. It does not show
 * deletions.
 *
 * @throws SourceError when the server cannot be read, Problem `store-unavailable` (503)
 */
export async function pullBySearch(run: Run): Promise<void> {
  const { ctx, client, state, save, mayContinue } = run;
  await pullNamed(run);
  const isWhole = isWholePassDue(state(), ctx.now());
  if (!isWhole && !run.now && isTooEarly(state(), ctx.now())) return;
  const pass: Pass = state().pass ?? { whole: isWhole, begun: ctx.now(), checkpoint: null, latest: state().latest };
  const start = pass.checkpoint ?? (pass.whole ? null : JSON.stringify({ version: state().latest - OVERLAP_MS }));
  const missed = (search: string) =>
    ctx.logger.warn('ADAPTER', 'The replicated server does not show all results of a search', { search });
  let { checkpoint, latest } = pass;
  for await (const page of sourceIds(client, WINDOW, start, missed)) {
    const tally = createTally();
    const listed = identitiesOf(page.ids, client.base, tally);
    // A version above the clock does not tell what was written before it.
    for (const { version } of listed) if (version !== null && version <= ctx.now()) latest = Math.max(latest, version);
    const isDated = pass.whole || page.checkpoint !== null;
    for (const batch of chunks(await toRead(run, listed, isDated), BATCH_SIZE)) await restoreBatch(run, batch, tally);
    checkpoint = page.checkpoint ?? checkpoint;
    const report = tally.report();
    logRefused(ctx.logger, report);
    await save({ pass: { ...pass, checkpoint, latest }, ...withReport(state(), report) });
    if (!mayContinue()) return;
  }
  await save({
    pass: null,
    latest,
    upToDateAt: pass.begun,
    failures: 0,
    error: null,
    retryAt: 0,
    ...(pass.whole && { wholeAt: pass.begun }),
  });
}

/** Pulls the objects that the server has reported as changed. */
async function pullNamed(run: Run): Promise<void> {
  if (run.changedIds.length === 0) return;
  const tally = createTally();
  const listed = identitiesOf(run.changedIds, run.client.base, tally);
  for (const batch of chunks(listed, BATCH_SIZE)) {
    await restoreBatch(
      run,
      batch.map(({ shortId }) => shortId),
      tally,
    );
  }
  const report = tally.report();
  logRefused(run.ctx.logger, report);
  await run.save(withReport(run.state(), report));
}

function isTooEarly({ pass, upToDateAt }: ReplicationState, now: number): boolean {
  return pass === null && upToDateAt !== null && now - upToDateAt < PASS_PERIOD_MS;
}

/** The objects in a page, each once. */
function identitiesOf(ids: readonly string[], base: string, tally: Tally): readonly ObjectIdentity[] {
  const found = new Map<string, ObjectIdentity>();
  for (const id of ids) {
    try {
      const identity = identify(id, [base]);
      found.set(identity.shortId, identity);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      tally.fail(error, id);
    }
  }
  return [...found.values()];
}

/** Those that are not here in that version. @param isDated the page also has those without versions that were written lately only */
async function toRead({ ctx }: Run, listed: readonly ObjectIdentity[], isDated: boolean): Promise<readonly string[]> {
  const heads = await ctx.store.heads(listed.map(({ shortId }) => shortId));
  const missing = listed.filter(({ version }, index) => {
    const head = heads[index] ?? null;
    if (head === null) return true;
    return version === null ? isDated : head.version < version;
  });
  return missing.map(({ shortId }) => shortId);
}

async function restoreBatch({ ctx, client, options }: Run, shortIds: readonly string[], tally: Tally): Promise<void> {
  async function versionsOf(shortId: string): Promise<readonly RestoreItem[]> {
    try {
      return await sourceVersions(client, shortId);
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      tally.fail(error, shortId);
      return [];
    }
  }
  const items = await mapLimit(shortIds, MAX_CONCURRENCY, versionsOf);
  for (const result of await restoreMany(ctx, items.flat(), options)) tally.add(result);
}
