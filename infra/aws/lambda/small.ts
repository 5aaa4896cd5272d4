import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { runTick } from '../../../events/schedule/run-tick.ts';
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

/** Milliseconds before the function's end after which nothing is begun. */
const RESERVE = 20_000;

/** The context of a process, as on a machine of one's own: the store is a file on a network file system. */
const context = beginOnce(async () => {
  const config = toConfig(readEnv(process.env), '0', LAMBDA_WITH_FILES);
  const { ctx } = await createContext(config, process.env, NO_STAGES);
  return async () => ctx;
});

const answer = createHandler(async () => {
  const ctx = await context();
  const description = () => apiDescription(ctx.config.basePath);
  return createApp(ctx, { description, assets: apiPageAssets, exit: () => {} });
});

async function tick(invocation: Invocation): Promise<void> {
  const ctx = await context();
  const until = ctx.now() + invocation.getRemainingTimeInMillis() - RESERVE;
  for (const schedule of schedulesOf(ctx)) await runTick(ctx, schedule, { until });
}

/** All groups of endpoints, and all schedules, in one function. */
export async function handler(
  event: APIGatewayProxyEventV2 | { readonly source: 'aws.events' },
  invocation: Invocation,
): Promise<APIGatewayProxyStructuredResultV2 | undefined> {
  if (!('source' in event)) return answer(event);
  await tick(invocation);
  return undefined;
}
