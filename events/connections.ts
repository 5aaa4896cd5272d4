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
  /** The rest of what it missed before it connected; null: nothing, it receives changes as they come. */
  readonly replay: Replay | null;
};

/** The progress of a replay of missed changes. */
export type Replay = {
  /** Of the store: later changes have not been replayed. */
  readonly cursor: string;
  /** Number of the part, so that a part requested twice is sent once. */
  readonly step: number;
};

/** The connections of a managed channel. All methods throw Problem `store-unavailable` (503). */
export interface Connections {
  /** Adds a connection. Every call of `all` that any process makes afterwards returns it. */
  add(connection: Connection): Promise<void>;
  /** Removes a connection, if it exists. */
  remove(id: string): Promise<void>;
  /** All connections, including some that are gone. The step of a replay may be outdated. */
  all(): Promise<readonly Connection[]>;
  /** The current state of a connection; null when it does not exist. */
  get(id: string): Promise<Connection | null>;
  /** Replaces the replay of a connection that is at `step`. @returns false when it is not, or does not exist */
  advance(id: string, step: number, replay: Replay | null): Promise<boolean>;
}

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
  close(id: string, signal?: AbortSignal): Promise<void>;
}

/** Managed channels close every connection after two hours. */
export const CONNECTION_TTL_MS = 7_800_000;

const STATE = z.object({
  since: z.number(),
  query: z.string(),
  proofs: z.array(STORED_PROOF),
  replay: z.nullable(z.object({ cursor: z.string(), step: z.number() })),
});

/** Encodes a connection, without its id. */
export function connectionText({ since, query, proofs, replay }: Connection): string {
  return JSON.stringify({ since, query, proofs: [...proofs], replay } satisfies z.infer<typeof STATE>);
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
