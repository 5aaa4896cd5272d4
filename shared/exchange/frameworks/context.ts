import type { Hold } from '../../base/concurrency/memory-budget.ts';
import { createPromiseCache } from '../../base/concurrency/promise-cache.ts';
import { generateKeyPair, importPrivateKey } from '../../base/crypto/private-key.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { Context } from '../../repository/context.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';

/** What loading a framework needs. `hold` is that of the call. */
export type ExchangeReadContext = Pick<Context, 'store' | 'config' | 'logger' | 'memory' | 'large' | 'readKey'> & {
  readonly hold: Hold;
};

/** What an import needs. `hold` is that of the call. */
export type ImportContext = Context & { readonly hold: Hold };

/** Names of the adapters that own what they import. */
export const ADAPTERS = ['ceasn', 'skos', 'asn', 'case'] as const;
export type AdapterName = (typeof ADAPTERS)[number];

/** The name under which the private key of an adapter is kept. */
export function adapterKeyName(name: AdapterName): string {
  return `adapter.${name}.private.pem`;
}

/** The context of groups that import frameworks. */
export type ExchangeContext = Context & {
  /** The public key that owns what an adapter imports, besides the caller's. Read, or created, at its first use. */
  readonly adapterKey: (name: AdapterName) => Promise<PublicKey>;
};

/** Adds the keys of adapters to a context. */
export function createExchangeContext<C extends Context>(ctx: C, secrets: SecretStore): C & ExchangeContext {
  return { ...ctx, adapterKey: createAdapterKeys(secrets) };
}

/** See {@link ExchangeContext.adapterKey}; it throws Problem `key-unavailable` (503) when a key cannot be read. */
export function createAdapterKeys(secrets: SecretStore): ExchangeContext['adapterKey'] {
  const keys = createPromiseCache<AdapterName, PublicKey>();
  return (name) =>
    keys(name, async () => {
      try {
        const pem = await secrets.secret(adapterKeyName(name), async () => (await generateKeyPair()).privatePem);
        return (await importPrivateKey(pem)).publicKey;
      } catch (cause) {
        throw new Problem('key-unavailable', 'The key that is to own what is imported cannot be read.', {}, { cause });
      }
    });
}
