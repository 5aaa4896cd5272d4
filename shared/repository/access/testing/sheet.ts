import { generateKeyPair, importPrivateKey, type PrivateKey } from '../../../base/crypto/private-key.ts';
import { sign } from '../../../base/crypto/rsa.ts';
import type { Problem } from '../../../base/errors/problem.ts';
import type { JsonObject } from '../../linked-data/json.ts';
import { type Caller, faultOf } from '../caller.ts';
import { createSheetVerifier, type SheetVerifier, type SheetVerifierOptions } from '../signature-sheet.ts';

/** The contents of a test's sheet entry, and how to sign it. */
export type EntryOptions = {
  readonly expiry?: unknown;
  readonly server?: string;
  readonly context?: string;
  readonly type?: string;
  readonly hashes?: readonly ('SHA-256' | 'SHA-1')[];
  /** Members that are added after signing, or that replace signed ones. */
  readonly after?: JsonObject;
};

/** The context and type of today's clients. */
export const ENTRY_CONTEXT = 'https://schema.cassproject.org/kbac/0.4';
export const ENTRY_TYPE = 'TimeLimitedSignature';

/** A new key to sign with. */
export async function makeKey(): Promise<PrivateKey> {
  return importPrivateKey((await generateKeyPair()).privatePem);
}

/**
 * A signed entry, as clients send it. The signed text is written out here, member by member, and not taken from the code
 * that is tested.
 */
export async function makeEntry(key: PrivateKey, options: EntryOptions = {}): Promise<JsonObject> {
  const { context = ENTRY_CONTEXT, type = ENTRY_TYPE, hashes = ['SHA-256'] } = options;
  const { expiry = Date.now() + 60_000, server = 'http://localhost/api/' } = options;
  const owner = key.publicKey.pem;
  const text = JSON.stringify({ '@context': context, '@owner': owner, '@type': type, expiry, server });
  const entry = { type, context, expiry, server, '@owner': owner } as JsonObject;
  for (const hash of hashes) {
    entry[hash === 'SHA-256' ? '@signatureSha256' : '@signature'] = await sign(key, text, hash);
  }
  return { ...entry, ...options.after };
}

/** {@link makeEntry} as the text of a sheet with that one entry. */
export async function makeSheet(key: PrivateKey, options: EntryOptions = {}): Promise<string> {
  return JSON.stringify([await makeEntry(key, options)]);
}

/** The time that tests take for the present, and one a minute later: UTC milliseconds. */
export const NOW = 1_800_000_000_000;
export const SOON = NOW + 60_000;

/** A verifier for `http://localhost/api/` at {@link NOW}, strict about servers, that takes 8 entries of an hour at most. */
export function verifierWith(options: Partial<SheetVerifierOptions> = {}): SheetVerifier {
  return createSheetVerifier({
    rejectSha1: false,
    maxEntries: 8,
    maxLifetime: 3_600_000,
    serverCheck: 'strict',
    bases: ['http://localhost/api/'],
    adminKeys: [],
    now: () => NOW,
    warn: () => {},
    ...options,
  });
}

/** The result of a new verifier for these sources. */
export function callerOf(sources: string[], options: Partial<SheetVerifierOptions> = {}): Promise<Caller> {
  return verifierWith(options).verify(sources);
}

/** The one fault of a sheet that proves nothing; throws when something is proved, or the faults are not one. */
export async function faultIn(source: string, options: Partial<SheetVerifierOptions> = {}): Promise<Problem> {
  const caller = await callerOf([source], options);
  const fault = faultOf(caller);
  if (fault === null || caller.faults.length !== 1) throw new Error(`faults: ${caller.faults.length}`);
  return fault;
}
