import * as z from 'zod/mini';
import { decodeBase64, encodeBase64 } from '../../../shared/crypto/base64.ts';
import { randomBytes } from '../../../shared/crypto/secrets.ts';
import { utf8 } from '../../../shared/crypto/text-encoding.ts';
import { type Identity, readIdentity } from './identity.ts';

/** For new files (OWASP Password Storage Cheat Sheet, PBKDF2-HMAC-SHA256). */
const ITERATIONS = 600_000;

const fileSchema = z.object({
  format: z.literal('competency-service-recovery'),
  version: z.literal(1),
  iterations: z.int().check(z.minimum(100_000), z.maximum(10_000_000)),
  salt: z.string(),
  iv: z.string(),
  ciphertext: z.string(),
});

const contentSchema = z.array(z.object({ name: z.string(), privatePem: z.string() }));

/** Why a recovery file cannot be read. */
export class RecoveryFileError extends Error {
  override readonly name = 'RecoveryFileError';
  readonly reason: 'not-a-recovery-file' | 'wrong-passphrase';

  constructor(reason: RecoveryFileError['reason']) {
    super(`The recovery file cannot be read: ${reason}.`);
    this.reason = reason;
  }
}

/** The identities as the text of a file: JSON, encrypted by AES-GCM with a key derived from the passphrase by PBKDF2. */
export async function writeRecoveryFile(identities: readonly Identity[], passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const key = await deriveKey(passphrase, salt, ITERATIONS);
  const content = utf8(JSON.stringify(identities.map(({ name, privatePem }) => ({ name, privatePem }))));
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, content));
  const file: z.infer<typeof fileSchema> = {
    format: 'competency-service-recovery',
    version: 1,
    iterations: ITERATIONS,
    salt: encodeBase64(salt),
    iv: encodeBase64(iv),
    ciphertext: encodeBase64(ciphertext),
  };
  return JSON.stringify(file, null, 2);
}

/** @throws RecoveryFileError */
export async function readRecoveryFile(text: string, passphrase: string): Promise<readonly Identity[]> {
  const file = parseFile(text);
  const [salt, iv, ciphertext] = [file.salt, file.iv, file.ciphertext].map(decodeBase64);
  if (!salt || !iv || !ciphertext) throw new RecoveryFileError('not-a-recovery-file');
  const key = await deriveKey(passphrase, salt, file.iterations);
  const content = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, ciphertext).catch(() => {
    throw new RecoveryFileError('wrong-passphrase');
  });
  const stored = contentSchema.parse(JSON.parse(new TextDecoder().decode(content)));
  return Promise.all(stored.map(({ name, privatePem }) => readIdentity(name, privatePem)));
}

function parseFile(text: string): z.infer<typeof fileSchema> {
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    throw new RecoveryFileError('not-a-recovery-file');
  }
}

async function deriveKey(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const secret = utf8(passphrase.normalize('NFC'));
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(parameters, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
