import { ANONYMOUS, type Caller } from '../../shared/access/caller.ts';
import { keptProofs } from '../../shared/access/kept-proof.ts';
import type { SheetVerifier } from '../../shared/access/signature-sheet.ts';
import type { Config } from '../../shared/config/config.ts';
import type { ChangeLog } from '../../shared/notifications/change-log.ts';
import { requireOrigin } from '../../shared/notifications/handshake-policy.ts';
import type { Connections } from '../connections.ts';

/** A handshake, as a managed channel hands it over. */
export type Handshake = {
  /** The channel's name of the connection. */
  readonly id: string;
  /** The `Origin` header; null when there is none. */
  readonly origin: string | null;
  /** The `signatureSheet` header; null when there is none. */
  readonly sheet: string | null;
  /** The query of the address, without `?`. */
  readonly query: string;
};

export type ConnectParts = {
  readonly config: Pick<Config, 'corsOrigins'>;
  readonly sheets: Pick<SheetVerifier, 'verify'>;
  readonly connections: Pick<Connections, 'add' | 'remove'>;
  readonly log: Pick<ChangeLog, 'askReplay'>;
  /** Checks what the listener wants: see `admit.ts`. */
  readonly admit: (query: URLSearchParams, proved: Caller) => Promise<string | null>;
  /** UTC milliseconds. */
  readonly now: () => number;
};

/**
 * Lets a listener in: from its handshake's answer on, it hears of every acknowledged write (specification: Notification
 * channel). A signature sheet proves keys, as in any request. What it missed since a cursor it is told first.
 *
 * @throws Problem `credentials-refused` (403) for pages of origins that may not, `too-many-entries` (400), and what
 *   `admit` throws
 */
export async function connect(parts: ConnectParts, handshake: Handshake): Promise<void> {
  const { config, sheets, connections, log, admit, now } = parts;
  const { id, origin, sheet, query } = handshake;
  requireOrigin(config, origin);
  const caller = sheet === null || sheet === '' ? ANONYMOUS : await sheets.verify([sheet]);
  const cursor = await admit(new URLSearchParams(query), caller);
  const replay = cursor === null ? null : { cursor, step: 0 };
  // The last moment before others see it: to those who tell, a connection is young for a while.
  await connections.add({ id, since: now(), query, proofs: keptProofs(caller), replay });
  if (replay === null) return;
  try {
    // Nobody can be told anything before the handshake is over: the log's reader begins with it.
    await log.askReplay(id, replay.step);
  } catch (error) {
    await connections.remove(id).catch(() => undefined);
    throw error;
  }
}
