import { hostname } from 'node:os';
import type { Config } from '../../../shared/base/config/config.ts';
import type { OtlpConfig } from '../../../shared/base/config/otlp.ts';
import { errorText, type Logger } from '../../../shared/base/telemetry/logger.ts';
import type { Instruments } from './instruments.ts';
import { openOtlpMetrics } from './otlp-metrics.ts';
import type { Exporter, OtlpOptions } from './otlp-options.ts';
import { openTraces, type Traces } from './traces.ts';

/** Traces and metrics for a collector. */
export type Otlp = {
  readonly instruments: readonly Instruments[];
  /** Null if no traces are sent. */
  readonly traces: Traces | null;
  /** Sends what has not been sent yet, and ends. */
  readonly close: () => Promise<void>;
};

/** How long the process waits for the collector at its end. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Opens the export of traces and metrics to a collector (OTLP over HTTP). No other module loads OpenTelemetry, and nothing is
 * registered globally. The operator configured the address, so the rules for addresses from other sources do not apply.
 */
export async function openOtlp(
  config: OtlpConfig,
  service: Pick<Config, 'ping' | 'server' | 'searchCluster' | 'dynamoDb'>,
  logger: Pick<Logger, 'warn' | 'info'>,
): Promise<Otlp> {
  const { version } = service.ping;
  const objects = service.searchCluster === null ? 'sqlite' : 'opensearch';
  const options: OtlpOptions = {
    config,
    version,
    resource: {
      'service.version': version,
      'service.instance.id': crypto.randomUUID(),
      'host.name': hostname(),
      'process.pid': process.pid,
      'process.runtime.name': 'nodejs',
      'process.runtime.version': process.versions.node,
      ...config.resource,
    },
    scheme: service.server.https === null ? 'http' : 'https',
    databases: { objects, values: service.dynamoDb === null ? objects : 'aws.dynamodb' },
    reporting: (what, exporter) => reporting(what, exporter, logger),
  };
  const traces = config.tracesUrl === null ? null : await openTraces(config.tracesUrl, options);
  const metrics = config.metricsUrl === null ? null : await openOtlpMetrics(config.metricsUrl, options);
  const parts = [traces, metrics].filter((part) => part !== null);
  return {
    instruments: parts.map(({ instruments }) => instruments),
    traces,
    async close() {
      const ended = Promise.allSettled(parts.map((part) => part.close()));
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      await Promise.race([ended, late]);
      clearTimeout(timer);
    },
  };
}

/** Logs a failure once, until sending succeeds again. */
function reporting<E extends Exporter>(what: string, exporter: E, logger: Pick<Logger, 'warn' | 'info'>): E {
  const send = exporter.export.bind(exporter);
  let isFailing = false;
  exporter.export = (items, done) =>
    send(items, (result) => {
      const fails = result.code !== 0;
      if (fails && !isFailing) {
        logger.warn('SYSTEM', `The OpenTelemetry collector does not accept ${what}`, {
          error: errorText(result.error),
        });
      }
      if (!fails && isFailing) logger.info('SYSTEM', `The OpenTelemetry collector accepts ${what} again`);
      isFailing = fails;
      done(result);
    });
  return exporter;
}
