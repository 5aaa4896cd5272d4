import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createWebhookDelivery } from '../../../events/delivery/webhooks/delivery.ts';
import { webhookSchedule } from '../../../events/delivery/webhooks/schedule.ts';
import { schedulesOf } from '../../../events/schedule/schedules.ts';
import { createApp } from '../../../functions/app.ts';
import { loadAddressTools } from '../../../shared/base/config/address-tools.ts';
import { toConfig } from '../../../shared/base/config/config.ts';
import { readEnv } from '../../../shared/base/config/read-env.ts';
import { createCommonHeaders } from '../../../shared/http/common-headers.ts';
import { NO_STAGES } from '../../../shared/profiles/engine/stages/operator-stages.ts';
import { createContext } from '../../node/context.ts';
import { createHttpTransport } from '../../node/http-transport.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { openEmbedder } from './embedder.ts';
import { createHandler } from './handler.ts';
import { lazyHandler } from './lazy-handler.ts';
import { LAMBDA_WITH_FILES, PLATFORM_PARTS } from './platform.ts';
import { runScheduled } from './schedules.ts';
import { isSocketEvent, openSingleFunctionChannel, type SocketEvent } from './single-function-channel.ts';

/** The set-up of the Node server, except notifications. The store is a file on a network file system. */
const service = lazyHandler(async () => {
  const settings = readEnv(process.env);
  const config = toConfig(settings, '0', LAMBDA_WITH_FILES, await loadAddressTools(settings));
  const opened = await createContext(config, process.env, createHttpTransport, { stages: NO_STAGES });
  const channel = openSingleFunctionChannel(opened.ctx);
  const ctx = { ...opened.ctx, changes: channel.changes };
  const webhooks = createWebhookDelivery(ctx, { openSend: PLATFORM_PARTS.openSend });
  const embedder = openEmbedder(config);
  const dumpFiles = (await PLATFORM_PARTS.openDumpFiles?.(config)) ?? null;
  const schedules = [...schedulesOf(ctx, PLATFORM_PARTS.openSend, { embedder, dumpFiles }), webhookSchedule(webhooks)];
  return async () => ({ ctx, channel, embedder, schedules, close: opened.close });
});

/** Ends the service: the store accepts no more calls, and calls in progress end by themselves. */
async function end({ ctx, close }: Awaited<ReturnType<typeof service>>): Promise<void> {
  service.reset();
  await Promise.allSettled([ctx.store.close(), close()]);
}

const answer = createHandler(async (signal) => {
  const running = await service();
  const { ctx, channel, embedder } = running;
  signal.addEventListener('abort', () => void end(running));
  const app = await createApp(ctx, { ...PLATFORM_PARTS, embedder });
  return {
    // A write that failed here may have been committed nevertheless: subscribers must be notified.
    fetch: (request, connection) =>
      channel.runThenDeliver(
        async () => app.fetch(request, connection),
        ({ status }) => status >= 500,
      ),
    commonHeaders: createCommonHeaders(ctx.config),
  };
});

async function tick(invocation: Invocation): Promise<void> {
  const { ctx, channel, schedules } = await service();
  await channel.runThenDeliver(() => runScheduled(ctx, schedules, invocation));
}

/** All groups of endpoints, all schedules and the notification channel in one function. */
export async function handler(
  event: APIGatewayProxyEventV2 | SocketEvent | { readonly source: 'aws.events' },
  invocation: Invocation,
): Promise<APIGatewayProxyStructuredResultV2 | undefined> {
  if ('source' in event) return void (await tick(invocation));
  if (!isSocketEvent(event)) return answer(event, invocation);
  const { channel } = await service();
  return channel.answer(event);
}
