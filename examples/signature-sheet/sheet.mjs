// Prints a signature sheet for the key in a PEM file: node sheet.mjs KEY.pem SERVER
// KEY.pem is made by: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out KEY.pem
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [file, server] = process.argv.slice(2);
const privateKey = createPrivateKey(readFileSync(file));
const entry = {
  '@context': 'https://schema.cassproject.org/kbac/0.4',
  '@owner': createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).replaceAll('\n', ''),
  '@type': 'TimeLimitedSignature',
  expiry: Date.now() + 60_000,
  server,
};
const signature = sign('sha256', Buffer.from(JSON.stringify(entry)), privateKey).toString('base64');
process.stdout.write(JSON.stringify([{ ...entry, '@signatureSha256': signature }]));
