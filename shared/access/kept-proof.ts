import * as z from 'zod/mini';
import type { ReadKey } from '../crypto/public-key.ts';
import { type Caller, createCaller } from './caller.ts';

/** A key that a caller has proved (`Proof`), in a form that can be kept as JSON. */
export const KEPT_PROOF = z.readonly(
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

export type KeptProof = z.infer<typeof KEPT_PROOF>;

/** What a caller has proved, to be kept while a connection lives. */
export function keptProofs({ proofs }: Pick<Caller, 'proofs'>): readonly KeptProof[] {
  return proofs.map(({ key, server, everywhere, admin, expires }) => ({
    ...{ pem: key.pem, server, everywhere, admin, expires },
  }));
}

/** The caller whose proofs were kept: by the keys that it proved, before any is forwarded. */
export function callerOfKept(proofs: readonly KeptProof[], readKey: ReadKey): Caller {
  return createCaller(
    proofs.map(({ pem, ...proof }) => ({ ...proof, key: readKey(pem) })),
    [],
  );
}

/** Whether some proof is over: what a caller may hear was decided by all of them, so that it has to prove itself anew. */
export function hasExpired(proofs: readonly Pick<KeptProof, 'expires'>[], now: number): boolean {
  return proofs.some(({ expires }) => expires < now);
}
