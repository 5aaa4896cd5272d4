import type { Attributes } from '@opentelemetry/api';
import { Problem } from '../../../shared/base/errors/problem.ts';
import type { RequestOutcome } from '../../../shared/base/telemetry/request-outcome.ts';
import type { StoreCall } from './instruments.ts';
import type { OtlpOptions } from './otlp-options.ts';

/** Methods that keep their name; others are `_OTHER` (OpenTelemetry semantic conventions: `http.request.method`). */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH']);

/** Attributes of a finished request. Paths are templates; requests without a handler have none. */
export function outcomeAttributes({ operation, status, refusal }: RequestOutcome): Attributes {
  return {
    'http.response.status_code': status,
    ...(operation !== null && { 'http.route': operation.slice(operation.indexOf(' ') + 1) }),
    ...(status >= 500 && { 'error.type': refusal?.code ?? String(status) }),
  };
}

/** The method, if it is one of the usual ones; null for others, which clients make up. */
export function knownMethod(method: string | undefined): string | null {
  return method !== undefined && METHODS.has(method) ? method : null;
}

/** Attributes of a call of a store. */
export function storeAttributes({ store, method }: StoreCall, databases: OtlpOptions['databases']): Attributes {
  return { 'db.system.name': databases[store], 'db.operation.name': method, 'db.collection.name': store };
}

/** The error of a failed store call, as one of few names. */
export function errorType(error: unknown): string {
  if (error instanceof Problem) return error.code;
  return error instanceof Error ? error.name : '_OTHER';
}
