import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { dumps } from '../../shared/exchange/bulk/dump.ts';
import { replication } from '../../shared/exchange/replication/replicate.ts';
import type { XapiContext } from '../../shared/exchange/xapi/context.ts';
import { xapiPoll } from '../../shared/exchange/xapi/poll.ts';
import { statementSources } from '../../shared/exchange/xapi/record-store.ts';
import type { Profiles } from '../../shared/profiles/service/profiles.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Embedder } from '../../shared/repository/models/embedder.ts';
import type { Schedule } from '../../shared/repository/schedule/run-tick.ts';
import type { DumpFiles } from '../../shared/repository/store/dump-files.ts';
import { autoProfile } from './auto-profile.ts';
import { periodic } from './periodic.ts';
import { vectorSchedule } from './vectors.ts';

/** What schedules use that not every platform has. */
export type ScheduleParts = {
  readonly embedder?: Embedder | null;
  /** Null: no dumps are made. */
  readonly dumpFiles?: DumpFiles | null;
  /** Takes the ids of objects that have changed on a replicated server. */
  readonly changedIds?: () => readonly string[];
};

/**
 * The configured schedules, for runtimes that run them themselves.
 */
export function schedulesOf(
  ctx: Context & XapiContext & { readonly profiles: Profiles },
  openSend: () => Promise<OutboundSend>,
  { embedder = null, changedIds = () => [], dumpFiles = null }: ScheduleParts = {},
): readonly Schedule[] {
  const vectors = embedder === null ? null : vectorSchedule(ctx, embedder);
  const { service } = ctx.profiles;
  const sources = statementSources(ctx, openSend);
  const replicating = replication(ctx, openSend, { changedIds });
  return [
    periodic(ctx),
    ...(ctx.config.profiles.automatic && service !== null ? [autoProfile(ctx, service)] : []),
    ...(sources.length > 0 ? [xapiPoll(ctx, sources)] : []),
    ...(replicating === null ? [] : [replicating]),
    ...(dumpFiles === null ? [] : [dumps(ctx, dumpFiles, ctx.config.dumps)]),
    ...(vectors === null ? [] : [vectors]),
  ];
}
