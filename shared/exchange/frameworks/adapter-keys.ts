import type { PublicKey } from '../../base/crypto/public-key.ts';
import type { Context } from '../../repository/context.ts';

/** Names of the adapters that own what they import. */
export const ADAPTERS = ['ceasn', 'skos', 'asn', 'case'] as const;
export type AdapterName = (typeof ADAPTERS)[number];

/** The name of the secret with the private key of an adapter. */
export function adapterKeyName(name: AdapterName): string {
  return `adapter.${name}.private.pem`;
}

/** The public key that owns what an adapter imports, besides the caller's. @throws Problem `key-unavailable` (503) */
export async function adapterKeyOf({ keys }: Pick<Context, 'keys'>, name: AdapterName): Promise<PublicKey> {
  return (await keys.rsa(adapterKeyName(name))).publicKey;
}
