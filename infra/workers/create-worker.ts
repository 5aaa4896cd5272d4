import { changeLog } from '../../events/schedule/change-log.ts';
import { runTicks } from '../../events/schedule/run-tick.ts';
import { schedulesOf } from '../../events/schedule/schedules.ts';
import { createApp } from '../../functions/app.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { problemFormat, problemResponse, toProblem } from '../../shared/http/render-problem.ts';
import { createJsonLines } from '../../shared/telemetry/json-lines.ts';
import { withFields } from '../../shared/telemetry/logger.ts';
import { sleep } from '../../shared/timing/sleep.ts';
import { createAssets } from './assets.ts';
import { createIsolate, type Isolate } from './context.ts';
import { isUpgrade, upgrade } from './handshake.ts';
import type { ExecutionContext, WorkerEnvironment } from './runtime.ts';

/** The version of the package, put in when the worker is built. */
declare const SERVICE_VERSION: string;

/** Milliseconds that the schedules may take altogether: they are called every minute. */
const TICK = 50_000;

/** What the runtime calls. */
export type Worker = {
  fetch(request: Request, environment: WorkerEnvironment, execution: ExecutionContext): Promise<Response>;
  scheduled(event: unknown, environment: WorkerEnvironment, execution: ExecutionContext): Promise<void>;
};

/**
 * A worker, whose isolate is made ready by the first requests and serves all that follow. When it cannot be, the request is
 * answered 503 and the next one tries again.
 */
export function createWorker(log: (line: string) => void = writeLine): Worker {
  let isolate: Isolate | null = null;

  /** Requests that come at once each make it: none may wait for another. */
  async function ready(environment: WorkerEnvironment): Promise<Isolate> {
    try {
      isolate ??= await createIsolate(environment, SERVICE_VERSION, log);
      return isolate;
    } catch (error) {
      createJsonLines('error', log).error('SYSTEM', 'The worker cannot start', { error: String(error) });
      throw new Problem('store-unavailable', 'The service cannot start now.', { retryAfter: 5 });
    }
  }

  /** What fails here fails below the application, which answers for itself. */
  async function respond(request: Request, environment: WorkerEnvironment): Promise<Response> {
    try {
      const { config, context } = await ready(environment);
      const ctx = await context();
      if (isUpgrade(request)) return await upgrade(ctx, environment.NOTIFICATIONS, request);
      const { description, page } = createAssets(environment.ASSETS, config.basePath);
      return await createApp(ctx, { description, assets: page, exit: () => {} }).fetch(request);
    } catch (error) {
      const requestId = crypto.randomUUID();
      const problem = toProblem(withFields(createJsonLines('error', log), { requestId }), error);
      return problemResponse(problem, problemFormat(request), requestId);
    }
  }

  return {
    fetch(request, environment, execution) {
      const response = respond(request, environment);
      // A write that was begun is finished, and told of, also when its client goes away.
      execution.waitUntil(response.catch(() => undefined));
      return response;
    },
    async scheduled(_event, environment) {
      const { context, feed: log } = await ready(environment);
      const ctx = await context();
      const schedules = [...schedulesOf(ctx), changeLog({ ...ctx, log, sleep })];
      await runTicks(ctx, schedules, { until: ctx.now() + TICK });
    },
  };
}

function writeLine(line: string): void {
  // biome-ignore lint/suspicious/noConsole: the log of a worker is its console
  console.log(line);
}
