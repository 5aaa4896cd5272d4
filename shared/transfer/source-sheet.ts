import { canonicalSheetText } from '../access/canonical-text.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import { sign } from '../crypto/rsa.ts';

/** Milliseconds that a sheet is good for, and after how many a new one is made. */
const LIFETIME = 300_000;
const RENEW_AFTER = 120_000;

/** Gives the text of a signature sheet that is good for the next minutes. */
export type SheetMaker = () => Promise<string>;

/**
 * Makes signature sheets (specification: Signature sheet entry) that prove these keys to a server.
 *
 * @param server its base address
 * @param now the server's clock, UTC milliseconds
 * @returns gives JSON text, `[]` without keys
 */
export function createSheetMaker(keys: readonly PrivateKey[], server: string, now: () => number): SheetMaker {
  let made: { readonly time: number; readonly text: Promise<string> } | null = null;
  return () => {
    const time = now();
    if (made === null || time - made.time > RENEW_AFTER) made = { time, text: writeSheet(keys, server, time) };
    return made.text;
  };
}

async function writeSheet(keys: readonly PrivateKey[], server: string, time: number): Promise<string> {
  const entries = keys.map(async (key) => {
    const entry = {
      '@context': 'https://schema.cassproject.org/kbac/0.4',
      '@type': 'TimeLimitedSignature',
      '@owner': key.publicKey.pem,
      expiry: time + LIFETIME,
      server,
    };
    return { ...entry, '@signatureSha256': await sign(key, canonicalSheetText(entry), 'SHA-256') };
  });
  return JSON.stringify(await Promise.all(entries));
}
