import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import type { XapiContext } from '../../shared/exchange/xapi/context.ts';
import { xapiPoll } from '../../shared/exchange/xapi/poll.ts';
import { statementSources } from '../../shared/exchange/xapi/record-store.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { runTick } from '../../shared/repository/schedule/run-tick.ts';

/** Time limit of a tick: gateways wait longer than this for a response. The next tick continues where this one ends. */
const TICK_MS = 20_000;

/** GET endpoint: the learning record stores that are polled. Their credentials are not shown. */
export function getEndpoints(ctx: XapiContext): Answer {
  const { sources } = ctx.config.xapi;
  return jsonAnswer(
    sources.filter(({ isEnabled }) => isEnabled).map(({ name, endpoint }) => ({ name, endpoint })),
    { 'cache-control': 'no-store' },
  );
}

/** POST tick: polls the learning record stores now, unless another process does. */
export async function postTick(ctx: XapiContext, call: Call, openSend: () => Promise<OutboundSend>): Promise<Answer> {
  const schedule = xapiPoll(ctx, statementSources(ctx, openSend));
  const outcome = await runTick(ctx, schedule, { until: ctx.now() + TICK_MS, stop: call.request.signal });
  return jsonAnswer({ outcome }, { 'cache-control': 'no-store' });
}
