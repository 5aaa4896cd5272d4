import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { callerOfProofs, type StoredProof } from '../../shared/repository/access/stored-proof.ts';
import type { MessageRecipient } from '../../shared/repository/notifications/message.ts';
import { readSubscription } from '../../shared/repository/notifications/subscription.ts';

/** The result of a handshake, stored as JSON while its connection is open. */
export type StoredSubscriber = {
  readonly proofs: readonly StoredProof[];
  /** The query of the handshake: the subscription. */
  readonly query: string;
  /** The framework that it subscribed to, with the short ids that it receives; null: all objects. */
  readonly framework: { readonly shortId: string; readonly members: readonly string[] } | null;
  /** It receives ids of hidden objects, too (NOTIFY_HIDDEN). */
  readonly notifyHidden: boolean;
  /**
   * The cursor at which it started: during a replay it has received nothing after it, and later everything; null: it has no
   * cursors.
   */
  readonly cursor: string | null;
  /** When everything up to the cursor was sent, UTC milliseconds; null: not yet. */
  readonly replayedAt: number | null;
};

/** The recipient of a stored handshake. */
export function recipientOf({ proofs, query, framework, notifyHidden }: StoredSubscriber): MessageRecipient {
  return {
    caller: callerOfProofs(proofs, parsePublicKey),
    subscription: readSubscription(new URLSearchParams(query)),
    members: framework && new Set(framework.members),
    notifyHidden,
  };
}
