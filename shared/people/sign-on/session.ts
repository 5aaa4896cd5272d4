import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { defaults, seal, unseal } from 'iron-webcrypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { OidcConfig } from '../../base/config/sign-on.ts';
import { encodeUtf8 } from '../../base/crypto/text-encoding.ts';
import type { Identity, IdentityProof } from '../../repository/sign-on.ts';

const IDENTITY = z.object({
  issuer: z.string(),
  subject: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  emailVerified: z.boolean(),
  username: z.nullable(z.string()),
  groups: z.array(z.string()),
});

/** The contents of a session cookie. Times are UTC milliseconds. */
const SESSION = z.object({
  kind: z.literal('session'),
  identity: IDENTITY,
  /** When the user authenticated at the provider; null if the provider does not tell. */
  authenticated: z.nullable(z.number()),
  expires: z.number(),
  /** Hint for the provider at sign-out; omitted if it is too long for a cookie. */
  idToken: z.optional(z.string()),
});

/** The contents of the cookie of a pending sign-in. */
const ATTEMPT = z.object({
  kind: z.literal('attempt'),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** The address to which the browser is redirected afterwards. */
  target: z.string(),
  /** Whether a recent authentication is required. */
  fresh: z.boolean(),
  expires: z.number(),
});

export type Session = z.infer<typeof SESSION>;
export type Attempt = z.infer<typeof ATTEMPT>;

type WithHeaders = Pick<Request, 'headers'>;

/** Cookies whose contents only this service can read and make: encrypted and authenticated. */
export type SealedCookies = {
  /** The name of the cookie of this kind. */
  name(kind: 'session' | 'attempt'): string;
  seal(contents: Session | Attempt): Promise<string>;
  /** The session of a request; null without a valid one. */
  session(request: WithHeaders): Promise<Session | null>;
  attempt(request: WithHeaders): Promise<Attempt | null>;
};

/** Maximum length of the value: browsers accept cookies of up to 4096 bytes, including attributes. */
export const MAX_COOKIE_LENGTH = 3800;

/** Maximum number of opened session cookies in memory: opening one takes several calls of WebCrypto. */
const MAX_OPENED = 1000;

/**
 * Creates the sealed cookies of a configuration. Any instance with one of the secrets opens them. The server stores no sessions, so a
 * copy of a session cookie remains valid until it expires, even after sign-out.
 */
export function createSealedCookies(
  { sessionSecrets, baseUrl }: Pick<OidcConfig, 'sessionSecrets' | 'baseUrl'>,
  now: () => number,
): SealedCookies {
  const [first, ...former] = sessionSecrets;
  const newest = passwordOf(first);
  const passwords = [newest, ...former.map(passwordOf)];
  const byId = Object.fromEntries(passwords.map(({ id, secret }) => [id, secret]));
  // A name with this prefix cannot be set by another host of the domain, nor without TLS.
  const prefix = baseUrl.startsWith('https:') ? '__Host-' : '';
  const names = { session: `${prefix}session`, attempt: `${prefix}sign-in` };
  const opened = new LRUCache<string, Session>({ max: MAX_OPENED });

  async function open(text: string): Promise<unknown> {
    try {
      return await unseal(text, byId, { ...defaults, ttl: 0 });
    } catch {
      return null; // truncated, altered, or sealed with a secret that was removed
    }
  }

  return {
    name: (kind) => names[kind],
    seal: (contents) => seal(contents, newest, { ...defaults, ttl: 0 }),
    async session(request) {
      const text = cookieOf(request, names.session);
      if (text === null) return null;
      const parsed = opened.get(text) ?? SESSION.safeParse(await open(text)).data;
      if (parsed === undefined || parsed.expires <= now()) return null;
      opened.set(text, parsed);
      return parsed;
    },
    async attempt(request) {
      const text = cookieOf(request, names.attempt);
      const parsed = text === null ? undefined : ATTEMPT.safeParse(await open(text)).data;
      return parsed === undefined || parsed.expires <= now() ? null : parsed;
    },
  };
}

/** The identity that a session proves. */
export function proofOfSession({ identity, authenticated, expires }: Session): IdentityProof {
  return { identity: identity satisfies Identity, authenticated, expires, by: 'session' };
}

/** A password of the length that sealing requires, and its id, by which a cookie names the secret that opens it. */
function passwordOf(secret: string): { readonly id: string; readonly secret: string } {
  const password = bytesToHex(sha256(encodeUtf8(`competency-service cookies ${secret}`)));
  return { id: bytesToHex(sha256(encodeUtf8(password))).slice(0, 8), secret: password };
}

function cookieOf(request: WithHeaders, name: string): string | null {
  const header = request.headers.get('cookie');
  if (header === null || !header.includes(name)) return null;
  for (const part of header.split(';')) {
    const [key = '', value = ''] = part.trim().split('=', 2);
    if (key === name && value !== '' && value.length <= MAX_COOKIE_LENGTH) return value;
  }
  return null;
}
