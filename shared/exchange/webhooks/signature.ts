import { type Bytes, decodeBase64, encodeBase64 } from '../../base/crypto/base64.ts';
import { randomBase64 } from '../../base/crypto/secrets.ts';
import { encodeUtf8 } from '../../base/crypto/text-encoding.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret, as Standard Webhooks writes it: `whsec_` and base64. */
export function newSecret(): string {
  return PREFIX + randomBase64(SECRET_BYTES);
}

/** What is posted to a receiver. */
export type Message = {
  /** The same in each attempt. */
  readonly id: string;
  /** JSON text. */
  readonly body: string;
};

/**
 * The headers of a signed message (Standard Webhooks 1.0.0, symmetric signatures): id, time of the attempt, and a signature for each
 * secret, so that receivers may change from one secret to the next.
 *
 * @param now UTC milliseconds
 */
export async function signedHeaders(
  { id, body }: Message,
  secrets: readonly string[],
  now: number,
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(Math.floor(now / 1000));
  const signed = encodeUtf8(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(secrets.map(async (secret) => `v1,${await hmac(secret, signed)}`));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

async function hmac(secret: string, data: Bytes): Promise<string> {
  const bytes = decodeBase64(secret.slice(PREFIX.length));
  if (bytes === null) throw new Error('The secret of a webhook is not base64.');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return encodeBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, data)));
}
