import { type Bytes, decodeBase64Url, encodeBase64Url } from '../../../shared/base/crypto/base64.ts';
import { decodePem, encodePem } from '../../../shared/base/crypto/pem.ts';

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** The numbers from which an RSA key can be rebuilt: a quarter of the usual size, which fits into a small QR code. */
export type KeyPrimes = { readonly p: Bytes; readonly q: Bytes; readonly e: Bytes };

/** The primes and the public exponent of a key in PEM (PKCS#8). @throws Error for other forms */
export async function primesOf(privatePem: string): Promise<KeyPrimes> {
  const document = decodePem(privatePem);
  if (document?.label !== 'PRIVATE KEY') throw new Error('The key is in another form than PKCS#8.');
  const key = await crypto.subtle.importKey('pkcs8', document.bytes, ALGORITHM, true, ['sign']);
  const { p, q, e } = await crypto.subtle.exportKey('jwk', key);
  return { p: fromBase64Url(p), q: fromBase64Url(q), e: fromBase64Url(e) };
}

/** The key in PEM (PKCS#8). @throws Error when the numbers do not make a key */
export async function privatePemOf({ p, q, e }: KeyPrimes): Promise<string> {
  const [first, second, exponent] = [toBigInt(p), toBigInt(q), toBigInt(e)];
  const secret = inverse(exponent, (first - 1n) * (second - 1n));
  const numbers = {
    n: first * second,
    e: exponent,
    d: secret,
    p: first,
    q: second,
    dp: secret % (first - 1n),
    dq: secret % (second - 1n),
    qi: inverse(second, first),
  };
  const texts = Object.entries(numbers).map(([name, value]) => [name, encodeBase64Url(toBytes(value))]);
  const key = await crypto.subtle.importKey(
    'jwk',
    { kty: 'RSA', alg: 'RS256', ext: true, ...Object.fromEntries(texts) },
    ALGORITHM,
    true,
    ['sign'],
  );
  return encodePem('PRIVATE KEY', new Uint8Array(await crypto.subtle.exportKey('pkcs8', key)));
}

/** The inverse of a number by the extended Euclidean algorithm. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [remainder, next] = [modulus, value % modulus];
  let [coefficient, following] = [0n, 1n];
  while (next > 0n) {
    const quotient = remainder / next;
    [remainder, next] = [next, remainder - quotient * next];
    [coefficient, following] = [following, coefficient - quotient * following];
  }
  if (remainder !== 1n) throw new Error('The numbers are not those of a key.');
  return coefficient < 0n ? coefficient + modulus : coefficient;
}

function toBigInt(bytes: Bytes): bigint {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  return value;
}

function toBytes(value: bigint): Bytes {
  const digits = value.toString(16);
  const padded = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Uint8Array.from({ length: padded.length / 2 }, (_, i) => Number.parseInt(padded.slice(2 * i, 2 * i + 2), 16));
}

/** @throws Error for anything else */
export function fromBase64Url(text: string | undefined): Bytes {
  const bytes = decodeBase64Url(text ?? '');
  if (bytes === null || bytes.length === 0) throw new Error('The text is not base64url.');
  return bytes;
}
