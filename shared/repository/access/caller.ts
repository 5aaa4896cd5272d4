import type { PrivateKey } from '../../base/crypto/private-key.ts';
import type { KeyId, PublicKey } from '../../base/crypto/public-key.ts';
import type { Problem } from '../../base/errors/problem.ts';

/** One key that a caller has proved to hold, and for what. */
export type Proof = {
  readonly key: PublicKey;
  /** The target of the signature: an address of a server or the id of an object; null if it has none. */
  readonly server: string | null;
  /** It applies to every object; otherwise only to the object whose id is `server`. */
  readonly everywhere: boolean;
  readonly admin: boolean;
  /** UTC milliseconds. */
  readonly expires: number;
};

/** The sender of a request: the keys proved (specification: Authentication 3), and the faults of the entries that proved none. */
export type Caller = {
  readonly proofs: readonly Proof[];
  readonly faults: readonly Problem[];
  /** Keys and admin rights that apply to every object. */
  readonly everywhere: { readonly keys: ReadonlySet<KeyId>; readonly admin: boolean };
  /** Proofs that apply to one object only. */
  readonly named: readonly Proof[];
  /** Keys that the server holds for a signed-in user: it signs and decrypts with them on the user's behalf. */
  readonly held: readonly PrivateKey[];
  /** The signed-in user; null for others, and where the configuration hides users. */
  readonly user: UserName | null;
};

/** A user of an identity provider. */
export type UserName = { readonly issuer: string; readonly subject: string };

/** A caller with these proofs and faults. */
export function createCaller(
  proofs: readonly Proof[],
  faults: readonly Problem[],
  held: readonly PrivateKey[] = [],
  user: UserName | null = null,
): Caller {
  const everywhere = proofs.filter((proof) => proof.everywhere);
  return {
    proofs,
    faults,
    everywhere: {
      keys: new Set(everywhere.map((proof) => proof.key.id)),
      admin: everywhere.some((proof) => proof.admin),
    },
    named: proofs.filter((proof) => !proof.everywhere && proof.server !== null),
    held,
    user,
  };
}

/** The service itself as a caller, with a key that it holds. */
export function callerWithKey(key: PrivateKey): Caller {
  return { ...callerWithPublicKey(key.publicKey), held: [key] };
}

/** As {@link callerWithKey}, to read what is not encrypted. */
export function callerWithPublicKey(key: PublicKey): Caller {
  return createCaller([{ key, server: null, everywhere: true, admin: false, expires: Number.MAX_SAFE_INTEGER }], []);
}

/** A caller with the proofs of both: the identities of one request add up. */
export function joinCallers(one: Caller, other: Caller): Caller {
  if (one === ANONYMOUS) return other;
  if (other === ANONYMOUS) return one;
  return createCaller(
    [...one.proofs, ...other.proofs],
    [...one.faults, ...other.faults],
    [...one.held, ...other.held],
    one.user ?? other.user,
  );
}

/** A caller without any signature. */
export const ANONYMOUS: Caller = createCaller([], []);

/**
 * The keys that a caller may use on an object.
 *
 * @param target the short id of the object; null where no single object is meant, as in a search
 */
export function keysFor(caller: Caller, target: string | null): ReadonlySet<KeyId> {
  const proofs = proofsNaming(caller, target);
  if (proofs.length === 0) return caller.everywhere.keys;
  return new Set([...caller.everywhere.keys, ...proofs.map((proof) => proof.key.id)]);
}

/** Whether a caller may do anything with an object (specification: Authentication 7); `target` as in {@link keysFor}. */
export function isAdmin(caller: Caller, target: string | null): boolean {
  return caller.everywhere.admin || proofsNaming(caller, target).some((proof) => proof.admin);
}

/**
 * The fault of a caller's sheet, for requests that need an identity: null when some entry was valid or none was sent. Requests that need
 * none ignore invalid entries.
 */
export function faultOf(caller: Caller): Problem | null {
  return caller.proofs.length === 0 ? (caller.faults[0] ?? null) : null;
}

/** The problem for a caller without permission: the fault of its own sheet, if there is one, else `otherwise`. */
export function refusal(caller: Caller, otherwise: Problem): Problem {
  return faultOf(caller) ?? otherwise;
}

function proofsNaming(caller: Caller, target: string | null): readonly Proof[] {
  if (target === null || caller.named.length === 0) return [];
  return caller.named.filter(
    ({ server }) => server === target || (server !== null && withoutVersion(server) === target),
  );
}

/** Clients sign for the id as they know it, version included, which only ids of this form carry. */
function withoutVersion(id: string): string {
  return /\/api\/(?:custom\/)?data\//.test(id) ? id.replace(/\/\d+$/, '') : id;
}
