import { canonicalSheetText } from '../access/canonical-text.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import { sign } from '../crypto/rsa.ts';

const TTL_MS = 300_000;
const RENEW_AFTER_MS = 120_000;

/** Returns a signature sheet, as JSON, that is valid for some minutes. */
export type SheetMaker = () => Promise<string>;

/**
 * Creates signature sheets (specification: Signature sheet entry) that prove these keys to a server; `[]` without keys.
 *
 * @param server its base URL
 * @param now the server's clock, UTC milliseconds
 */
export function createSheetMaker(keys: readonly PrivateKey[], server: string, now: () => number): SheetMaker {
  let cached: { readonly time: number; readonly text: Promise<string> } | null = null;
  return () => {
    const time = now();
    if (cached === null || time - cached.time > RENEW_AFTER_MS) cached = { time, text: writeSheet(keys, server, time) };
    return cached.text;
  };
}

async function writeSheet(keys: readonly PrivateKey[], server: string, time: number): Promise<string> {
  const entries = keys.map(async (key) => {
    const entry = {
      '@context': 'https://schema.cassproject.org/kbac/0.4',
      '@type': 'TimeLimitedSignature',
      '@owner': key.publicKey.pem,
      expiry: time + TTL_MS,
      server,
    };
    return { ...entry, '@signatureSha256': await sign(key, canonicalSheetText(entry), 'SHA-256') };
  });
  return JSON.stringify(await Promise.all(entries));
}
