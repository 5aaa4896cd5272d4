import { constants, publicEncrypt } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Bytes } from './base64.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from './private-key.ts';
import { decryptOaep } from './rsa.ts';
import { encodeUtf8 } from './text-encoding.ts';

let owner: PrivateKey;
let stranger: PrivateKey;

beforeAll(async () => {
  const make = async () => importPrivateKey((await generateKeyPair()).privatePem);
  [owner, stranger] = await Promise.all([make(), make()]);
}, 30_000);

function pemOf({ publicKey }: PrivateKey): string {
  return publicKey.pem.replace(/-----(?=M)/, '-----\n').replace('-----END', '\n-----END');
}

function encrypted(message: Bytes): Bytes {
  const options = { key: pemOf(owner), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' };
  return Uint8Array.from(publicEncrypt(options, message));
}

// Cases after RFC 8017 section 7.1.2, with Node as the other side.
describe('B12 RSA-OAEP', () => {
  test('messages of every length that fits are encrypted and decrypted', async () => {
    for (const length of [0, 1, 16, 100, 214]) {
      const message = crypto.getRandomValues(new Uint8Array(length));
      expect(await decryptOaep(owner, encrypted(message))).toEqual(message);
    }
  });

  test('another key, digest, padding, label or length, and any changed byte, is refused', async () => {
    const right = encrypted(encodeUtf8('message'));
    const pem = pemOf(owner);
    const oaep = { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING };
    const message = Buffer.from('message');
    const wrong = [
      publicEncrypt({ ...oaep, oaepHash: 'sha256' }, message),
      publicEncrypt({ ...oaep, oaepHash: 'sha1', oaepLabel: Buffer.from('label') }, message),
      publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, message),
      publicEncrypt({ key: pem, padding: constants.RSA_NO_PADDING }, Buffer.alloc(256, 1)),
      Buffer.alloc(256),
      Buffer.alloc(256, 255),
      right.subarray(1),
      right.subarray(0, 255),
      Buffer.concat([right, Buffer.of(0)]),
      Buffer.concat([Buffer.of(0), right]),
      Buffer.alloc(0),
      ...[0, 1, 20, 100, 255].map((at) => right.map((byte, i) => (i === at ? byte ^ 1 : byte))),
    ];
    for (const ciphertext of wrong) expect(await decryptOaep(owner, Uint8Array.from(ciphertext))).toBeNull();
    expect(await decryptOaep(stranger, right)).toBeNull();
    expect(await decryptOaep(owner, right)).toEqual(encodeUtf8('message'));
  });
});
