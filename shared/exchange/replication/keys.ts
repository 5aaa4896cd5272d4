import { ConfigurationError } from '../../base/config/formats.ts';
import { importPrivateKey, type PrivateKey } from '../../base/crypto/private-key.ts';
import { type Caller, createCaller } from '../../repository/access/caller.ts';
import type { Context } from '../../repository/context.ts';
import { REPLICATION_KEY } from '../../repository/secrets/secret-names.ts';

/**
 * The keys that prove this server to the peer, and whose rights it has here.
 *
 * @throws ConfigurationError for text that is not PEM of RSA keys; Problem `key-unavailable` (503)
 */
export async function replicationKeys({
  config,
  keys,
}: Pick<Context, 'config' | 'keys'>): Promise<readonly PrivateKey[]> {
  const given = config.replication?.keys;
  return given ? importKeys(given) : [(await keys.rsa(REPLICATION_KEY)).privateKey];
}

const PEM = /-----BEGIN ([A-Z ]+)-----[\s\S]*?-----END \1-----/g;

async function importKeys(text: string): Promise<readonly PrivateKey[]> {
  const pems = text.match(PEM) ?? [];
  try {
    if (pems.length === 0) throw new Error('It has no PEM.');
    return await Promise.all(pems.map(importPrivateKey));
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new ConfigurationError(`SVC_REPLICATION_PPK has to be RSA private keys as PEM. ${why}`.trim());
  }
}

/** The caller with the keys of replication, whose rights it has. */
export function replicationCaller(ctx: Pick<Context, 'adminPublicKeys'>, keys: readonly PrivateKey[]): Caller {
  const admins = new Set(ctx.adminPublicKeys);
  const proofs = keys.map(({ publicKey: key }) => {
    return { key, server: null, everywhere: true, admin: admins.has(key.pem), expires: Number.MAX_SAFE_INTEGER };
  });
  return createCaller(proofs, [], keys);
}
