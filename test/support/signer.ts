import { generateKeyPair, importPrivateKey, type PrivateKey } from '../../shared/base/crypto/private-key.ts';
import { sign } from '../../shared/base/crypto/rsa.ts';
import { canonicalSheetText } from '../../shared/repository/access/canonical-text.ts';

/** A person with a key pair. */
export type Person = { readonly pem: string; readonly privatePem: string; readonly privateKey: PrivateKey };

/** Makes a person with a fresh RSA-2048 key pair. */
export async function person(): Promise<Person> {
  const { publicPem, privatePem } = await generateKeyPair();
  return { pem: publicPem, privatePem, privateKey: await importPrivateKey(privatePem) };
}

/**
 * Text of a signature sheet of these people, for the `signatureSheet` header or form part.
 *
 * @param server audience of the signatures: an address of the service or the id of an object
 * @param lifetime milliseconds from now; negative: expired
 */
export async function sheet(server: string, people: readonly Person[], lifetime = 300_000): Promise<string> {
  const entries = people.map(async ({ pem, privateKey }) => {
    const entry = {
      '@context': 'https://schema.cassproject.org/kbac/0.4',
      '@type': 'TimeLimitedSignature',
      '@owner': pem,
      expiry: Date.now() + lifetime,
      server,
    };
    return { ...entry, '@signatureSha256': await sign(privateKey, canonicalSheetText(entry), 'SHA-256') };
  });
  return JSON.stringify(await Promise.all(entries));
}
