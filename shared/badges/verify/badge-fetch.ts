import type { Config } from '../../config/config.ts';
import type { Bytes } from '../../crypto/base64.ts';
import { fromUtf8 } from '../../crypto/text-encoding.ts';
import { isObject, type JsonObject, parseJson } from '../../linked-data/json.ts';
import { createOutboundFetch, type OutboundSend } from '../../outbound/outbound-fetch.ts';
import { CheckFailed } from './checks.ts';

/** What is at an address. */
export type Fetched = { readonly status: number; readonly mediaType: string; readonly bytes: Bytes };

/** Fetches parts of a badge. Rejects with Problem `fetch-refused`, `fetch-failed`, or {@link CheckFailed}. */
export type BadgeFetch = (url: string, accept: string) => Promise<Fetched>;

const LIMITS = { maxBytes: 1 << 20, timeoutMs: 10_000, types: null };

/** A badge consists of few parts. */
const MAX_FETCHES = 10;

/** Fetches the parts of one badge from addresses that the badge names. */
export function createBadgeFetch(
  { outbound }: Pick<Config, 'outbound'>,
  openSend: () => Promise<OutboundSend>,
): BadgeFetch {
  let fetches = 0;
  return async (url, accept) => {
    if (++fetches > MAX_FETCHES) throw new CheckFailed(`The badge has more than ${MAX_FETCHES} parts.`);
    const fetch = createOutboundFetch(outbound, LIMITS, await openSend());
    const response = await fetch(url, { headers: { accept } });
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, mediaType: type.trim().toLowerCase(), bytes };
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
