import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { AwsCredentialSource } from '../../shared/config/aws-access.ts';

/** Keys to sign requests with. */
export type AwsCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary keys. */
  readonly sessionToken?: string;
};

/** Gives the keys that are valid now. @throws Error when there are none */
export type AwsCredentialProvider = () => Promise<AwsCredentials>;

/** Temporary keys are asked for anew this many milliseconds before they expire. */
const AHEAD = 300_000;

/** After a failed attempt to renew keys that are still valid, milliseconds until the next. */
const PAUSE = 10_000;

/** Milliseconds that the address of credentials may take to answer. */
const PATIENCE = 5_000;

/** What the address of a container's credentials answers (AWS SDKs reference: container credential provider). */
const ANSWER = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  Token: z.optional(z.string()),
  Expiration: z.optional(z.string()),
});

/**
 * Keys from the configuration, or from the address that a container or pod with a role has: these are temporary, kept
 * while they are valid, and asked for anew, once for all who wait, before they expire.
 */
export function createCredentialProvider(
  source: AwsCredentialSource,
  { now = Date.now, fetch: send = fetch }: { readonly now?: () => number; readonly fetch?: typeof fetch } = {},
): AwsCredentialProvider {
  if (source.kind === 'keys') {
    const { accessKeyId, secretAccessKey, sessionToken } = source;
    const keys = { accessKeyId, secretAccessKey, ...(sessionToken === null ? {} : { sessionToken }) };
    return async () => keys;
  }
  const { url, token, tokenFile } = source;
  let known: { readonly keys: AwsCredentials; readonly expires: number } | null = null;
  let next = 0;
  let asking: Promise<AwsCredentials> | null = null;

  async function renew(): Promise<AwsCredentials> {
    try {
      const header = tokenFile === null ? token : (await readFile(tokenFile, 'utf8')).trim();
      known = await askFor(url, header, send);
      next = known.expires - AHEAD;
      return known.keys;
    } catch (error) {
      if (known === null || known.expires <= now()) throw error;
      next = now() + PAUSE;
      return known.keys;
    } finally {
      asking = null;
    }
  }

  return async () => {
    if (known !== null && now() < next) return known.keys;
    asking ??= renew();
    return asking;
  };
}

async function askFor(
  url: string,
  token: string | null,
  send: typeof fetch,
): Promise<{ keys: AwsCredentials; expires: number }> {
  const response = await send(url, {
    headers: token === null ? {} : { authorization: token },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The address of AWS credentials answered ${response.status}.`);
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = z.parse(ANSWER, JSON.parse(text));
  const expires = Expiration === undefined ? Number.NaN : Date.parse(Expiration);
  return {
    keys: {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      ...(Token === undefined ? {} : { sessionToken: Token }),
    },
    expires: Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires,
  };
}
