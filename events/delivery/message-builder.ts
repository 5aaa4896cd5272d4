import type { Caller } from '../../shared/repository/access/caller.ts';
import { callerOfProofs } from '../../shared/repository/access/stored-proof.ts';
import type { Context } from '../../shared/repository/context.ts';
import {
  type FrameworkMembers,
  frameworkMembers,
  visibleMembers,
} from '../../shared/repository/notifications/framework-members.ts';
import {
  idsFor,
  type MessageRecipient,
  messageFor,
  messageOf,
  messageSized,
  messageWithCursor,
} from '../../shared/repository/notifications/message.ts';
import { readSubscription } from '../../shared/repository/notifications/subscription.ts';
import type { Change, ChangedObject } from '../../shared/repository/objects/change-feed.ts';
import type { Connection } from '../connections.ts';

/** Builds the messages of one subscriber: changes that match its filters and that it may read. Throws `store-unavailable` (503). */
export type MessageBuilder = {
  /** Whether the messages contain cursors. */
  readonly hasCursors: boolean;
  /** The message of a change, without a cursor; null when nothing in it is for this subscriber. */
  messageFor(change: Change): Promise<string | null>;
  /**
   * The messages for a part of what the subscriber missed.
   *
   * @param cursors before this part and after it
   * @param last whether nothing follows this part
   */
  missed(
    objects: readonly ChangedObject[],
    cursors: { readonly before: string; readonly after: string },
    last: boolean,
  ): Promise<readonly string[]>;
};

export type MessageBuilderParts = Pick<Context, 'store' | 'readKey' | 'forwarding'> & {
  readonly config: Pick<Context['config'], 'bases' | 'notifyHidden'>;
};

/**
 * @returns begins one delivery: the store is then called once for each framework
 */
export function createMessageBuilders(parts: MessageBuilderParts): () => (connection: Connection) => MessageBuilder {
  /** The members of frameworks at the previous delivery: subscribers also receive removals. */
  let before = new Map<string, FrameworkMembers | null>();

  return () => {
    const membersById = new Map<string, Promise<FrameworkMembers | null>>();
    const foundById = new Map<string, FrameworkMembers | null>();
    const earlier = before;
    before = foundById;

    return (connection) => builderFor(parts, connection, membersOf);

    async function membersOf(id: string, caller: Caller): Promise<ReadonlySet<string>> {
      const reading = membersById.get(id) ?? frameworkMembers(parts, id);
      membersById.set(id, reading); // errors too: a failing store is called once per delivery
      const found = await reading;
      foundById.set(id, found);
      const both = [found, earlier.get(id) ?? null].flatMap((members) => members ?? []);
      return new Set(both.flatMap((members) => [...visibleMembers(members, caller, parts.config.notifyHidden)]));
    }
  };
}

function builderFor(
  { readKey, forwarding, config }: MessageBuilderParts,
  { query, proofs }: Connection,
  membersOf: (id: string, caller: Caller) => Promise<ReadonlySet<string>>,
): MessageBuilder {
  const subscription = readSubscription(new URLSearchParams(query));
  const proved = callerOfProofs(proofs, readKey);

  /** With the keys that apply now: they may have been forwarded. */
  async function subscriberNow(): Promise<MessageRecipient> {
    const caller = forwarding.apply(proved);
    const { framework } = subscription;
    const members = framework === null ? null : await membersOf(framework, caller);
    return { caller, subscription, members, notifyHidden: config.notifyHidden };
  }

  return {
    hasCursors: subscription.cursors,
    messageFor: async (change) => messageFor(change, await subscriberNow()),

    async missed(objects, { before, after }, last) {
      const recipient = await subscriberNow();
      const parts = [...messageSized({ kind: 'batch', objects })]
        .map((change) => idsFor(change.objects, recipient))
        .filter((ids) => ids.length > 0);
      if (!subscription.cursors) return parts.map((ids) => messageOf(ids.length === 1 ? 'single' : 'batch', ids));
      // A subscriber that resumes from an earlier message of several still needs the later ones.
      const messages = parts.map((ids, index) => messageWithCursor(index === parts.length - 1 ? after : before, ids));
      return last ? [...messages, messageWithCursor(after, [])] : messages;
    },
  };
}
