import type { getRequestListener } from '@hono/node-server';
import type { Config } from '../../../shared/base/config/config.ts';
import type { Logger } from '../../../shared/base/telemetry/logger.ts';
import { type Instruments, joinInstruments } from './instruments.ts';
import { createMetrics, type Metrics } from './prometheus.ts';

type Listener = ReturnType<typeof getRequestListener>;

/** The instrumentation of a process, by its configuration. */
export type Telemetry = {
  /** Null if nothing is measured. */
  readonly instruments: Instruments | null;
  /** Metrics for Prometheus; null if `/metrics` is not served. */
  readonly metrics: Metrics | null;
  /** Adds tracing to the listener that handles requests. */
  readonly observed: (listener: Listener) => Listener;
  /** Sends what has not been sent yet. */
  readonly close: () => Promise<void>;
};

/** Opens what the configuration enables. Modules of disabled parts are not loaded. */
export async function openTelemetry(config: Config, logger: Pick<Logger, 'warn' | 'info'>): Promise<Telemetry> {
  const metrics = config.metrics.port !== null || config.metrics.public ? await createMetrics() : null;
  const otlp = config.otlp === null ? null : await (await import('./otlp.ts')).openOtlp(config.otlp, config, logger);
  const all = [...(metrics === null ? [] : [metrics.instruments]), ...(otlp?.instruments ?? [])];
  return {
    instruments: all.length === 0 ? null : joinInstruments(all),
    metrics,
    observed: (listener) => otlp?.traces?.traced(listener) ?? listener,
    close: async () => otlp?.close(),
  };
}
