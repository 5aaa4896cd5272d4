import * as z from 'zod/mini';
import { KEPT_PROOF } from '../shared/access/kept-proof.ts';
import type { Connection } from './connections.ts';

/** Managed channels end every connection after two hours. */
export const CONNECTION_TTL_MS = 7_800_000;

const STATE = z.object({
  since: z.number(),
  query: z.string(),
  proofs: z.array(KEPT_PROOF),
  replay: z.nullable(z.object({ cursor: z.string(), step: z.number() })),
});

/** A connection as text, without its id. */
export function connectionText({ since, query, proofs, replay }: Connection): string {
  return JSON.stringify({ since, query, proofs: [...proofs], replay } satisfies z.infer<typeof STATE>);
}

/**
 * Reads a connection back.
 *
 * @returns null if another version wrote it in another form; one unreadable record must not break delivery to others
 */
export function readConnection(id: string, text: string): Connection | null {
  const { data } = z.safeParse(STATE, JSON.parse(text));
  return data === undefined ? null : { id, ...data };
}
