import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { schedulesOf } from '../../../events/schedule/schedules.ts';
import { createApp } from '../../../functions/app.ts';
import { toConfig } from '../../../shared/config/config.ts';
import { readEnv } from '../../../shared/config/read-env.ts';
import { createCors } from '../../../shared/http/cors.ts';
import { NO_STAGES } from '../../../shared/profiles/stages/operator-stages.ts';
import { createContext } from '../../node/context.ts';
import { createHttpTransport } from '../../node/http-transport.ts';
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
  const { ctx, close } = await createContext(config, process.env, createHttpTransport, NO_STAGES);
  const channel = openSmallChannel(ctx);
  return async () => ({ ctx: { ...ctx, changes: channel.changes }, channel, close });
});

/** The store takes nothing more from now on; what it is at ends by itself. */
async function end({ ctx, close }: Awaited<ReturnType<typeof begun>>): Promise<void> {
  begun.forget();
  await Promise.allSettled([ctx.store.close(), close()]);
}

const answer = createHandler(async (life) => {
  const all = await begun();
  const { ctx, channel } = all;
  life.addEventListener('abort', () => void end(all));
  const app = createApp(ctx, {
    description: () => apiDescription(ctx.config.basePath),
    assets: apiPageAssets,
    exit: () => {},
  });
  return {
    // A write that failed on this side may be done all the same, and listeners are to hear of it.
    fetch: (request) =>
      channel.during(
        async () => app.fetch(request),
        ({ status }) => status >= 500,
      ),
    cors: createCors(ctx.config),
  };
});

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
  if (!isSocketEvent(event)) return answer(event, invocation);
  const { channel } = await begun();
  return channel.answer(event);
}
