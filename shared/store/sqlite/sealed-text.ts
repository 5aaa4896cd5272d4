import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals text (AES-GCM): a holder of the sealed text can neither read nor change it. */
export type Sealer = {
  /** @param context must be the same when it is opened */
  seal(text: string, context: Uint8Array): string;
  /** @throws Error for anything but what `seal` gave for this context, under this secret and purpose */
  open(sealed: string, context: Uint8Array): string;
};

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @param purpose what is sealed for one purpose cannot be opened for another */
export function createSealer(secret: string, purpose: string): Sealer {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    seal(text, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(context);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.toString('base64url') !== sealed) throw new RangeError('The text is not as it was written.');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(context).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)).toString('utf8') + decipher.final('utf8');
    },
  };
}
