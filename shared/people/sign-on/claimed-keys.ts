import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { LRUCache } from 'lru-cache';
import { importPrivateKey, type PrivateKey } from '../../base/crypto/private-key.ts';
import { encodeUtf8 } from '../../base/crypto/text-encoding.ts';
import { Problem } from '../../base/errors/problem.ts';
import { createCaller } from '../../repository/access/caller.ts';
import { createRekeyRequest } from '../../repository/access/create-rekey-request.ts';
import { identify } from '../../repository/linked-data/identifiers.ts';
import { save } from '../../repository/objects/put-many.ts';
import { personKeyName } from '../../repository/secrets/person-key.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import type { Identity } from '../../repository/sign-on.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import type { PersonContext } from './persons.ts';

/** The keys that the service generated for mailboxes of users because statements are about these. */
export type ClaimedKeys = {
  /**
   * The keys for the verified mailbox of a user. For each, a RekeyRequest transfers ownership and read access to the personal key.
   * Empty if there is no key, the mailbox is not verified, or another user has claimed it. A failure is logged, and the next request
   * of the user retries.
   */
  keysOf(ctx: ClaimContext, personal: PrivateKey, identity: Identity): Promise<readonly PrivateKey[]>;
};

type ClaimContext = PersonContext & { readonly keyValues: KeyValueStore };

const MAX_KNOWN = 10_000;

/** How long a result is cached, since a key may be generated in the meantime. */
const KNOWN_MS = 10 * 60_000;

/** @param secretsOf returns the store of the keys */
export function createClaimedKeys(
  secretsOf: (ctx: Pick<ClaimContext, 'keyValues'>) => Promise<SecretStore>,
): ClaimedKeys {
  const known = new LRUCache<string, readonly PrivateKey[]>({ max: MAX_KNOWN, ttl: KNOWN_MS });

  async function claimAll(ctx: ClaimContext, personal: PrivateKey, address: string): Promise<readonly PrivateKey[]> {
    const claimed: PrivateKey[] = [];
    const secrets = await secretsOf(ctx);
    for (const name of namesOf(address)) {
      const key = await keptKey(secrets, name);
      if (key !== null && (await claim(ctx, key, personal))) claimed.push(key);
    }
    return claimed;
  }

  return {
    async keysOf(ctx, personal, { email, emailVerified }) {
      if (email === null || !emailVerified) return [];
      const cached = known.get(personal.publicKey.id);
      if (cached !== undefined) return cached;
      try {
        const claimed = await claimAll(ctx, personal, email.toLowerCase());
        known.set(personal.publicKey.id, claimed);
        return claimed;
      } catch (error) {
        ctx.logger.warn('AUTH', 'The keys made for a mailbox cannot be claimed', { error: String(error) });
        return [];
      }
    },
  };
}

/** The identifiers of a mailbox in statements (xAPI 1.0.3, Data, 2.4.2.3). */
function namesOf(address: string): readonly string[] {
  const digest = bytesToHex(sha1(encodeUtf8(`mailto:${address}`)));
  return [personKeyName('mbox', address), personKeyName('mbox_sha1sum', digest)];
}

const NONE = new Error('There is no such key.');

async function keptKey(secrets: SecretStore, name: string): Promise<PrivateKey | null> {
  const none = (): Promise<string> => Promise.reject(NONE);
  const pem = await secrets.secret(`${name}.pem`, none).catch((error: unknown) => {
    if (error === NONE) return null;
    throw error;
  });
  return pem === null ? null : importPrivateKey(pem);
}

/** Stores the RekeyRequest of a key, unless there is one. @returns whether it is for this user */
async function claim(ctx: PersonContext, from: PrivateKey, to: PrivateKey): Promise<boolean> {
  const { bases } = ctx.config;
  const request = await createRekeyRequest(from, to, bases[0], ctx.now());
  const { shortId } = identify(String(request['@id']), bases);
  const isOurs = async (): Promise<boolean | null> => {
    const [head = null] = await ctx.store.heads([shortId]);
    return head && !head.deleted && head.access.owners.includes(to.publicKey.id);
  };
  const before = await isOurs();
  if (before !== null) return before;
  const proofs = [from, to].map(({ publicKey: key }) => {
    return { key, server: null, everywhere: true, admin: false, expires: Number.MAX_SAFE_INTEGER };
  });
  const onlyNew = { ifMatch: null, ifNoneMatch: ['*'] };
  try {
    await save(ctx, { object: request, precondition: onlyNew }, createCaller(proofs, []));
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'precondition-failed') return (await isOurs()) === true;
    throw error;
  }
}
