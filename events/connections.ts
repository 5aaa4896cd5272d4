import * as z from 'zod/mini';
import { STORED_PROOF, type StoredProof } from '../shared/repository/access/stored-proof.ts';

/** A connected subscriber, as it is stored for deliveries. */
export type Connection = {
  readonly id: string;
  /** The time of the handshake, UTC milliseconds. */
  readonly since: number;
  /** The query of the handshake's URL, without `?`: the subscription. */
  readonly query: string;
  /** The keys proved in the handshake. */
  readonly proofs: readonly StoredProof[];
};

/** Sends messages to connections. */
export interface Channel {
  /**
   * Sends a message.
   *
   * @param signal aborts the attempt, which then throws
   * @returns `gone` when the connection does not exist yet, or no longer exists
   * @throws Error when it is unknown whether the message was sent
   */
  post(id: string, message: string, signal?: AbortSignal): Promise<'sent' | 'gone'>;
  /** Closes a connection, if it exists. @param signal aborts the attempt, which then throws */
  close(id: string, reason: CloseReason, signal?: AbortSignal): Promise<void>;
}

/** Why a subscriber is disconnected: a proof has expired, or it cannot receive what it is to receive. */
export type CloseReason = 'expired' | 'failed';

/** Managed channels close every connection after two hours. */
export const CONNECTION_TTL_MS = 7_800_000;

const STATE = z.object({
  since: z.number(),
  query: z.string(),
  proofs: z.array(STORED_PROOF),
});

/** Encodes a connection, without its id. */
export function connectionText({ since, query, proofs }: Connection): string {
  return JSON.stringify({ since, query, proofs: [...proofs] } satisfies z.infer<typeof STATE>);
}

/**
 * Decodes a connection.
 *
 * @returns null if another version wrote it in another form; one unreadable record must not break delivery to others
 */
export function readConnection(id: string, text: string): Connection | null {
  const { data } = z.safeParse(STATE, JSON.parse(text));
  return data === undefined ? null : { id, ...data };
}
