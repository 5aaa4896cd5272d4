import type { Bytes } from '../../../shared/base/crypto/base64.ts';
import { encodeBase64Url } from '../../../shared/base/crypto/base64.ts';
import { encodeUtf8 } from '../../../shared/base/crypto/text-encoding.ts';
import { type Identity, readIdentity } from './identity.ts';
import { fromBase64Url, primesOf, privatePemOf } from './key-primes.ts';
import { openWithPassphrase, sealWithPassphrase } from './passphrase.ts';
import { RecoveryFileError } from './recovery-file.ts';

const PREFIX = 'COMPETENCY-KEY-1';

const SALT_BYTES = 16;
const IV_BYTES = 12;
const MAX_ITERATIONS = 10_000_000;
const MIN_ITERATIONS = 100_000;

/**
 * The text of the QR code on a printed recovery sheet, for one identity: a key encrypted with the passphrase, so that a photo of the
 * sheet is not enough. About 600 characters for a key of 2048 bits.
 */
export async function writeSheetCode({ name, privatePem }: Identity, passphrase: string): Promise<string> {
  const { p, q, e } = await primesOf(privatePem);
  const content = [e, p, q].flatMap((part) => [part.length >> 8, part.length & 255, ...part]);
  const sealed = await sealWithPassphrase(Uint8Array.from([...content, ...encodeUtf8(name)]), passphrase);
  const bytes = Uint8Array.from([...sealed.salt, ...sealed.iv, ...sealed.ciphertext]);
  return [PREFIX, sealed.iterations, encodeBase64Url(bytes)].join(':');
}

/**
 * The identity of a QR code on a recovery sheet. White space is ignored, so that the text can be typed.
 *
 * @throws RecoveryFileError
 */
export async function readSheetCode(text: string, passphrase: string): Promise<Identity> {
  const { iterations, bytes } = parseCode(text);
  const sealed = {
    iterations,
    salt: bytes.slice(0, SALT_BYTES),
    iv: bytes.slice(SALT_BYTES, SALT_BYTES + IV_BYTES),
    ciphertext: bytes.slice(SALT_BYTES + IV_BYTES),
  };
  const content = await openWithPassphrase(sealed, passphrase);
  if (content === null) throw new RecoveryFileError('wrong-passphrase');
  let at = 0;
  const next = (): Bytes => {
    const length = (content[at] ?? 0) * 256 + (content[at + 1] ?? 0);
    const part = content.slice(at + 2, at + 2 + length);
    at += 2 + length;
    return part;
  };
  const [e, p, q] = [next(), next(), next()];
  return readIdentity(new TextDecoder().decode(content.slice(at)), await privatePemOf({ e, p, q }));
}

function parseCode(text: string): { readonly iterations: number; readonly bytes: Bytes } {
  const [prefix, iterations, encoded] = text.replace(/\s/g, '').split(':');
  const count = Number(iterations);
  if (prefix !== PREFIX || !(count >= MIN_ITERATIONS && count <= MAX_ITERATIONS)) {
    throw new RecoveryFileError('not-a-recovery-file');
  }
  try {
    return { iterations: count, bytes: fromBase64Url(encoded) };
  } catch {
    throw new RecoveryFileError('not-a-recovery-file');
  }
}
