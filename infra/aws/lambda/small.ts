import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { schedulesOf } from '../../../events/schedule/schedules.ts';
import { createApp } from '../../../functions/app.ts';
import { toConfig } from '../../../shared/config/config.ts';
import { readEnv } from '../../../shared/config/read-env.ts';
import { NO_STAGES } from '../../../shared/profiles/stages/operator-stages.ts';
import { createContext } from '../../node/context.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { beginOnce } from './begin-once.ts';
import { apiDescription, apiPageAssets } from './files.ts';
import { createHandler } from './handler.ts';
import { LAMBDA_WITH_FILES } from './limits.ts';
import { runScheduled } from './scheduled.ts';
import { isSocketEvent, openSmallChannel, type SocketEvent } from './small-channel.ts';

/** A process, as on a machine of one's own but for its listeners: the store is a file on a network file system. */
const begun = beginOnce(async () => {
  const config = toConfig(readEnv(process.env), '0', LAMBDA_WITH_FILES);
  const { ctx } = await createContext(config, process.env, NO_STAGES);
  const channel = openSmallChannel(ctx);
  return async () => ({ ctx: { ...ctx, changes: channel.changes }, channel });
});

const answer = createHandler(async () => {
  const { ctx } = await begun();
  const description = () => apiDescription(ctx.config.basePath);
  return createApp(ctx, { description, assets: apiPageAssets, exit: () => {} });
});

/** A write that failed on this side may be done all the same, and listeners are to hear of it. */
async function respond(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const small = await begun().catch(() => null);
  const work = () => answer(event); // says so where the function cannot begin
  return small === null ? work() : small.channel.during(work, ({ statusCode = 200 }) => statusCode >= 500);
}

async function tick(invocation: Invocation): Promise<void> {
  const { ctx, channel } = await begun();
  await channel.during(() => runScheduled(ctx, schedulesOf(ctx), invocation));
}

/** All groups of endpoints, all schedules and the notification channel in one function. */
export async function handler(
  event: APIGatewayProxyEventV2 | SocketEvent | { readonly source: 'aws.events' },
  invocation: Invocation,
): Promise<APIGatewayProxyStructuredResultV2 | undefined> {
  if ('source' in event) return void (await tick(invocation));
  if (!isSocketEvent(event)) return respond(event);
  const { channel } = await begun();
  return channel.answer(event);
}
