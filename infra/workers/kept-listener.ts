import { callerOfKept, type KeptProof } from '../../shared/access/kept-proof.ts';
import { parsePublicKey } from '../../shared/crypto/public-key.ts';
import type { Recipient } from '../../shared/notifications/message.ts';
import { readSubscription } from '../../shared/notifications/subscription.ts';

/** What is stored of a handshake, as JSON, while its connection lives. */
export type KeptListener = {
  readonly proofs: readonly KeptProof[];
  /** The query of the handshake, with its subscription. */
  readonly query: string;
  /** The framework that it asked for, and the short ids that belong to it; null: it receives everything. */
  readonly framework: { readonly shortId: string; readonly members: readonly string[] } | null;
  /** It receives ids of hidden objects too (NOTIFY_HIDDEN). */
  readonly notifyHidden: boolean;
};

/** The listener of a stored handshake. */
export function listenerOf({ proofs, query, framework, notifyHidden }: KeptListener): Recipient {
  return {
    caller: callerOfKept(proofs, parsePublicKey),
    subscription: readSubscription(new URLSearchParams(query)),
    members: framework && new Set(framework.members),
    notifyHidden,
  };
}
