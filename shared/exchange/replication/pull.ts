import type { Context } from '../../repository/context.ts';
import type { ObjectIdentity } from '../../repository/linked-data/identifiers.ts';
import type { RestoreOptions, restoreMany } from '../../repository/objects/restore-many.ts';
import { createTally, type TransferReport } from '../transfer/report.ts';
import { SourceError } from '../transfer/retry.ts';
import type { SourceClient } from '../transfer/source-client.ts';
import { sourceIds, WINDOW } from '../transfer/source-ids.ts';
import { listedObjects, restoreObjects } from '../transfer/source-objects.ts';
import { importParts, openFirst, type SourcePart } from '../transfer/source-parts.ts';
import { type ReplicationState, withReport } from './state.ts';

/** One run of a replication. */
export type Run = {
  readonly ctx: Parameters<typeof restoreMany>[0] & Pick<Context, 'now' | 'logger'>;
  readonly client: SourceClient;
  readonly restore: RestoreOptions;
  readonly state: () => ReplicationState;
  /** Saves what is durable. Rejects when another process has continued. */
  readonly save: (change: Partial<ReplicationState>) => Promise<void>;
  /** Ids of objects that the server has reported as changed. */
  readonly changedIds: readonly string[];
  /** Requests are not delayed. */
  readonly now: boolean;
  /** Whether there is time for another request. */
  readonly mayContinue: () => boolean;
};

/** Time between two listings of all objects: clients whose clocks are slow write versions that look old. */
const WHOLE_PASS_PERIOD_MS = 24 * 60 * 60_000;

/** The other passes list what was written since the last one, and this long before it. */
const OVERLAP_MS = 10 * 60_000;

/** Milliseconds between the starts of two passes: each takes several searches. */
const PASS_PERIOD_MS = 20_000;

const SUCCESS = { failures: 0, error: null, retryAt: 0 } as const;

/**
 * Pulls from a server of this kind by its changes: every object, then what has changed. Other servers, and those that accept none of
 * the keys as an admin's, are pulled by search: the histories that they show to the keys, without deletions.
 *
 * @throws SourceError when the server cannot, or can no longer, be read, Problem `store-unavailable` (503)
 */
export async function pull(run: Run): Promise<void> {
  const { ctx, client, state, save } = run;
  if (state().way !== 'search' || isWholePassDue(state(), ctx.now())) {
    const first = await openFirst(ctx, client, 'changes', state().cursor);
    if (typeof first !== 'string') return pullChanges(run, first);
    await save({ way: 'search', noChanges: first, cursor: null });
  }
  await pullNamed(run);
  await pullBySearch(run);
}

/** A part of the changes is done once it is durable. */
function pullChanges(run: Run, first: SourcePart): Promise<void> {
  const { ctx, client, restore, mayContinue } = run;
  return importParts({ ...ctx, keyValues: null }, client, first, {
    restore,
    mayContinue,
    async imported({ next, upToDate, asOf }, report) {
      if (next === null) throw new SourceError('The server sent changes without a cursor for the next part.');
      const isAsOf = upToDate ? { upToDateAt: asOf } : {};
      await record(run, report, { way: 'changes', noChanges: null, pass: null, cursor: next, ...SUCCESS, ...isAsOf });
    },
  });
}

/** Pulls the objects that the server has reported as changed. */
async function pullNamed(run: Run): Promise<void> {
  const { ctx, client, restore, changedIds } = run;
  if (changedIds.length === 0) return;
  const tally = createTally();
  await restoreObjects(ctx, client, listedObjects(changedIds, client.base, tally), tally, { restore });
  await record(run, tally.report());
}

async function pullBySearch(run: Run): Promise<void> {
  const { ctx, client, restore, state, save, mayContinue } = run;
  const whole = isWholePassDue(state(), ctx.now());
  if (!whole && !run.now && isTooEarly(state(), ctx.now())) return;
  const pass = state().pass ?? { whole, begun: ctx.now(), checkpoint: null, latest: state().latest };
  const start = pass.checkpoint ?? (pass.whole ? null : JSON.stringify({ version: state().latest - OVERLAP_MS }));
  const missed = (search: string) =>
    ctx.logger.warn('ADAPTER', 'The replicated server does not show all results of a search', { search });
  let { checkpoint, latest } = pass;
  for await (const page of sourceIds(client, WINDOW, start, missed)) {
    const tally = createTally();
    const listed = listedObjects(page.ids, client.base, tally);
    // A version above the clock does not tell what was written before it.
    for (const { version } of listed) if (version !== null && version <= ctx.now()) latest = Math.max(latest, version);
    const isDated = pass.whole || page.checkpoint !== null;
    await restoreObjects(ctx, client, await toRead(run, listed, isDated), tally, { restore });
    checkpoint = page.checkpoint ?? checkpoint;
    await record(run, tally.report(), { pass: { ...pass, checkpoint, latest } });
    if (!mayContinue()) return;
  }
  const isWhole = pass.whole ? { wholeAt: pass.begun } : {};
  await save({ pass: null, latest, upToDateAt: pass.begun, ...SUCCESS, ...isWhole });
}

/** Whether a pass over all objects is due. */
function isWholePassDue({ wholeAt, pass }: ReplicationState, now: number): boolean {
  return pass === null && (wholeAt === null || now - wholeAt >= WHOLE_PASS_PERIOD_MS);
}

function isTooEarly({ pass, upToDateAt }: ReplicationState, now: number): boolean {
  return pass === null && upToDateAt !== null && now - upToDateAt < PASS_PERIOD_MS;
}

/** Those that are not here in that version. @param isDated the page also has those without versions that were written lately only */
async function toRead(
  { ctx }: Run,
  listed: readonly ObjectIdentity[],
  isDated: boolean,
): Promise<readonly ObjectIdentity[]> {
  const heads = await ctx.store.heads(listed.map(({ shortId }) => shortId));
  return listed.filter(({ version }, index) => {
    const head = heads[index] ?? null;
    if (head === null) return true;
    return version === null ? isDated : head.version < version;
  });
}

/** Saves the counts of a report with other changes, and tells the operator what the keys may not write. */
async function record(
  { ctx, state, save }: Run,
  report: TransferReport,
  change: Partial<ReplicationState> = {},
): Promise<void> {
  await save({ ...change, ...withReport(state(), report) });
  const [first] = report.failed;
  if (first === undefined) return;
  const fields = { count: report.failedCount, id: first['@id'], reason: first.detail };
  ctx.logger.warn('ADAPTER', 'Versions of the replicated server were refused', fields);
}
