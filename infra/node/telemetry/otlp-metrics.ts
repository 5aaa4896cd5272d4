import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';
import type { Instruments } from './instruments.ts';
import { errorType, knownMethod, outcomeAttributes, storeAttributes } from './otlp-attributes.ts';
import type { OtlpOptions } from './otlp-options.ts';

/** Upper bounds in seconds, from the semantic conventions. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const STORE_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

const EVENT_LOOP_RESOLUTION_MS = 10;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** Sends metrics of this process to a collector: the same as for Prometheus, under the names of the semantic conventions. */
export async function openOtlpMetrics(
  url: string,
  { config, resource, version, scheme, databases, reporting }: OtlpOptions,
): Promise<{ readonly instruments: Instruments; readonly close: () => Promise<void> }> {
  const [{ MeterProvider, PeriodicExportingMetricReader }, { OTLPMetricExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/exporter-metrics-otlp-proto'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = reporting('metrics', new OTLPMetricExporter({ url, headers: { ...config.headers } }));
  const exportIntervalMillis = config.metricIntervalMs;
  const exportTimeoutMillis = Math.min(10_000, exportIntervalMillis); // the reader refuses a timeout above the interval
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis, exportTimeoutMillis });
  const provider = new MeterProvider({ resource: resourceFromAttributes(resource), readers: [reader] });
  const meter = provider.getMeter('competency-service', version);
  const stopObserving = observeProcess(meter);
  return {
    instruments: instrumentsOf(meter, scheme, databases),
    async close() {
      await provider.shutdown();
      stopObserving();
    },
  };
}

function instrumentsOf(meter: Meter, scheme: OtlpOptions['scheme'], databases: OtlpOptions['databases']): Instruments {
  const requests = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Time until the start of the response.',
    advice: { explicitBucketBoundaries: REQUEST_BUCKETS },
  });
  const storeCalls = meter.createHistogram('db.client.operation.duration', {
    unit: 's',
    description: 'Calls of the stores.',
    advice: { explicitBucketBoundaries: STORE_BUCKETS },
  });
  const waiting = meter.createUpDownCounter('competency.waiting', { description: 'Queue length, by queue.' });
  const subscribers = meter.createUpDownCounter('competency.subscribers', {
    description: 'Open connections of the notification channel.',
  });
  const profiles = meter.createCounter('competency.profiles', {
    description: 'Profile requests, by cache hit or miss.',
  });
  return {
    onRequest(outcome) {
      requests.record(outcome.tookMs / 1000, {
        ...outcomeAttributes(outcome),
        'http.request.method': knownMethod(outcome.method) ?? '_OTHER',
        'url.scheme': scheme,
      });
    },
    onStoreCall(call) {
      const begin = performance.now();
      return (error) =>
        storeCalls.record((performance.now() - begin) / 1000, {
          ...storeAttributes(call, databases),
          ...(error !== null && { 'error.type': errorType(error) }),
        });
    },
    onWaiting: (queue, change) => waiting.add(change, { queue }),
    onSubscriber: (change) => subscribers.add(change),
    onProfile: (kept) => profiles.add(1, { kept }),
    observeReplication(read) {
      const lag = meter.createObservableGauge('competency.replication.lag', {
        unit: 's',
        description: 'Age of the newest replicated state, in seconds.',
      });
      const refused = meter.createObservableGauge('competency.replication.refused', {
        description: 'Versions of the replicated server refused so far.',
      });
      meter.addBatchObservableCallback(
        async (observed) => {
          const state = await read();
          if (state === null) return;
          observed.observe(lag, state.lagMs / 1000);
          observed.observe(refused, state.refusedCount);
        },
        [lag, refused],
      );
    },
  };
}

/** Observes processor time, memory, and the delay of the event loop. @returns a function that ends it */
function observeProcess(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution: EVENT_LOOP_RESOLUTION_MS });
  delay.enable();
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  const unit = { unit: 's' };
  const p50 = meter.createObservableGauge('nodejs.eventloop.delay.p50', unit);
  const p99 = meter.createObservableGauge('nodejs.eventloop.delay.p99', unit);
  const max = meter.createObservableGauge('nodejs.eventloop.delay.max', unit);
  const utilization = meter.createObservableGauge('nodejs.eventloop.utilization', { unit: '1' });
  const processor = meter.createObservableCounter('process.cpu.time', unit);
  const memory = meter.createObservableUpDownCounter('process.memory.usage', { unit: 'By' });
  meter.addBatchObservableCallback(
    (result) => {
      result.observe(p50, delay.percentile(50) / NANOSECONDS);
      result.observe(p99, delay.percentile(99) / NANOSECONDS);
      result.observe(max, delay.max / NANOSECONDS);
      delay.reset();
      const now = performance.eventLoopUtilization();
      result.observe(utilization, performance.eventLoopUtilization(now, last).utilization);
      last = now;
      const { user, system } = process.cpuUsage();
      result.observe(processor, user / MICROSECONDS, { 'cpu.mode': 'user' });
      result.observe(processor, system / MICROSECONDS, { 'cpu.mode': 'system' });
      result.observe(memory, process.memoryUsage.rss());
    },
    [p50, p99, max, utilization, processor, memory],
  );
  return () => delay.disable();
}
