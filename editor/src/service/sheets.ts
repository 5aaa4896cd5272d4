import type { PrivateKey } from '../../../shared/base/crypto/private-key.ts';
import { sign } from '../../../shared/base/crypto/rsa.ts';
import { canonicalSheetText } from '../../../shared/repository/access/canonical-text.ts';

/** How long a signature is valid. */
const LIFETIME_MS = 300_000;

/** A sheet is replaced this long before it expires, so that it outlasts the request. */
const RESERVE_MS = 60_000;

/** Makes the signature sheets of requests. */
export type Sheets = {
  /** The sheet of the keys held now, as header text; null without keys. */
  readonly sheet: () => Promise<string | null>;
  /** Adopts the service's clock. @param offsetMs its time minus the time of this device */
  readonly setClockOffset: (offsetMs: number) => void;
};

/**
 * Signs once for all requests until shortly before the expiry, or until the keys change.
 *
 * @param server what the signatures are for: the address of the service, ending in `/api/`
 * @param keys the keys to prove
 */
export function createSheets(server: string, keys: () => readonly PrivateKey[], now: () => number = Date.now): Sheets {
  let offset = 0;
  let made: { readonly text: Promise<string>; readonly ids: string; readonly renewAt: number } | null = null;

  return {
    async sheet() {
      const held = keys();
      if (held.length === 0) return null;
      const time = now() + offset;
      const ids = held.map(({ publicKey }) => publicKey.id).join(' ');
      if (made === null || made.ids !== ids || time >= made.renewAt) {
        const expiry = time + LIFETIME_MS;
        made = { text: signSheet(server, held, expiry), ids, renewAt: expiry - RESERVE_MS };
      }
      return made.text;
    },
    setClockOffset(offsetMs) {
      offset = offsetMs;
      made = null;
    },
  };
}

async function signSheet(server: string, keys: readonly PrivateKey[], expiry: number): Promise<string> {
  const entries = keys.map(async (key) => {
    const entry = {
      '@context': 'https://schema.cassproject.org/kbac/0.4',
      '@owner': key.publicKey.pem,
      '@type': 'TimeLimitedSignature',
      expiry,
      server,
    };
    return { ...entry, '@signatureSha256': await sign(key, canonicalSheetText(entry), 'SHA-256') };
  });
  return JSON.stringify(await Promise.all(entries));
}
