import type { Config } from '../../shared/base/config/config.ts';
import { createEnvironmentSecrets, type SecretStore } from '../../shared/repository/secrets/secret-store.ts';
import { createSharedSecrets } from '../../shared/stores/aws-secrets/secret-store.ts';
import { createCredentialProvider } from './aws-credentials.ts';
import { createNodeFetch } from './node-request.ts';
import { createSecretDirectory } from './secret-directory.ts';

/** Opens the store that SECRETS names for the server's own keys and salts. It reads nothing until it is used. */
export function openSecrets(
  { secrets, keyDirectory }: Pick<Config, 'secrets' | 'keyDirectory'>,
  env: Readonly<Record<string, string | undefined>>,
): SecretStore {
  if (secrets.kind === 'directory') return createSecretDirectory({ directory: keyDirectory, env, cached: true });
  if (secrets.kind === 'environment') return createEnvironmentSecrets(env);
  const fetch = createNodeFetch();
  return createSharedSecrets(secrets, env, {
    credentials: createCredentialProvider(secrets.service.credentials, { fetch }),
    fetch,
  });
}
