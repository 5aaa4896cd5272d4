import { createSecretDirectory } from '../../infra/node/secret-directory.ts';
import { adminPublicKey } from '../../shared/admin/admin-key.ts';
import { type Config, toConfig } from '../../shared/config/config.ts';
import { createIdentities } from '../../shared/identity/identities.ts';
import { serverSecret } from '../../shared/identity/server-secret.ts';
import { profileKeys } from '../../shared/profiles/service/profile-keys.ts';
import type { SecretStore } from '../../shared/store/secret-store.ts';

/**
 * The keys and salts of all functions as variables of their environment: locally there is no secret store that they
 * share.
 *
 * @param directory keeps them between runs; missing ones are created
 */
export async function secretsOf(directory: string): Promise<Readonly<Record<string, string>>> {
  const kept = createSecretDirectory({ directory, env: {} });
  const found: Record<string, string> = {};
  const secrets: SecretStore = {
    async secret(name, create) {
      const value = await kept.secret(name, create);
      found[name] = value;
      return value;
    },
  };
  const config: Config = toConfig({}, '0');
  await adminPublicKey(secrets);
  await serverSecret(secrets);
  await profileKeys(secrets, config);
  const nothing = {
    get: async () => null,
    set: async () => null,
    delete: async () => false,
    clear: async () => {},
  };
  await createIdentities({ keyValues: nothing, secrets, now: Date.now });
  return found;
}
