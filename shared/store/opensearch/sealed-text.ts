import { type Bytes, decodeBase64, encodeBase64 } from '../../crypto/base64.ts';
import { fromUtf8, utf8 } from '../../crypto/text-encoding.ts';

/** Seals text (AES-GCM): a holder of the sealed text can neither read nor change it. */
export type Sealer = {
  /** @param context must be the same when it is opened */
  seal(text: string, context: Bytes): Promise<string>;
  /** @throws Error for anything but what `seal` gave for this context, under this secret and purpose */
  open(sealed: string, context: Bytes): Promise<string>;
};

const IV_BYTES = 12;
const MAX_SEALED_LENGTH = 16_384;

/** @param purpose what is sealed for one purpose cannot be opened for another */
export async function createSealer(secret: string, purpose: string): Promise<Sealer> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(`${purpose} ${secret}`));
  const key = await crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    async seal(text, context) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const cipher = { name: 'AES-GCM', iv, additionalData: context };
      const sealed = new Uint8Array(await crypto.subtle.encrypt(cipher, key, utf8(text)));
      const bytes = new Uint8Array(IV_BYTES + sealed.length);
      bytes.set(iv);
      bytes.set(sealed, IV_BYTES);
      return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    },
    async open(sealed, context) {
      const bytes = bytesOf(sealed);
      const cipher = { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData: context };
      const text = fromUtf8(new Uint8Array(await crypto.subtle.decrypt(cipher, key, bytes.subarray(IV_BYTES))));
      if (text === null) throw new RangeError('The sealed bytes are not UTF-8.');
      return text;
    },
  };
}

function bytesOf(sealed: string): Bytes {
  const padding = '='.repeat((4 - (sealed.length % 4)) % 4);
  const plain = sealed.length <= MAX_SEALED_LENGTH && /^[\w-]+$/.test(sealed);
  const bytes = plain ? decodeBase64(sealed.replaceAll('-', '+').replaceAll('_', '/') + padding) : null;
  if (bytes === null) throw new RangeError('The text is not as it was written.');
  return bytes;
}
