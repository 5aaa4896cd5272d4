import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Answer } from '../../../shared/http/answer.ts';
import { type Instruments, QUEUES } from './instruments.ts';

/** The metrics of this process, for Prometheus to collect. */
export type Metrics = {
  readonly instruments: Instruments;
  /** The metrics in the text format of Prometheus. */
  readonly text: () => Promise<{ readonly contentType: string; readonly text: string }>;
};

/** Upper bounds in seconds. */
const REQUEST_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STORE_BUCKETS = [0.0002, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** The operation label of requests without a handler. */
const NO_OPERATION = 'none';

/** Creates the metrics of this process, including event loop and garbage collection. No other module loads the library. */
export async function createMetrics(): Promise<Metrics> {
  const { default: prometheus } = await import('prom-client');
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = prometheus;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'competency_http_requests_total',
    help: 'Requests, by operation (method and path template) and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'competency_http_request_duration_seconds',
    help: 'Time until the start of the response, by operation.',
    labelNames: ['operation'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const storeCalls = new Histogram({
    name: 'competency_store_call_duration_seconds',
    help: 'Calls of the stores, by store (objects, values), method and outcome (ok, error).',
    labelNames: ['store', 'method', 'outcome'],
    buckets: STORE_BUCKETS,
    registers,
  });
  const waiting = new Gauge({
    name: 'competency_waiting',
    help: 'Queue length, by queue: requests that wait for memory (memory), for another write of the same object (writes), for a thread (searches, profiles, large-objects), or for the hashing of a password (passwords).',
    labelNames: ['queue'],
    registers,
  });
  for (const queue of QUEUES) waiting.set({ queue }, 0);
  const subscribers = new Gauge({
    name: 'competency_subscribers',
    help: 'Open connections of the notification channel.',
    registers,
  });
  const profiles = new Counter({
    name: 'competency_profiles_total',
    help: 'Profile requests, by cache hit or miss.',
    labelNames: ['kept'],
    registers,
  });
  return {
    instruments: {
      onRequest({ operation, status, tookMs }) {
        const name = operation ?? NO_OPERATION;
        requests.inc({ operation: name, status });
        durations.observe({ operation: name }, tookMs / 1000);
      },
      onStoreCall(call) {
        const end = storeCalls.startTimer(call);
        return (error) => void end({ outcome: error === null ? 'ok' : 'error' });
      },
      onWaiting: (queue, change) => waiting.inc({ queue }, change),
      onSubscriber: (change) => subscribers.inc(change),
      onProfile: (kept) => profiles.inc({ kept: String(kept) }),
      observeReplication(read) {
        const lag = new Gauge({
          name: 'competency_replication_lag_seconds',
          help: 'Age of the newest replicated state, in seconds.',
          registers,
          async collect() {
            const state = await read();
            lag.set(state === null ? Number.NaN : state.lagMs / 1000);
            refused.set(state === null ? Number.NaN : state.refusedCount);
          },
        });
        const refused = new Gauge({
          name: 'competency_replication_refused',
          help: 'Versions of the replicated server refused so far.',
          registers,
        });
      },
    },
    text: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

/** The metrics as a response of the application. */
export async function metricsAnswer(metrics: Metrics): Promise<Answer> {
  const { contentType, text } = await metrics.text();
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body: text };
}

/**
 * Serves `/metrics` on a separate port, which is not for clients. It ends with the process, and does not keep it alive.
 *
 * @throws Error when the port is taken or may not be used
 */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<void> {
  const server = createServer((request, answer) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      answer.writeHead(404).end();
      return;
    }
    metrics.text().then(
      ({ contentType, text }) => answer.writeHead(200, { 'content-type': contentType }).end(text),
      () => answer.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  server.unref();
}
