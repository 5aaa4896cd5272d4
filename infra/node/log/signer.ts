import { createPrivateKey, sign } from 'node:crypto';
import { decodePem } from '../../../shared/base/crypto/pem.ts';
import { parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import { adminPrivatePem, adminPublicKey } from '../../../shared/people/identity/admin-credentials.ts';
import type { SecretStore } from '../../../shared/repository/secrets/secret-store.ts';
import type { LogSigner } from './chain.ts';

/** Signs the log with the key of the admin, which is generated at first start. @throws Error when it cannot be read */
export async function openLogSigner(secrets: SecretStore): Promise<LogSigner> {
  const { id } = parsePublicKey(await adminPublicKey(secrets));
  const pem = decodePem(await adminPrivatePem(secrets));
  if (pem === null) throw new Error('The private key is not a PEM document.');
  const type = pem.label === 'RSA PRIVATE KEY' ? 'pkcs1' : 'pkcs8';
  const key = createPrivateKey({ key: Buffer.from(pem.bytes), format: 'der', type });
  return { keyId: id, sign: (text) => sign('sha256', Buffer.from(text), key).toString('base64') };
}
