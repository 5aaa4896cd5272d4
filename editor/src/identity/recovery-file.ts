import * as z from 'zod/mini';
import { decodeBase64, encodeBase64 } from '../../../shared/base/crypto/base64.ts';
import { encodeUtf8 } from '../../../shared/base/crypto/text-encoding.ts';
import { type Identity, readIdentity } from './identity.ts';
import { openWithPassphrase, sealWithPassphrase } from './passphrase.ts';

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

/** The identities as the text of a file: JSON, encrypted with the passphrase. */
export async function writeRecoveryFile(identities: readonly Identity[], passphrase: string): Promise<string> {
  const content = encodeUtf8(JSON.stringify(identities.map(({ name, privatePem }) => ({ name, privatePem }))));
  const { iterations, salt, iv, ciphertext } = await sealWithPassphrase(content, passphrase);
  const file: z.infer<typeof fileSchema> = {
    format: 'competency-service-recovery',
    version: 1,
    iterations,
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
  const content = await openWithPassphrase({ iterations: file.iterations, salt, iv, ciphertext }, passphrase);
  if (content === null) throw new RecoveryFileError('wrong-passphrase');
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
