import type { Config } from '../../../base/config/config.ts';
import type { Bytes } from '../../../base/crypto/base64.ts';
import { fromUtf8 } from '../../../base/crypto/text-encoding.ts';
import { createOutboundFetch, type OutboundSend } from '../../../base/outbound/outbound-fetch.ts';
import { isObject, type JsonObject, parseJson } from '../../../repository/linked-data/json.ts';
import { CheckFailed } from './checks.ts';

/** The response from an address. */
export type Fetched = { readonly status: number; readonly mediaType: string; readonly bytes: Bytes };

/** Fetches a part of a badge. Rejects with Problem `fetch-refused`, `fetch-failed`, or {@link CheckFailed}. */
export type BadgeFetch = (url: string, accept: string) => Promise<Fetched>;

const LIMITS = { maxBytes: 1 << 20, timeoutMs: 10_000, types: null };

/** Maximum number of documents that are fetched: a badge has few parts, and the badges in a learner record share some. */
const MAX_PARTS = 50;
const MAX_TOTAL_BYTES = 10 << 20;
const MAX_TOTAL_MS = 60_000;

/** Fetches the parts of one badge, or of those in one learner record, from addresses that they name: each part once. */
export function createBadgeFetch(
  { outbound }: Pick<Config, 'outbound'>,
  openSend: () => Promise<OutboundSend>,
): BadgeFetch {
  const parts = new Map<string, Promise<Fetched>>();
  const end = performance.now() + MAX_TOTAL_MS;
  let bytesLeft = MAX_TOTAL_BYTES;

  async function fetched(url: string, accept: string): Promise<Fetched> {
    if (performance.now() > end) throw new CheckFailed('Its parts take too long to be fetched.');
    const fetch = createOutboundFetch(outbound, LIMITS, await openSend());
    const response = await fetch(url, { headers: { accept } });
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
    const bytes = new Uint8Array(await response.arrayBuffer());
    bytesLeft -= bytes.length;
    if (bytesLeft < 0) throw new CheckFailed('Its parts are too large.');
    return { status: response.status, mediaType: type.trim().toLowerCase(), bytes };
  }

  return (url, accept) => {
    const name = `${accept} ${url}`;
    const known = parts.get(name);
    if (known !== undefined) return known;
    if (parts.size === MAX_PARTS) return Promise.reject(new CheckFailed(`It has more than ${MAX_PARTS} parts.`));
    const part = fetched(url, accept);
    parts.set(name, part);
    return part;
  };
}

/** The JSON object at an address. @throws CheckFailed for anything else */
export async function fetchObject(fetch: BadgeFetch, url: string): Promise<JsonObject> {
  const { status, bytes } = await fetch(url, 'application/ld+json, application/json;q=0.9');
  if (status !== 200) throw new CheckFailed(`${url.slice(0, 200)} is answered with ${status}.`);
  return parsedObject(fromUtf8(bytes) ?? '', url);
}

/** @throws CheckFailed for text that is not a JSON object */
export function parsedObject(text: string, what: string): JsonObject {
  try {
    const value = parseJson(text, what.slice(0, 200));
    if (isObject(value)) return value;
  } catch {
    // reported below, like JSON that is not an object
  }
  throw new CheckFailed(`${what.slice(0, 200)} is not a JSON object.`);
}
