import { LRUCache } from 'lru-cache';
import { createPromiseCache } from '../../base/concurrency/promise-cache.ts';
import { createDecryptor, type Decryptor } from '../../profiles/load/decryptor.ts';
import type { Context } from '../../repository/context.ts';
import { BADGE_KEY } from '../../repository/secrets/secret-names.ts';
import type { ServerKey } from '../../repository/secrets/server-keys.ts';
import type { CredentialIssuer } from './credential/issuer.ts';

/** Dependencies of badges. */
export type BadgeParts = {
  readonly badges: {
    readonly decryptor: Decryptor;
    /** The service as an issuer of verifiable credentials, loaded at its first use. */
    readonly issuer: () => Promise<CredentialIssuer>;
    /** Encoded lists of revoked badges, cached for {@link STATUS_TTL_MS}; null for a list that does not exist. */
    readonly statusLists: LRUCache<string, Promise<{ readonly bits: string | null }>>;
    /** Whether a state of an assertion withdraws its badge, by write id. */
    readonly withdrawn: LRUCache<string, boolean>;
  };
};

/** The context of badges. */
export type BadgeContext = Context & BadgeParts;

/** Time for which a list of revoked badges is valid. */
export const STATUS_TTL_MS = 60_000;

const MAX_STATUS_LISTS = 20;
const MAX_STATES = 100_000;

/** The key that reads what is published as badges, and signs credentials. @throws Problem `key-unavailable` (503) */
export function badgeKey({ keys }: Pick<Context, 'keys'>): Promise<ServerKey> {
  return keys.rsa(BADGE_KEY);
}

/** Creates the dependencies of badges. */
export function createBadgeParts(ctx: Pick<Context, 'config' | 'keys'>): BadgeParts {
  const issuers = createPromiseCache<'issuer', CredentialIssuer>();
  return {
    badges: {
      issuer: () =>
        issuers('issuer', async () =>
          (await import('./credential/issuer.ts')).createIssuer(await badgeKey(ctx), ctx.config.badges),
        ),
      decryptor: createDecryptor(),
      statusLists: new LRUCache({ max: MAX_STATUS_LISTS, ttl: STATUS_TTL_MS }),
      withdrawn: new LRUCache({ max: MAX_STATES }),
    },
  };
}
