import type { Platform } from '../../../shared/config/platform.ts';

/** Bytes of the JSON text in which a function gives its answer, and gets its request (AWS Lambda quotas: synchronous payload). */
export const MAX_PAYLOAD = 6 * 1024 * 1024;

/** Milliseconds that an HTTP API waits for the answer of a function (API Gateway quotas: integration timeout). */
export const HTTP_API_PATIENCE = 30_000;

/**
 * Bytes of the largest body that surely reaches a function: forms come in base64, four characters for three bytes, beside the
 * headers, of which API Gateway takes 10 KB, and which stand in the event up to twice.
 */
const MAX_REQUEST_BODY = 4_500_000;

/** What the heap of the smallest function of a deployment may grow to. */
const HEAP_BYTES = 256 * 1024 * 1024;

/** A function with a directory on a network file system. */
export const LAMBDA_WITH_FILES: Platform = {
  maxRequestBody: MAX_REQUEST_BODY,
  memory: HEAP_BYTES,
  secrets: 'directory',
};

/** Functions on AWS Lambda behind an HTTP API. */
export const LAMBDA: Platform = { maxRequestBody: MAX_REQUEST_BODY, memory: HEAP_BYTES, secrets: 'environment' };
