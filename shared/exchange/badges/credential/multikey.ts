import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { JWK } from 'jose';
import { decodeBase64Url, encodeBase64Url } from '../../../base/crypto/base64.ts';
import { encodePem } from '../../../base/crypto/pem.ts';
import { parsePublicKey } from '../../../base/crypto/public-key.ts';
import { Problem } from '../../../base/errors/problem.ts';

/** A curve with points that are written in their compressed form (SEC 1, 2.3.3): y² = x³ - 3x + b modulo p. */
type Curve = { readonly p: bigint; readonly b: bigint; readonly bytes: number };

const CURVES: Readonly<Record<string, Curve>> = {
  'P-256': {
    p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
    bytes: 32,
  },
  'P-384': {
    p: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
    bytes: 48,
  },
};

/** What keys begin with, in hexadecimal (Controlled Identifiers, 2.2.2 Multikey; did:key for RSA). */
const PREFIXES: Readonly<Record<string, string>> = { Ed25519: 'ed01', 'P-256': '8024', 'P-384': '8124', RSA: '8524' };

/** Maximum length of a key: RSA keys with 8192 bits are shorter. */
const MAX_TEXT_LENGTH = 1500;

/** The JSON Web Key (RFC 7517) of a public key in multibase: Ed25519, P-256, P-384 or RSA; null for anything else. */
export function jwkOfMultikey(multikey: string): JWK | null {
  const hex = multikey.startsWith('z') && multikey.length <= MAX_TEXT_LENGTH ? fromBase58(multikey.slice(1)) : null;
  const kind = Object.keys(PREFIXES).find((name) => hex?.startsWith(PREFIXES[name] ?? ' '));
  if (hex === null || kind === undefined) return null;
  const key = hexToBytes(hex.slice(4));
  if (kind === 'RSA') return rsaJwk(key);
  if (kind === 'Ed25519') return key.length === 32 ? { kty: 'OKP', crv: kind, x: encodeBase64Url(key) } : null;
  const curve = CURVES[kind];
  const point = curve === undefined ? null : pointOf(key, curve);
  return point === null ? null : { kty: 'EC', crv: kind, ...point };
}

/** A public key of Ed25519, P-256 or P-384 in multibase; null for other keys. */
export function multikeyOfJwk(jwk: Readonly<Record<string, unknown>>): string | null {
  const [crv = '', x = '', y = ''] = [jwk['crv'], jwk['x'], jwk['y']].map((value) => String(value ?? ''));
  const [prefix, bytes, last] = [PREFIXES[crv], decodeBase64Url(x), decodeBase64Url(y)?.at(-1)];
  if (prefix === undefined || bytes === null || bytes.length !== (CURVES[crv]?.bytes ?? 32)) return null;
  if (crv === 'Ed25519') return `z${toBase58(prefix + bytesToHex(bytes))}`;
  return last === undefined ? null : `z${toBase58(`${prefix}0${2 + (last & 1)}${bytesToHex(bytes)}`)}`;
}

function rsaJwk(pkcs1: Uint8Array): JWK | null {
  try {
    const { modulus, exponent } = parsePublicKey(encodePem('RSA PUBLIC KEY', pkcs1));
    const digits = exponent.toString(16);
    return { kty: 'RSA', n: encodeBase64Url(modulus), e: encodeBase64Url(hexToBytes(evenly(digits))) };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** The coordinates of a compressed point; null for one that is not on the curve. */
function pointOf(key: Uint8Array, { p, b, bytes }: Curve): Required<Pick<JWK, 'x' | 'y'>> | null {
  const [sign, ...rest] = key;
  if (rest.length !== bytes || (sign !== 2 && sign !== 3)) return null;
  const x = BigInt(`0x${bytesToHex(key.subarray(1))}`);
  const square = (x ** 3n - 3n * x + b) % p;
  const root = power((square + p) % p, (p + 1n) / 4n, p); // p is 3 modulo 4 for both curves
  if (x >= p || (root * root - square) % p !== 0n) return null;
  const y = root % 2n === BigInt(sign & 1) ? root : p - root;
  const written = (number: bigint) => encodeBase64Url(hexToBytes(number.toString(16).padStart(2 * bytes, '0')));
  return { x: written(x), y: written(y) };
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let [square, rest] = [base, exponent]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58 (Controlled Identifiers, 2.4), of bytes that do not begin with zero, in hexadecimal. */
function toBase58(hex: string): string {
  let text = '';
  for (let rest = BigInt(`0x${hex}`); rest > 0n; rest /= 58n) text = (BASE58[Number(rest % 58n)] ?? '') + text;
  return text;
}

function fromBase58(text: string): string | null {
  let number = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit === -1) return null;
    number = number * 58n + BigInt(digit);
  }
  return evenly(number.toString(16));
}

function evenly(hex: string): string {
  return hex.length % 2 === 0 ? hex : `0${hex}`;
}
