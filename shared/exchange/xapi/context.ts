import { LRUCache } from 'lru-cache';
import { createPromiseCache } from '../../base/concurrency/promise-cache.ts';
import { Problem } from '../../base/errors/problem.ts';
import { createSealer, type Holders, type Sealer } from '../../repository/access/encrypt-value.ts';
import type { Context } from '../../repository/context.ts';
import { createSealedSecrets, loadMasterKeys } from '../../repository/secrets/sealed-secrets.ts';
import { STATEMENT_KEY } from '../../repository/secrets/secret-names.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import { createPeople, type People } from './people.ts';

/** Dependencies of the ingestion of statements. */
export type XapiParts = {
  /** The keys of people that statements are about; opened at their first use. Throws Problem `key-unavailable` (503). */
  readonly people: () => Promise<People>;
  /** Encrypts for these holders, with the same key for some seconds: the RSA operations cost more than everything else. */
  readonly sealerFor: (holders: Holders) => Promise<Sealer>;
};

const MAX_SEALERS = 1000;
const SEALER_MS = 20_000;

/** The context of what ingests statements. */
export type XapiContext = Context & XapiParts;

/** Creates the dependencies of the ingestion of statements. */
export function createXapiParts(ctx: Context, secrets: SecretStore): XapiParts {
  const opened = createPromiseCache<'people', People>();
  const people = (): Promise<People> =>
    opened('people', async () =>
      createPeople(
        ctx,
        createSealedSecrets(
          ctx.keyValues,
          await loadMasterKeys(secrets).catch((cause: unknown) => {
            const words = 'The master key, which keys of people are encrypted with, cannot be read.';
            throw new Problem('key-unavailable', words, {}, { cause });
          }),
        ),
        (await ctx.keys.rsa(STATEMENT_KEY)).privateKey,
      ),
    );
  const sealers = new LRUCache<string, Promise<Sealer>>({ max: MAX_SEALERS, ttl: SEALER_MS });
  const sealerFor = (holders: Holders): Promise<Sealer> => {
    const name = [holders.owners, holders.readers].map((keys) => keys.map(({ id }) => id).join(' ')).join(', ');
    const sealer = sealers.get(name) ?? createSealer(holders);
    sealers.set(name, sealer, { noUpdateTTL: true });
    return sealer;
  };
  return { people, sealerFor };
}
