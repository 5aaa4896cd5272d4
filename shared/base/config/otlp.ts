import { type Settings, settingValue } from './read-env.ts';

/** Traces and metrics for a collector (OTLP over HTTP). */
export type OtlpConfig = {
  /** Null: none are sent. */
  readonly tracesUrl: string | null;
  /** Null: none are sent. */
  readonly metricsUrl: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Attributes of the process, including `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: {
    /** Whether to follow the decision of a caller that has made one. */
    readonly parentBased: boolean;
    /** The share of the other requests that is traced, 0 to 1. */
    readonly ratio: number;
  };
  readonly metricIntervalMs: number;
};

/** The configuration of OpenTelemetry; null if nothing is sent. */
export function otlpConfig(settings: Settings): OtlpConfig | null {
  const endpoint = settingValue(settings, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === null || settingValue(settings, 'OTEL_SDK_DISABLED')) return null;
  const traces = settingValue(settings, 'OTEL_TRACES_EXPORTER') === 'otlp';
  const metrics = settingValue(settings, 'OTEL_METRICS_EXPORTER') === 'otlp';
  if (!traces && !metrics) return null;
  settingValue(settings, 'OTEL_EXPORTER_OTLP_PROTOCOL'); // throws for other protocols
  const base = endpoint.replace(/\/*$/, '/');
  const attributes = settingValue(settings, 'OTEL_RESOURCE_ATTRIBUTES');
  const serviceName = settingValue(settings, 'OTEL_SERVICE_NAME');
  return {
    tracesUrl: traces ? `${base}v1/traces` : null,
    metricsUrl: metrics ? `${base}v1/metrics` : null,
    headers: settingValue(settings, 'OTEL_EXPORTER_OTLP_HEADERS') ?? {},
    resource: {
      'service.name': 'competency-service',
      ...attributes,
      ...(serviceName !== null && { 'service.name': serviceName }),
    },
    sampler: sampler(settings),
    metricIntervalMs: settingValue(settings, 'OTEL_METRIC_EXPORT_INTERVAL'),
  };
}

function sampler(settings: Settings): OtlpConfig['sampler'] {
  const name = settingValue(settings, 'OTEL_TRACES_SAMPLER');
  const part = settingValue(settings, 'OTEL_TRACES_SAMPLER_ARG');
  const parentBased = name.startsWith('parentbased_');
  if (name.endsWith('traceidratio')) return { parentBased, ratio: part };
  return { parentBased, ratio: name.endsWith('always_on') ? 1 : 0 };
}
