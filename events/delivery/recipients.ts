import type { Caller } from '../../shared/repository/access/caller.ts';
import { callerOfProofs } from '../../shared/repository/access/stored-proof.ts';
import type { Context } from '../../shared/repository/context.ts';
import {
  type FrameworkMembers,
  frameworkMembers,
  visibleMembers,
} from '../../shared/repository/notifications/framework-members.ts';
import type { MessageRecipient } from '../../shared/repository/notifications/message.ts';
import { readSubscription, type Subscription } from '../../shared/repository/notifications/subscription.ts';
import type { Connection } from '../connections.ts';

/** A subscriber, in a delivery. */
export type Recipient = {
  readonly subscription: Subscription;
  /** What it receives now: its keys may have been forwarded. Throws `store-unavailable` (503). */
  readonly now: () => Promise<MessageRecipient>;
};

export type RecipientParts = Pick<Context, 'store' | 'readKey' | 'forwarding'> & {
  readonly config: Pick<Context['config'], 'bases' | 'notifyHidden'>;
};

/**
 * @returns begins one delivery: the store is then called once for each framework
 */
export function createRecipients(parts: RecipientParts): () => (connection: Connection) => Recipient {
  const { readKey, forwarding, config } = parts;
  /** The members of frameworks at the previous delivery: subscribers also receive removals. */
  let before = new Map<string, FrameworkMembers | null>();
  return () => {
    const membersById = new Map<string, Promise<FrameworkMembers | null>>();
    const foundById = new Map<string, FrameworkMembers | null>();
    const earlier = before;
    before = foundById;

    async function membersOf(id: string, caller: Caller): Promise<ReadonlySet<string>> {
      const reading = membersById.get(id) ?? frameworkMembers(parts, id);
      membersById.set(id, reading); // errors too: a failing store is called once per delivery
      const found = await reading;
      foundById.set(id, found);
      const both = [found, earlier.get(id) ?? null].flatMap((members) => members ?? []);
      return new Set(both.flatMap((members) => [...visibleMembers(members, caller, config.notifyHidden)]));
    }

    return ({ query, proofs }) => {
      const subscription = readSubscription(new URLSearchParams(query));
      const proved = callerOfProofs(proofs, readKey);
      return {
        subscription,
        async now() {
          const caller = forwarding.apply(proved);
          const { framework } = subscription;
          const members = framework === null ? null : await membersOf(framework, caller);
          return { caller, subscription, members, notifyHidden: config.notifyHidden };
        },
      };
    };
  };
}
