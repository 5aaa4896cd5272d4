import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { replication } from '../../shared/exchange/replication/replicate.ts';
import type { XapiContext } from '../../shared/exchange/xapi/context.ts';
import { xapiPoll } from '../../shared/exchange/xapi/poll.ts';
import { statementSources } from '../../shared/exchange/xapi/record-store.ts';
import type { Profiles } from '../../shared/profiles/service/profiles.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Schedule } from '../../shared/repository/schedule/run-tick.ts';
import { autoProfile } from './auto-profile.ts';
import { periodic } from './periodic.ts';

/**
 * The configured schedules, for runtimes that run them themselves.
 *
 * @param changedIds takes the ids of objects that a replicated server has said to have changed
 */
export function schedulesOf(
  ctx: Context & XapiContext & { readonly profiles: Profiles },
  openSend: () => Promise<OutboundSend>,
  changedIds: () => readonly string[] = () => [],
): readonly Schedule[] {
  const { service } = ctx.profiles;
  const sources = statementSources(ctx, openSend);
  const replicating = replication(ctx, openSend, { changedIds });
  return [
    periodic(ctx),
    ...(ctx.config.profiles.automatic && service !== null ? [autoProfile(ctx, service)] : []),
    ...(sources.length > 0 ? [xapiPoll(ctx, sources)] : []),
    ...(replicating === null ? [] : [replicating]),
  ];
}
