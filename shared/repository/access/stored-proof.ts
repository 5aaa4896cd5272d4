import * as z from 'zod/mini';
import type { ReadKey } from '../../base/crypto/public-key.ts';
import { type Caller, createCaller } from './caller.ts';

/** A key that a caller has proved (`Proof`), in a form that can be stored as JSON. */
export const STORED_PROOF = z.readonly(
  z.object({
    /** The public key, PEM. */
    pem: z.string(),
    server: z.nullable(z.string()),
    everywhere: z.boolean(),
    admin: z.boolean(),
    /** UTC milliseconds. */
    expires: z.number(),
  }),
);

export type StoredProof = z.infer<typeof STORED_PROOF>;

/** The keys that a caller has proved, kept for the life of a connection. */
export function storedProofs({ proofs }: Pick<Caller, 'proofs'>): readonly StoredProof[] {
  return proofs.map(({ key, server, everywhere, admin, expires }) => ({
    pem: key.pem,
    server,
    everywhere,
    admin,
    expires,
  }));
}

/** The caller with these proofs, before keys are forwarded. */
export function callerOfProofs(proofs: readonly StoredProof[], readKey: ReadKey): Caller {
  return createCaller(
    proofs.map(({ pem, ...proof }) => ({ ...proof, key: readKey(pem) })),
    [],
  );
}

/**
 * Whether one of the proofs has expired: filters were made for all of them, so that the client has to connect again.
 */
export function hasExpired(proofs: readonly Pick<StoredProof, 'expires'>[], now: number): boolean {
  return proofs.some(({ expires }) => expires < now);
}
