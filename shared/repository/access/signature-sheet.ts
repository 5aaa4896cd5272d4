import { LRUCache } from 'lru-cache';
import { createKeyRing, type KeyId } from '../../base/crypto/public-key.ts';
import { createSignatureVerifier, type RsaVerification } from '../../base/crypto/rsa.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { Json } from '../linked-data/json.ts';
import { ANONYMOUS, type Caller, createCaller, type Proof } from './caller.ts';
import { expiryFault, hasValidSignatures, readSheetEntry, refused, type SheetEntry } from './sheet-entry.ts';
import { readSheetSource, type SheetSource } from './sheet-source.ts';

/** A signature that is valid but made for another place, accepted because `serverCheck` is `warn`. */
type ServerWarning = { readonly message: string; readonly server: string; readonly signer: KeyId };

export type SheetVerifierOptions = {
  /** Refuse entries that carry a SHA-1 signature only: 451. */
  readonly rejectSha1: boolean;
  /** Maximum number of entries in all sources of one request. */
  readonly maxEntries: number;
  /** Maximum time from now to the expiry of a signature, in milliseconds. */
  readonly maxLifetime: number;
  /**
   * `strict`: a signature made for another address is valid only for the object with that id. `warn`: it is valid
   * everywhere.
   */
  readonly serverCheck: 'strict' | 'warn';
  /** The service's own addresses, each ending in `/api/`. */
  readonly bases: readonly string[];
  readonly adminKeys: readonly KeyId[];
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly warn: (warning: ServerWarning) => void;
  /** Absent: WebCrypto verifies. */
  readonly verifyRsa?: RsaVerification;
};

/** Turns the signature sheets of requests into callers (specification: Signature sheets). */
export type SheetVerifier = {
  /**
   * Verifies every entry of every source on its own. An invalid entry adds no key, does not affect the others, and is
   * reported in the caller's `faults`.
   *
   * @param sources the texts of the sheets that came with one request: of the header, the form part, the body's member
   * @throws Problem `too-many-entries` (400), before any signature is looked at
   */
  verify(sources: readonly string[]): Promise<Caller>;
};

/** The result of a source. `timeless`: later, only the expiry of a proof can change it. */
type Verified = {
  readonly count: number;
  readonly proofs: readonly Proof[];
  readonly faults: readonly Problem[];
  readonly timeless: boolean;
};

type Outcome = { readonly proof: Proof } | { readonly fault: Problem; readonly timeless: boolean };

/** Maximum number of characters per entry of a sheet, on average: several times what the largest keys need. */
const MAX_ENTRY_LENGTH = 16_384;

/** Maximum number of values per entry of a sheet, on average: several times what any entry needs. */
const MAX_ENTRY_VALUES = 100;

/** Maximum number of characters of all cached sheets, and of one of them. */
const CACHE_SIZE = 4_000_000;
const MAX_CACHED_LENGTH = 65_536;

export function createSheetVerifier(options: SheetVerifierOptions): SheetVerifier {
  const readKey = createKeyRing();
  const signatures = createSignatureVerifier(options.verifyRsa);
  const isOwnServer = createServerScope(options.bases);
  const adminKeys = new Set(options.adminKeys);
  const cache = new LRUCache<string, Verified>({
    max: 5000,
    maxSize: CACHE_SIZE,
    maxEntrySize: MAX_CACHED_LENGTH,
    sizeCalculation: (_verified, text) => text.length + 1,
  });

  const warned = new LRUCache<string, true>({ max: 1000 });

  /** One warning per origin: clients sign for the ids of foreign objects, each of which would cause one. */
  function warnOnce(server: string, signer: KeyId): void {
    const origin = URL.canParse(server) ? new URL(server).origin : server;
    if (warned.has(origin)) return;
    warned.set(origin, true);
    options.warn({ message: 'Signatures made for another server are accepted.', server: origin, signer });
  }

  async function verifyEntry(value: Json, now: number): Promise<Outcome> {
    let entry: SheetEntry;
    try {
      entry = readSheetEntry(value, readKey, options.rejectSha1);
    } catch (error) {
      if (error instanceof Problem) return { fault: error, timeless: true };
      throw error;
    }
    const fault = expiryFault(entry.expires, now, options.maxLifetime);
    if (fault !== null) return { fault, timeless: false };
    if (!(await hasValidSignatures(entry, signatures))) {
      return { fault: refused('Invalid Signature Detected.'), timeless: true };
    }
    return { proof: proofOf(entry) };
  }

  function proofOf({ key, server, expires }: SheetEntry): Proof {
    const ours = isOwnServer(server);
    if (!ours && options.serverCheck === 'warn') warnOnce(server ?? '', key.id);
    return { key, server, everywhere: ours || options.serverCheck === 'warn', admin: adminKeys.has(key.id), expires };
  }

  async function verifySource(text: string, source: SheetSource, now: number): Promise<Verified> {
    const outcomes = await Promise.all(source.entries.map((entry) => verifyEntry(entry, now)));
    const verified: Verified = {
      count: source.entries.length,
      proofs: outcomes.flatMap((outcome) => ('proof' in outcome ? [outcome.proof] : [])),
      faults: [
        ...(source.fault === null ? [] : [source.fault]),
        ...outcomes.flatMap((outcome) => ('fault' in outcome ? [outcome.fault] : [])),
      ],
      timeless: outcomes.every((outcome) => 'proof' in outcome || outcome.timeless),
    };
    if (verified.timeless) cache.set(text, verified);
    return verified;
  }

  function remembered(text: string, now: number): Verified | undefined {
    const verified = cache.get(text);
    if (verified?.proofs.every((proof) => expiryFault(proof.expires, now, options.maxLifetime) === null))
      return verified;
    cache.delete(text);
    return undefined;
  }

  return {
    async verify(sources) {
      const now = options.now();
      const texts = sources.filter((text) => text !== '' && text !== '[]');
      if (texts.length === 0) return ANONYMOUS;
      refuseOver(texts.reduce((sum, text) => sum + text.length, 0) / MAX_ENTRY_LENGTH, options.maxEntries);
      const read = texts.map(
        (text) => remembered(text, now) ?? readSheetSource(text, options.maxEntries * MAX_ENTRY_VALUES),
      );
      refuseOver(
        read.reduce((sum, source) => sum + ('count' in source ? source.count : source.entries.length), 0),
        options.maxEntries,
      );
      const verified = await Promise.all(
        read.map((source, i) => ('count' in source ? source : verifySource(texts[i] ?? '', source, now))),
      );
      return createCaller(
        verified.flatMap((source) => source.proofs),
        verified.flatMap((source) => source.faults),
      );
    },
  };
}

function refuseOver(entries: number, max: number): void {
  if (entries > max) throw new Problem('too-many-entries', `A request may carry ${max} signature entries.`);
}

/**
 * Whether a signature was made for this service: its `server` is one of the service's addresses or under one,
 * as the ids of its objects do. Addresses are compared as URLs, after dot segments and default ports are resolved.
 *
 * @param bases the service's own addresses, each ending in `/api/`
 */
function createServerScope(bases: readonly string[]): (server: string | null) => boolean {
  const own = bases.flatMap((base) => (URL.canParse(base) ? [new URL(base).href] : []));
  return (server) => {
    if (server === null || !URL.canParse(server)) return false;
    const { protocol, host, pathname, username, password } = new URL(server);
    if (username !== '' || password !== '') return false;
    const address = `${protocol}//${host}${pathname}`;
    return own.some((base) => address.startsWith(base) || `${address}/` === base);
  };
}
