import { createWebhookDelivery } from '../../events/delivery/webhooks/delivery.ts';
import { webhookSchedule } from '../../events/delivery/webhooks/schedule.ts';
import { bellSchedule } from '../../events/schedule/periodic.ts';
import { schedulesOf } from '../../events/schedule/schedules.ts';
import { createApp } from '../../functions/app.ts';
import type { PlatformParts } from '../../functions/group.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { createJsonLines } from '../../shared/base/telemetry/json-lines.ts';
import { withFields } from '../../shared/base/telemetry/logger.ts';
import { problemFormat, problemResponse, toProblem } from '../../shared/http/render-problem.ts';
import { runTicks } from '../../shared/repository/schedule/run-tick.ts';
import { createIsolate, type Isolate } from './context.ts';
import { gunzip } from './gunzip.ts';
import { isUpgrade, upgrade } from './handshake.ts';
import { workerSend } from './outbound-send.ts';
import { createR2Blobs } from './r2-blobs.ts';
import type { EncodedInit, ExecutionContext, WorkerEnvironment } from './runtime.ts';

/** The version of the package, inserted by the build. */
declare const SERVICE_VERSION: string;

/** Time limit for all schedules together: they run every minute. */
const TICK_TIMEOUT_MS = 50_000;

/** The entry points for the runtime. */
export type Worker = {
  fetch(request: Request, environment: WorkerEnvironment, execution: ExecutionContext): Promise<Response>;
  scheduled(event: unknown, environment: WorkerEnvironment, execution: ExecutionContext): Promise<void>;
};

/**
 * Creates a worker. The first request sets up the isolate, which serves all later ones. If that fails, the request gets 503 and
 * the next one tries again.
 */
export function createWorker(log: (line: string) => void = writeLine): Worker {
  let isolate: Isolate | null = null;

  /** The isolate. Concurrent first requests each set it up, since a request must not wait for another's promise. */
  async function ready(environment: WorkerEnvironment): Promise<Isolate> {
    try {
      isolate ??= await createIsolate(environment, SERVICE_VERSION, log);
      return isolate;
    } catch (error) {
      createJsonLines('error', log).error('SYSTEM', 'The worker cannot start', { error: String(error) });
      throw new Problem('store-unavailable', 'The service cannot start now.', { retryAfter: 5 });
    }
  }

  /** Handles errors outside the application, which handles its own. */
  async function respond(request: Request, environment: WorkerEnvironment): Promise<Response> {
    try {
      const { context, embedder } = await ready(environment);
      const ctx = await context();
      // Cloudflare sets this header, and overwrites the client's.
      const peerAddress = request.headers.get('cf-connecting-ip') ?? undefined;
      if (isUpgrade(request)) return await upgrade(ctx, environment.NOTIFICATIONS, request, peerAddress);
      const app = await createApp(ctx, { ...platformParts(environment), embedder });
      return asEncoded(await app.fetch(request, { peerAddress }));
    } catch (error) {
      const requestId = crypto.randomUUID();
      const problem = toProblem(withFields(createJsonLines('error', log), { requestId }), error);
      return problemResponse(problem, problemFormat(request), requestId);
    }
  }

  return {
    fetch(request, environment, execution) {
      const response = respond(request, environment);
      // A write is finished and published even when its client disconnects.
      execution.waitUntil(response.catch(() => undefined));
      return response;
    },
    async scheduled(_event, environment) {
      const { context, bell, embedder } = await ready(environment);
      const ctx = await context();
      const openSend = async () => workerSend;
      const schedules = [
        ...schedulesOf(ctx, openSend, { embedder }),
        bellSchedule(bell),
        webhookSchedule(createWebhookDelivery(ctx, { openSend })),
      ];
      await runTicks(ctx, schedules, { until: ctx.now() + TICK_TIMEOUT_MS });
    },
  };
}

/** Keeps the runtime from encoding a body once more. */
function asEncoded(response: Response): Response {
  const { status, headers, body } = response;
  if (!headers.has('content-encoding')) return response;
  const init: EncodedInit = { status, headers, encodeBody: 'manual' };
  return new Response(body, init);
}

function writeLine(line: string): void {
  // biome-ignore lint/suspicious/noConsole: the log of a worker is its console
  console.log(line);
}

/** Any origin works: the binding only uses the path. */
const ORIGIN = 'https://assets/';

/** The API description and the files of its page, which are deployed beside the worker, and the bucket of indexes. */
function platformParts({ ASSETS: assets, PNA_BUCKET: bucket }: WorkerEnvironment): Omit<PlatformParts, 'call'> {
  return {
    async description() {
      const response = await assets.fetch(`${ORIGIN}openapi.json`);
      if (!response.ok) throw new Error('The API description was not deployed with the worker.');
      return response.text();
    },
    async assets(name) {
      const response = await assets.fetch(ORIGIN + name);
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
    },
    openSend: async () => workerSend,
    openBlobs: async () => (bucket === undefined ? null : createR2Blobs(bucket)),
    gunzip,
    exit: () => {},
  };
}
