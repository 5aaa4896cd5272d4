import { LRUCache } from 'lru-cache';
import { createPromiseCache } from '../../base/concurrency/promise-cache.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from '../../base/crypto/private-key.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { createSealer, type Holders, type Sealer } from '../../repository/access/encrypt-value.ts';
import type { Context } from '../../repository/context.ts';
import { createAdapterPublicKey } from '../../repository/secrets/adapter-public-keys.ts';
import { createSealedSecrets, loadMasterKeys } from '../../repository/secrets/sealed-secrets.ts';
import { STATEMENT_KEY } from '../../repository/secrets/secret-names.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import { createPeople, type People } from './people.ts';

/** Dependencies of the ingestion of statements. */
export type XapiParts = {
  /** The key that assertions of statements are made with; read, or created, at its first use. Throws Problem `key-unavailable` (503). */
  readonly xapiKey: () => Promise<PrivateKey>;
  readonly people: () => Promise<People>;
  /** The key that profiles are calculated with, which reads every assertion; null where there are none. */
  readonly profileKey: () => Promise<PublicKey | null>;
  /** The key that reads what is published as badges; null where there are none. Throws Problem `key-unavailable` (503). */
  readonly badgePublicKey: () => Promise<PublicKey | null>;
  /** Encrypts for these holders, with the same key for some seconds: the RSA operations cost more than everything else. */
  readonly sealerFor: (holders: Holders) => Promise<Sealer>;
};

const MAX_SEALERS = 1000;
const SEALER_MS = 20_000;

/** The context of what ingests statements. */
export type XapiContext = Context & XapiParts;

/** Creates the dependencies of the ingestion of statements. */
export function createXapiParts(ctx: Context, secrets: SecretStore): XapiParts {
  const keys = createPromiseCache<'key', PrivateKey>();
  const opened = createPromiseCache<'people', People>();
  const newKey = async (): Promise<string> => (await generateKeyPair()).privatePem;
  const xapiKey = (): Promise<PrivateKey> =>
    keys('key', async () => {
      const pem = secrets.secret(STATEMENT_KEY, newKey).then(importPrivateKey);
      return pem.catch(unavailable('The key that assertions of statements are made with'));
    });
  const people = (): Promise<People> =>
    opened('people', async () =>
      createPeople(
        ctx,
        createSealedSecrets(
          ctx.keyValues,
          await loadMasterKeys(secrets).catch(unavailable('The master key, which keys of people are encrypted with,')),
        ),
        await xapiKey(),
      ),
    );
  const profileKey = createAdapterPublicKey('profile', ctx.config, secrets);
  const badgePublicKey = createAdapterPublicKey('badge', ctx.config, secrets);
  const sealers = new LRUCache<string, Promise<Sealer>>({ max: MAX_SEALERS, ttl: SEALER_MS });
  const sealerFor = (holders: Holders): Promise<Sealer> => {
    const name = [holders.owners, holders.readers].map((keys) => keys.map(({ id }) => id).join(' ')).join(', ');
    const sealer = sealers.get(name) ?? createSealer(holders);
    sealers.set(name, sealer, { noUpdateTTL: true });
    return sealer;
  };
  return { xapiKey, people, profileKey, badgePublicKey, sealerFor };
}

function unavailable(what: string): (cause: unknown) => never {
  return (cause) => {
    throw new Problem('key-unavailable', `${what} cannot be read.`, {}, { cause });
  };
}
