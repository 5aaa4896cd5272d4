import { LRUCache } from 'lru-cache';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import { sign } from '../../base/crypto/rsa.ts';
import { callerWithKey } from '../../repository/access/caller.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import { ignoreFailedPrecondition, ONLY_IF_ABSENT } from '../../repository/objects/precondition.ts';
import { save } from '../../repository/objects/put-many.ts';
import type { HeldKey } from './user-keys.ts';

/** The part of a context that storing a Person needs. */
export type PersonContext = Parameters<typeof save>[0];

/** Stores the public profiles of users and groups. */
export type Persons = {
  /** Stores a Person for each key that has none. A failure is logged, and the next request of the user retries. */
  ensure(ctx: PersonContext, keys: readonly HeldKey[]): Promise<void>;
};

/** Maximum number of cached keys whose Person exists. */
const MAX_KNOWN = 10_000;

/**
 * Stores Person objects under the fingerprint of their key; clients read them to display names. `ssoSignature`, the admin key's signature
 * of the public key, proves that this service holds the key.
 *
 * @param anonymize do not store names, addresses and subjects of users
 */
export function createPersons(adminKey: PrivateKey, anonymize: boolean): Persons {
  const known = new LRUCache<string, true>({ max: MAX_KNOWN });

  async function ensureOne(ctx: PersonContext, { key, holder }: HeldKey): Promise<void> {
    const shortId = `${ctx.config.bases[0]}data/schema.org.Person/${key.publicKey.fingerprint}`;
    const [head] = await ctx.store.heads([shortId]);
    if (head) return;
    const object: JsonObject = {
      '@context': 'https://schema.org',
      '@type': 'Person',
      '@id': `${shortId}/${ctx.now()}`,
      ...(anonymize && holder.kind === 'user' ? { name: 'Anonymous User' } : factsOf(holder)),
      owner: [key.publicKey.pem],
      ssoSignature: await sign(adminKey, key.publicKey.pem, 'SHA-1'),
    };
    await save(ctx, { object, precondition: ONLY_IF_ABSENT }, callerWithKey(key)).catch(ignoreFailedPrecondition);
  }

  return {
    async ensure(ctx, keys) {
      for (const held of keys) {
        const { id } = held.key.publicKey;
        if (known.has(id)) continue;
        try {
          await ensureOne(ctx, held);
          known.set(id, true);
        } catch (error) {
          ctx.logger.warn('AUTH', 'The Person of a key cannot be stored', { error: String(error) });
          return;
        }
      }
    },
  };
}

function factsOf(holder: HeldKey['holder']): JsonObject {
  if (holder.kind === 'group') return { name: groupName(holder.group) };
  const { name, email, subject, username } = holder.identity;
  return { name, identifier: subject, ...(email !== null && { email }), ...(username !== null && { username }) };
}

/** The display name of a group, as on the existing server. */
function groupName(group: string): string {
  return group
    .replaceAll('_', ' ')
    .replace(/fp/gi, '')
    .replace(/Cont$/, 'Contributor')
    .replace(/Read$/, 'Reader')
    .trim();
}
