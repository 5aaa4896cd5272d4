import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { LRUCache } from 'lru-cache';
import { mapLimit } from '../../base/concurrency/map-limit.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from '../../base/crypto/private-key.ts';
import { encodeUtf8 } from '../../base/crypto/text-encoding.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import type { Identity } from '../../repository/sign-on.ts';

/** A key pair that the server holds, with its user or group. */
export type HeldKey = { readonly key: PrivateKey; readonly holder: KeyHolder };

/** A user, or a group of an issuer. Users and groups of one name have different keys. */
export type KeyHolder =
  | { readonly kind: 'user'; readonly identity: Identity }
  | { readonly kind: 'group'; readonly issuer: string; readonly group: string };

/** The keys of users and groups. */
export type UserKeys = {
  /** The personal key of a user, then one per group. Missing keys are generated. */
  keysOf(secrets: SecretStore, identity: Identity): Promise<readonly HeldKey[]>;
  /** The personal key of a user as PKCS#8 PEM. */
  personalPem(secrets: SecretStore, identity: Identity): Promise<string>;
};

/** Maximum number of keys in memory. */
const MAX_KEYS = 2000;
/** Maximum number of keys generated or read at once for one user. */
const MAX_CONCURRENCY = 4;

/**
 * Keys by holder, cached in memory; the store is an argument of each call. If several instances generate the same key at once, all of
 * them use the one that is stored first.
 */
export function createUserKeys(): UserKeys {
  const cache = new LRUCache<string, PrivateKey>({ max: MAX_KEYS });

  async function keyOf(secrets: SecretStore, holder: KeyHolder): Promise<HeldKey> {
    const name = keyName(holder);
    const key = cache.get(name) ?? (await importPrivateKey(await pemOf(secrets, holder)));
    cache.set(name, key);
    return { key, holder };
  }

  return {
    keysOf(secrets, identity) {
      const { issuer, groups } = identity;
      const holders: readonly KeyHolder[] = [
        { kind: 'user', identity },
        ...groups.map((group): KeyHolder => ({ kind: 'group', issuer, group })),
      ];
      return mapLimit(holders, MAX_CONCURRENCY, (holder) => keyOf(secrets, holder));
    },
    personalPem: (secrets, identity) => pemOf(secrets, { kind: 'user', identity }),
  };
}

function pemOf(secrets: SecretStore, holder: KeyHolder): Promise<string> {
  return secrets.secret(`${keyName(holder)}.pem`, async () => (await generateKeyPair()).privatePem);
}

/** The name of a key in the store: a digest, since names of users and groups may be paths, or equal to other names. */
function keyName(holder: KeyHolder): string {
  const parts =
    holder.kind === 'user'
      ? ['user', holder.identity.issuer, holder.identity.subject]
      : ['group', holder.issuer, holder.group];
  return `${holder.kind}-${bytesToHex(sha256(encodeUtf8(JSON.stringify(parts))))}`;
}
