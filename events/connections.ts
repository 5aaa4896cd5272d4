import type { KeptProof } from '../shared/access/kept-proof.ts';

/** Who listens, as it is kept for those who tell it of changes. */
export type Connection = {
  readonly id: string;
  /** When the handshake was, UTC milliseconds. */
  readonly since: number;
  /** The query of the handshake's address, without `?`: what the listener wants to hear of. */
  readonly query: string;
  /** The keys that it proved in its handshake. */
  readonly proofs: readonly KeptProof[];
  /** What is still to be told of the time when it was away; null: nothing, it hears of changes as they come. */
  readonly replay: Replay | null;
};

/** How far what a listener missed was told. */
export type Replay = {
  /** Of the store: what was written after it was not told yet. */
  readonly cursor: string;
  /** Counts the parts, so that a part that is asked for twice is begun once. */
  readonly step: number;
};

/** Who is connected to a managed channel. All of it fails with Problem `store-unavailable` (503). */
export interface Connections {
  /** Adds a connection. When resolved, every call of `all` that begins afterwards, anywhere, has it. */
  add(connection: Connection): Promise<void>;
  /** Removes a connection, if it is there. */
  remove(id: string): Promise<void>;
  /** Everyone who is connected, and some who are gone. Of a replay the step may be an earlier one. */
  all(): Promise<readonly Connection[]>;
  /** One connection as it is now; null when it is not there. */
  get(id: string): Promise<Connection | null>;
  /** Goes on to another state of a replay if the connection is there and at `step`; else nothing happens and it is false. */
  advance(id: string, step: number, replay: Replay | null): Promise<boolean>;
}

/** How listeners are spoken to. */
export interface Channel {
  /**
   * Sends a message.
   *
   * @param signal ends the attempt, which then throws
   * @returns `gone` when there is no such connection (any more, or yet)
   * @throws Error when it is not known whether it was sent
   */
  post(id: string, message: string, signal?: AbortSignal): Promise<'sent' | 'gone'>;
  /** Closes a connection, if it is there. @param signal ends the attempt, which then throws */
  close(id: string, signal?: AbortSignal): Promise<void>;
}
