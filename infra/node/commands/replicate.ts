import { parseArgs } from 'node:util';
import type { ServerContext } from '../../../functions/context.ts';
import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import { replication } from '../../../shared/exchange/replication/replicate.ts';
import { lagMs, type ReplicationState, readState } from '../../../shared/exchange/replication/state.ts';
import { runTick } from '../../../shared/repository/schedule/run-tick.ts';
import { createOutboundSend } from '../outbound-send.ts';
import { withContext } from './service.ts';
import { UsageError } from './usage.ts';

/** Shows the state of a replication, or runs it once. @returns the exit code */
export async function replicateCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { restart: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [action, ...more] = positionals;
  if ((action !== 'status' && action !== 'once') || more.length > 0) {
    throw new UsageError('replicate takes "status" or "once".');
  }
  if (action === 'status' && values.restart) throw new UsageError('--restart requires replicate once.');
  return withContext(async (ctx) => {
    const { replication: configured } = ctx.config;
    if (configured === null) {
      throw new ConfigurationError('No server is replicated: SVC_REPLICATION_ENDPOINT names it.');
    }
    if (action === 'once') await runOnce(ctx, values.restart);
    const state = await readState(ctx.keyValues, configured.endpoint);
    process.stdout.write(
      `${state === null ? `Nothing has been read from ${configured.endpoint} yet.` : textOf(state, ctx.now())}\n`,
    );
    return state?.error === null && state.refused.length === 0 ? 0 : 1;
  });
}

async function runOnce(ctx: ServerContext, restart: boolean): Promise<void> {
  const schedule = replication(ctx, async () => createOutboundSend(), { restart, now: true });
  const outcome = schedule === null ? 'failed' : await runTick(ctx, schedule, { until: Number.POSITIVE_INFINITY });
  if (outcome === 'elsewhere') throw new Error('Another process replicates at the moment: try again.');
  if (outcome === 'failed') throw new Error('The store failed, or SVC_REPLICATION_PPK is not a key.');
}

const WAY = {
  changes: 'by its changes, with all versions and deletions',
  search: 'by its search, with the objects that the keys may read, without deletions',
} as const;

const NO_CHANGES = {
  'not-admin': ', since it accepts none of the keys as an admin',
  'not-offered': ', since it offers no changes',
} as const;

function textOf(state: ReplicationState, now: number): string {
  const { peer, way, noChanges, restored, present, refusedCount, refused, upToDateAt, error, failures } = state;
  const lag = Math.round(lagMs(state, now) / 1000);
  const lines = [
    `${peer}${way === null ? '' : `, ${WAY[way]}${noChanges === null ? '' : NO_CHANGES[noChanges]}`}.`,
    upToDateAt === null
      ? `Not complete yet: it began ${lag} s ago.`
      : `Up to date as of ${new Date(upToDateAt).toISOString()}, ${lag} s ago.`,
    `${restored} versions stored, ${present} present already, ${refusedCount} refused.`,
    ...refused.map(({ '@id': id, detail }) => `  ${id === null ? '' : `${id}: `}${detail}`),
    ...(error === null ? [] : [`It has failed ${failures} times: ${error}`]),
  ];
  return lines.join('\n');
}
