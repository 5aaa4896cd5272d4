import { callerOfKept, type KeptProof } from '../../shared/access/kept-proof.ts';
import { parsePublicKey } from '../../shared/crypto/public-key.ts';
import type { Listener } from '../../shared/notifications/message.ts';
import { readSubscription } from '../../shared/notifications/subscription.ts';

/** What is kept of a handshake while its connection lives: as JSON. */
export type KeptListener = {
  readonly proofs: readonly KeptProof[];
  /** The query of the handshake, with what it wants to hear of. */
  readonly query: string;
  /** The framework that it asked for, and the short ids that belong to it; null: it hears of everything. */
  readonly framework: { readonly shortId: string; readonly members: readonly string[] } | null;
  /** It hears of hidden objects too, because the operator says so. */
  readonly notifyHidden: boolean;
};

/** The listener that was kept. */
export function listenerOf({ proofs, query, framework, notifyHidden }: KeptListener): Listener {
  return {
    caller: callerOfKept(proofs, parsePublicKey),
    subscription: readSubscription(new URLSearchParams(query)),
    members: framework && new Set(framework.members),
    notifyHidden,
  };
}
