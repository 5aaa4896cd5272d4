import {
  idsFor,
  messageFor,
  messageOf,
  messageSized,
  messageWithCursor,
} from '../../shared/repository/notifications/message.ts';
import type { Change, ChangedObject } from '../../shared/repository/objects/change-feed.ts';
import type { Connection } from '../connections.ts';
import { createRecipients, type Recipient, type RecipientParts } from './recipients.ts';

/** Builds the messages of one subscriber: changes that match its filters and that it may read. Throws `store-unavailable` (503). */
export type MessageBuilder = {
  /**
   * The message of a change of this process, without a cursor; null when nothing in it is for this subscriber. Null for a subscriber
   * whose messages contain cursors: for it, all changes are missed ones.
   */
  readonly messageFor: ((change: Change) => Promise<string | null>) | null;
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

/**
 * @returns begins one delivery: the store is then called once for each framework
 */
export function createMessageBuilders(parts: RecipientParts): () => (connection: Connection) => MessageBuilder {
  const begin = createRecipients(parts);
  return () => {
    const recipientOf = begin();
    return (connection) => builderFor(recipientOf(connection));
  };
}

function builderFor({ subscription, now }: Recipient): MessageBuilder {
  return {
    messageFor: subscription.cursors ? null : async (change) => messageFor(change, await now()),
    async missed(objects, { before, after }, last) {
      const recipient = await now();
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
