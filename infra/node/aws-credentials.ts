import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { AwsCredentialProvider, AwsCredentials } from '../../shared/base/aws/signed-fetch.ts';
import type { AwsCredentialSource } from '../../shared/base/config/aws-access.ts';
import { parseTime } from '../../shared/repository/linked-data/time.ts';
import { createNodeFetch } from './node-request.ts';

/** Temporary keys are renewed this long before they expire. */
const RENEW_AHEAD_MS = 300_000;

/** The pause after a failed renewal of keys that are still valid. */
const RETRY_DELAY_MS = 10_000;

const REQUEST_TIMEOUT_MS = 5_000;

/** The response of a container's credentials endpoint (AWS SDKs reference: container credential provider). */
const RESPONSE = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  Token: z.optional(z.string()),
  Expiration: z.optional(z.string()),
});

/**
 * Provides the configured keys, or the keys from the endpoint of a container or pod with a role: these are temporary, cached, and
 * renewed before they expire. Concurrent callers share one renewal.
 */
export function createCredentialProvider(
  source: AwsCredentialSource,
  {
    now = Date.now,
    fetch: send = createNodeFetch(),
  }: { readonly now?: () => number; readonly fetch?: typeof globalThis.fetch } = {},
): AwsCredentialProvider {
  if (source.kind === 'keys') {
    const { accessKeyId, secretAccessKey, sessionToken } = source;
    const keys = { accessKeyId, secretAccessKey, ...(sessionToken === null ? {} : { sessionToken }) };
    return async () => keys;
  }
  const { url, token, tokenFile } = source;
  let cached: { readonly keys: AwsCredentials; readonly expires: number } | null = null;
  let renewAt = 0;
  let renewal: Promise<AwsCredentials> | null = null;

  async function renew(): Promise<AwsCredentials> {
    try {
      const header = tokenFile === null ? token : (await readFile(tokenFile, 'utf8')).trim();
      cached = await fetchKeys(url, header, send);
      renewAt = cached.expires - RENEW_AHEAD_MS;
      return cached.keys;
    } catch (error) {
      if (cached === null || cached.expires <= now()) throw error;
      renewAt = now() + RETRY_DELAY_MS;
      return cached.keys;
    } finally {
      renewal = null;
    }
  }

  return async () => {
    if (cached !== null && now() < renewAt) return cached.keys;
    renewal ??= renew();
    return renewal;
  };
}

async function fetchKeys(
  url: string,
  token: string | null,
  send: typeof globalThis.fetch,
): Promise<{ keys: AwsCredentials; expires: number }> {
  const response = await send(url, {
    headers: token === null ? {} : { authorization: token },
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The endpoint of AWS credentials returned status ${response.status}.`);
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = z.parse(RESPONSE, JSON.parse(text));
  const expires = Expiration === undefined ? null : parseTime(Expiration);
  return {
    keys: {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      ...(Token === undefined ? {} : { sessionToken: Token }),
    },
    expires: expires ?? Number.POSITIVE_INFINITY,
  };
}
