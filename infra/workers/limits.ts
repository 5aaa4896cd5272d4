import type { Platform } from '../../shared/config/platform.ts';

/** Bytes of a request body that an isolate of 128 MB can parse, beside what it holds for other requests. */
const MAX_REQUEST_BODY = 10_000_000;

/** Memory of an isolate (Cloudflare Workers limits). */
const ISOLATE_BYTES = 128_000_000;

/** Workers of Cloudflare. */
export const WORKERS: Platform = { maxRequestBody: MAX_REQUEST_BODY, memory: ISOLATE_BYTES, secrets: 'environment' };
