import { ANONYMOUS, type Caller } from '../../shared/access/caller.ts';
import { keptProofs } from '../../shared/access/kept-proof.ts';
import type { SheetVerifier } from '../../shared/access/signature-sheet.ts';
import type { Config } from '../../shared/config/config.ts';
import type { ChangeLog } from '../../shared/notifications/change-log.ts';
import { requireOrigin } from '../../shared/notifications/handshake-policy.ts';
import type { Connections } from '../connections.ts';

/** A handshake of a managed channel. */
export type Handshake = {
  /** The id that the channel gave to the connection. */
  readonly id: string;
  /** The `Origin` header; null when absent. */
  readonly origin: string | null;
  /** The `signatureSheet` header; null when absent. */
  readonly sheet: string | null;
  /** The query of the URL, without `?`. */
  readonly query: string;
};

export type ConnectParts = {
  readonly config: Pick<Config, 'corsOrigins'>;
  readonly sheets: Pick<SheetVerifier, 'verify'>;
  readonly connections: Pick<Connections, 'add' | 'remove'>;
  readonly log: Pick<ChangeLog, 'askReplay'>;
  /** Checks the subscription: see `admit.ts`. */
  readonly admit: (query: URLSearchParams, proved: Caller) => Promise<string | null>;
  /** UTC milliseconds. */
  readonly now: () => number;
};

/**
 * Accepts a subscriber: from the response to its handshake on, it receives every acknowledged write (specification: Notification
 * channel), after what it missed since a cursor. A signature sheet proves keys, as in any request.
 *
 * @throws Problem `credentials-refused` (403) for pages of other origins, `too-many-entries` (400), and what `admit` throws
 */
export async function connect(parts: ConnectParts, handshake: Handshake): Promise<void> {
  const { config, sheets, connections, log, admit, now } = parts;
  const { id, origin, sheet, query } = handshake;
  requireOrigin(config, origin);
  const caller = sheet === null || sheet === '' ? ANONYMOUS : await sheets.verify([sheet]);
  const cursor = await admit(new URLSearchParams(query), caller);
  const replay = cursor === null ? null : { cursor, step: 0 };
  // The time is taken last: for some seconds after it, deliveries treat a missing connection as not ready yet.
  await connections.add({ id, since: now(), query, proofs: keptProofs(caller), replay });
  if (replay === null) return;
  try {
    // A message cannot be sent before the handshake is complete: the stream function sends the replay.
    await log.askReplay(id, replay.step);
  } catch (error) {
    await connections.remove(id).catch(() => undefined);
    throw error;
  }
}
