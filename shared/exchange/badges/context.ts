import { LRUCache } from 'lru-cache';
import { createPromiseCache } from '../../base/concurrency/promise-cache.ts';
import type { Config } from '../../base/config/config.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { createDecryptor, type Decryptor } from '../../profiles/load/decryptor.ts';
import type { Context } from '../../repository/context.ts';
import { createAdapterPublicKey } from '../../repository/secrets/adapter-public-keys.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import { type BadgeKey, createBadgeKey } from './badge-key.ts';
import type { CredentialIssuer } from './credential/issuer.ts';

/** Dependencies of badges. */
export type BadgeParts = {
  readonly badges: {
    /** Read, or created, at its first use. Throws Problem `key-unavailable` (503). */
    readonly key: () => Promise<BadgeKey>;
    readonly decryptor: Decryptor;
    /** The key that profiles are calculated with; null where there are none. Throws Problem `key-unavailable` (503). */
    readonly profileKey: () => Promise<PublicKey | null>;
    /** The key that assertions of xAPI statements are made with; null where there are none. Throws Problem `key-unavailable` (503). */
    readonly statementKey: () => Promise<PublicKey | null>;
    /** The service as an issuer of verifiable credentials, loaded at its first use. */
    readonly issuer: () => Promise<CredentialIssuer>;
    /** Encoded lists of revoked badges, kept for {@link STATUS_TTL_MS}; null for one that there is not. */
    readonly statusLists: LRUCache<string, Promise<{ readonly bits: string | null }>>;
    /** Whether a state of an assertion withdraws its badge, by write id. */
    readonly withdrawn: LRUCache<string, boolean>;
  };
};

/** The context of badges. */
export type BadgeContext = Context & BadgeParts;

/** How long a list of revoked badges is valid. */
export const STATUS_TTL_MS = 60_000;

const MAX_STATUS_LISTS = 20;
const MAX_STATES = 100_000;

/** Opens the key of badges at its first use. */
export function createBadgeParts(
  config: Pick<Config, 'badges' | 'disabledAdapters'>,
  secrets: SecretStore,
): BadgeParts {
  const key = createBadgeKey(secrets);
  const issuers = createPromiseCache<'issuer', CredentialIssuer>();
  const issuer = (): Promise<CredentialIssuer> =>
    issuers('issuer', async () => (await import('./credential/issuer.ts')).createIssuer(await key(), config.badges));
  return {
    badges: {
      ...{ key, issuer, decryptor: createDecryptor(), profileKey: createAdapterPublicKey('profile', config, secrets) },
      statementKey: createAdapterPublicKey('xapi', config, secrets),
      statusLists: new LRUCache({ max: MAX_STATUS_LISTS, ttl: STATUS_TTL_MS }),
      withdrawn: new LRUCache({ max: MAX_STATES }),
    },
  };
}
