import { LRUCache } from 'lru-cache';
import { createCaller } from '../access/caller.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import { fingerprint } from '../crypto/public-key.ts';
import { sign } from '../crypto/rsa.ts';
import { Problem } from '../errors/problem.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { save } from '../objects/put-many.ts';
import type { HeldKey } from './user-keys.ts';

/** What storing a Person needs. */
export type PersonContext = Parameters<typeof save>[0];

/** Stores the public profiles of users and groups. */
export type Persons = {
  /** Stores a Person for each key that has none. A failure is logged, and tried again with the next request of the user. */
  ensure(ctx: PersonContext, keys: readonly HeldKey[]): Promise<void>;
};

/** Keys whose Person is known to exist. */
const MAX_KNOWN = 10_000;

/**
 * Person objects by the fingerprint of their key, which clients look up to show names. `ssoSignature` is the admin key's signature of
 * the public key: that this service holds it.
 *
 * @param anonymize store no facts about users
 */
export function createPersons(adminKey: PrivateKey, anonymize: boolean): Persons {
  const known = new LRUCache<string, true>({ max: MAX_KNOWN });

  async function ensureOne(ctx: PersonContext, { key, holder }: HeldKey): Promise<void> {
    const shortId = `${ctx.config.bases[0]}data/schema.org.Person/${fingerprint(key.publicKey)}`;
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
    const { publicKey } = key;
    const proof = { key: publicKey, server: null, everywhere: true, admin: false, expires: Number.MAX_SAFE_INTEGER };
    const onlyNew = { ifMatch: null, ifNoneMatch: ['*'] };
    await save(ctx, { object, precondition: onlyNew }, createCaller([proof], [], [key])).catch(unlessExisting);
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

/** The name of a group for people, as the existing server makes it. */
function groupName(group: string): string {
  return group
    .replaceAll('_', ' ')
    .replace(/fp/gi, '')
    .replace(/Cont$/, 'Contributor')
    .replace(/Read$/, 'Reader')
    .trim();
}

function unlessExisting(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'precondition-failed') throw error;
}
