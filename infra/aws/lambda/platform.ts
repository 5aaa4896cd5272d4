import { readFile } from 'node:fs/promises';
import type { PlatformParts } from '../../../functions/group.ts';
import type { Platform } from '../../../shared/base/config/config.ts';
import type { StaticFiles } from '../../../shared/http/answer.ts';

/** The limit of the JSON text of a request or response (AWS Lambda quotas: synchronous payload). */
export const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** How long an HTTP API waits for a response (API Gateway quotas: integration timeout). */
export const HTTP_API_TIMEOUT_MS = 30_000;

/** Part of the HTTP API's timeout that is reserved for the start of the function and for sending the response. */
const START_AND_ANSWER_MS = 5_000;

/**
 * The largest body that always fits into an event: forms are in base64, four characters for three bytes. API Gateway accepts 10 KB
 * of headers, which may be in the event twice.
 */
const MAX_REQUEST_BODY_BYTES = 4_500_000;

/** The heap limit of the smallest function of a deployment. */
const HEAP_BYTES = 256 * 1024 * 1024;

/** A function with a directory on a network file system. */
export const LAMBDA_WITH_FILES: Platform = {
  maxRequestBody: MAX_REQUEST_BODY_BYTES,
  maxRequestMs: HTTP_API_TIMEOUT_MS - START_AND_ANSWER_MS,
  memory: HEAP_BYTES,
  secrets: 'directory',
  fetchesAnyPublic: false,
};

/** Functions on AWS Lambda behind an HTTP API. */
export const LAMBDA: Platform = { ...LAMBDA_WITH_FILES, secrets: 'environment' };

const read = (name: string): Promise<Buffer<ArrayBuffer>> => readFile(new URL(name, import.meta.url));

/** Reads installed files. Names come from request paths: requests for files that do not exist are common. */
const readInstalled: StaticFiles = async (name) => {
  try {
    return await read(name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};

/** Facilities of a function for groups: files beside its bundle. The description was validated at build time. */
export const PLATFORM_PARTS: Omit<PlatformParts, 'call'> = {
  description: async () => (await read('openapi.json')).toString('utf8'),
  assets: readInstalled,
  openSend: async () => (await import('../../node/outbound-send.ts')).createOutboundSend(),
  openBlobs: async (config, folder) => (await import('../../node/blobs.ts')).openBucket(config, folder),
  openDumpFiles: async (config) => (await import('../../node/blobs.ts')).openDumpBucket(config),
  async *gunzip(bytes) {
    yield* (await import('../../node/gunzip.ts')).gunzip(bytes);
  },
  exit: () => {},
};
