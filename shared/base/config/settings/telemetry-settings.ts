import {
  boolean,
  ConfigurationError,
  httpAddress,
  integer,
  list,
  oneOf,
  type Parse,
  refusal,
  type Setting,
  text,
} from '../formats.ts';

/**
 * `name=value` pairs separated by commas, values percent-encoded (OpenTelemetry specification: environment variables, after W3C
 * Baggage). Errors do not quote them: headers contain secrets.
 */
const pairs: Parse<Readonly<Record<string, string>>> = (value, name) =>
  Object.fromEntries(
    list(value, name).map((pair) => {
      const at = pair.indexOf('=');
      const decoded = at < 1 ? null : decode(pair.slice(at + 1).trim());
      if (decoded !== null) return [pair.slice(0, at).trim(), decoded];
      throw new ConfigurationError(`${name} must be name=value pairs separated by commas, values percent-encoded.`);
    }),
  );

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** A share of all traces. */
const ratio: Parse<number> = (value, name) => {
  const number = Number(value);
  if (/^[\d.]+$/.test(value) && number >= 0 && number <= 1) return number;
  throw refusal(name, value, 'a number from 0 to 1');
};

const exporter = {
  parse: oneOf('otlp', 'none'),
  default: 'otlp',
} as const;

/** Settings of OpenTelemetry, under the names that its specification gives them. Part of `SETTINGS`. */
export const TELEMETRY_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    parse: httpAddress,
    default: null,
    defaultText: 'unset: nothing is sent',
    effect:
      'Address of a collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318`: traces are sent to `v1/traces` below it, metrics to `v1/metrics` ([operate.md](operate.md#traces)). Not in functions and workers. Without it, no other `OTEL_…` setting has an effect.',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    parse: oneOf('http/protobuf'),
    default: 'http/protobuf',
    effect: 'The protocol of the collector: only `http/protobuf` is supported.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    parse: pairs,
    default: null,
    defaultText: 'unset: none',
    effect: 'Headers of requests to the collector: `name=value` separated by commas, values percent-encoded.',
    secret: true,
  },
  OTEL_SDK_DISABLED: {
    parse: boolean,
    default: false,
    effect: '`true` sends nothing, whatever else is set.',
  },
  OTEL_TRACES_EXPORTER: { ...exporter, effect: '`none` sends no traces.' },
  OTEL_METRICS_EXPORTER: { ...exporter, effect: '`none` sends no metrics.' },
  OTEL_SERVICE_NAME: {
    parse: text,
    default: null,
    defaultText: '`service.name` of OTEL_RESOURCE_ATTRIBUTES, else `competency-service`',
    effect: 'Name of the service in traces and metrics.',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    parse: pairs,
    default: null,
    defaultText: 'unset: none',
    effect:
      'Attributes of the process in traces and metrics, such as `deployment.environment.name=production`: `name=value` separated by commas, values percent-encoded.',
  },
  OTEL_TRACES_SAMPLER: {
    parse: oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    default: 'parentbased_always_on',
    effect:
      'Which requests are traced: all, none, or a part of them; with `parentbased_`, those whose `traceparent` header says so, and of the others all, none, or a part.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    parse: ratio,
    default: 1,
    effect: 'The share of requests that is traced with `traceidratio`, 0 to 1.',
  },
  OTEL_METRIC_EXPORT_INTERVAL: {
    parse: integer(100, 86_400_000),
    default: 60_000,
    effect: 'Interval in milliseconds in which metrics are sent.',
  },
} as const satisfies Record<string, Setting>;
