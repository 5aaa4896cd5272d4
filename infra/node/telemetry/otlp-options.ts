import type { OtlpConfig } from '../../../shared/base/config/otlp.ts';

/** Dependencies of traces and metrics on the process. */
export type OtlpOptions = {
  readonly config: OtlpConfig;
  /** Attributes of the process. */
  readonly resource: Readonly<Record<string, string | number>>;
  readonly version: string;
  readonly scheme: 'http' | 'https';
  /** Names of the databases (OpenTelemetry semantic conventions: `db.system.name`), by store. */
  readonly databases: Readonly<Record<'objects' | 'values', string>>;
  /** Adds reports of failures to an exporter. */
  readonly reporting: <E extends Exporter>(what: 'traces' | 'metrics', exporter: E) => E;
};

/** The common part of the exporters. */
export type Exporter = {
  export(items: never, done: (result: { readonly code: number; readonly error?: Error }) => void): void;
};
