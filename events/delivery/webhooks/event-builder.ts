import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { md5Hex } from '../../../shared/base/crypto/md5.ts';
import type { Message } from '../../../shared/exchange/webhooks/signature.ts';
import type { Webhook } from '../../../shared/exchange/webhooks/webhook.ts';
import { callerWithPublicKey } from '../../../shared/repository/access/caller.ts';
import type { Context } from '../../../shared/repository/context.ts';
import { objectsFor } from '../../../shared/repository/notifications/message.ts';
import type { ChangedObject } from '../../../shared/repository/objects/change-feed.ts';
import type { Connection } from '../../connections.ts';
import type { MessageBuilder } from '../message-builder.ts';
import { createRecipients } from '../recipients.ts';

export type EventBuilderParts = Pick<Context, 'store' | 'readKey' | 'forwarding' | 'now'> & {
  readonly config: Pick<Context['config'], 'bases'>;
};

/** The subscription of a webhook, as deliveries read it. It does not expire. */
export function connectionOf({ id, created, keys, type, framework, owner }: Webhook): Connection {
  const query = new URLSearchParams(
    Object.entries({ type, framework, owner }).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const proofs = keys.map((pem) => ({
    pem,
    server: null,
    everywhere: true,
    admin: false,
    expires: Number.MAX_SAFE_INTEGER,
  }));
  return { id, since: created, query: query.toString(), proofs };
}

/**
 * Builds the events of webhooks: what changed and where it can be read, never its contents. Hidden objects are left out unless a key of
 * the owner of the webhook may read them, also with NOTIFY_HIDDEN.
 *
 * @returns begins one delivery, as `createMessageBuilders` does; each part is one message at most
 */
export function createEventBuilders(parts: EventBuilderParts): () => (connection: Connection) => MessageBuilder {
  const { config, readKey, forwarding, now } = parts;
  const begin = createRecipients({ ...parts, config: { ...config, notifyHidden: false } });
  return () => {
    const recipientOf = begin();
    return (connection) => {
      const recipient = recipientOf(connection);
      const pem = new URLSearchParams(connection.query).get('owner');
      const owner = pem === null ? null : callerWithPublicKey(readKey(pem));
      return {
        messageFor: null,
        async missed(objects, { after }) {
          const keys = owner === null ? null : forwarding.apply(owner).everywhere.keys;
          const changes = objectsFor(objects, await recipient.now())
            .filter(({ access }) => keys === null || access.owners.some((key) => keys.has(key)))
            .map((object) => eventOf(object, config.bases));
          return changes.length === 0 ? [] : [bodyOf(changes, after, now())];
        },
      };
    };
  };
}

function eventOf({ shortId, version, typeKey, time, deleted }: ChangedObject, [base, ...others]: readonly string[]) {
  const isOwn = [base, ...others].some((own) => own !== undefined && shortId.startsWith(own));
  const address = isOwn ? shortId : `${base}data/${md5Hex(shortId)}`;
  const data = { id: shortId, version, type: typeKey, address };
  if (deleted) return { type: 'object.deleted', data };
  return { type: 'object.saved', timestamp: new Date(time).toISOString(), data };
}

function bodyOf(changes: readonly ReturnType<typeof eventOf>[], cursor: string, now: number): string {
  return JSON.stringify({
    type: 'objects.changed',
    timestamp: new Date(now).toISOString(),
    data: { cursor, changes },
  } satisfies z.infer<typeof BODY>);
}

const BODY = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.object({ cursor: z.string(), changes: z.readonly(z.array(z.unknown())) }),
});

/**
 * A message as it is posted. Its id follows from the changes: it is the same in each attempt, also of another process, and after a
 * replay, so that receivers recognize what they have.
 */
export function messageOf(webhookId: string, body: string): Message & { readonly changes: number } {
  const { changes } = z.parse(BODY, JSON.parse(body)).data;
  const digest = bytesToHex(sha256(utf8ToBytes(`${webhookId} ${JSON.stringify(changes)}`)));
  return { id: `msg_${digest.slice(0, 32)}`, body, changes: changes.length };
}
