import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { exportJWK, importSPKI, type JWK, SignJWT } from 'jose';
import type { BadgeConfig } from '../../../base/config/badges.ts';
import type { Bytes } from '../../../base/crypto/base64.ts';
import type { JsonObject } from '../../../repository/linked-data/json.ts';
import { parseTime } from '../../../repository/linked-data/time.ts';
import type { ServerKey } from '../../../repository/secrets/server-keys.ts';
import { loadBundled } from '../../json-ld/document-loader.ts';
import { DID_CONTEXT, didOf } from './did.ts';
import { multikeyOfJwk } from './multikey.ts';

/** A verifiable credential (Verifiable Credentials Data Model 2.0), without proof. */
export type Credential = {
  readonly id: string;
  readonly validFrom: string;
  readonly validUntil?: string;
  readonly [name: string]: unknown;
};

/** Type of the token: of Verifiable Credentials (VC JOSE COSE, 3.1), or of Open Badges 3.0 (8.2.4.1). */
export type TokenType = 'vc+jwt' | 'JWT';

/** The service as an issuer of verifiable credentials. */
export type CredentialIssuer = {
  readonly did: string;
  readonly didDocument: JsonObject;
  readonly jwks: { readonly keys: readonly JWK[] };
  /** A credential as a signed token. */
  readonly toJwt: (credential: Credential, type: TokenType) => Promise<string>;
  /** A credential with a proof inside (Data Integrity EdDSA Cryptosuites, eddsa-rdfc-2022). */
  readonly withProof: (credential: Credential) => Promise<object>;
};

/** A key that signs tokens. */
type JwtKey = {
  readonly id: string;
  readonly alg: BadgeConfig['algorithm'];
  readonly key: CryptoKey;
  readonly jwk: JWK;
};

/**
 * The service as an issuer, with the key of badges. The keys of other algorithms are derived from that one (HKDF, RFC 5869), so
 * that there is one secret to keep.
 */
export async function createIssuer(
  { privateKey, secret }: ServerKey,
  { base, algorithm }: Pick<BadgeConfig, 'base' | 'algorithm'>,
): Promise<CredentialIssuer> {
  const did = didOf(base);
  const rsa: JwtKey = {
    id: `${did}#rs256`,
    alg: 'RS256',
    key: privateKey.signSha256,
    jwk: await exportJWK(await importSPKI(privateKey.publicKey.pem, 'RS256', { extractable: true })),
  };
  const jwtKeys = algorithm === 'RS256' ? [rsa] : [await ecKey(`${did}#es256`, secret), rsa];
  const [jwtKey = rsa] = jwtKeys;
  const proofKeyId = `${did}#ed25519`;
  const proofKey = await ed25519Key(proofKeyId, derived(secret, 'eddsa-rdfc-2022', 32));
  const publicJwks = jwtKeys.map(({ id, alg, jwk }) => ({ ...jwk, kid: id, alg, use: 'sig' }));

  return {
    did,
    didDocument: {
      '@context': [DID_CONTEXT, 'https://w3id.org/security/multikey/v1', 'https://w3id.org/security/jwk/v1'],
      id: did,
      verificationMethod: [
        ...publicJwks.map((jwk) => ({ id: jwk.kid, type: 'JsonWebKey', controller: did, publicKeyJwk: jwk })),
        { id: proofKeyId, type: 'Multikey', controller: did, publicKeyMultibase: proofKey.multibase },
      ],
      assertionMethod: [...publicJwks.map(({ kid }) => kid), proofKeyId],
    },
    jwks: { keys: publicJwks },
    toJwt(credential, type) {
      const { id, validFrom, validUntil } = credential;
      const claims = { ...credential, iss: did, jti: id, nbf: seconds(validFrom) };
      return new SignJWT(validUntil === undefined ? claims : { ...claims, exp: seconds(validUntil) })
        .setProtectedHeader({ alg: jwtKey.alg, typ: type, kid: jwtKey.id })
        .sign(jwtKey.key);
    },
    async withProof(credential) {
      const suite = new DataIntegrityProof({ signer: proofKey.signer, cryptosuite });
      const proof = await suite.createProof({ document: credential, purpose: ASSERTION, documentLoader: loadBundled });
      return { ...credential, proof };
    },
  };
}

/** Says of a proof that its issuer asserts what the credential says (Data Integrity 1.0, 2.4.2 proof purposes). */
const ASSERTION = { update: async (proof: object) => ({ ...proof, proofPurpose: 'assertionMethod' }) };

/** @param time ISO 8601, of this service */
function seconds(time: string): number {
  return Math.floor((parseTime(time) ?? Number.NaN) / 1000);
}

function derived(secret: Bytes, use: string, bytes: number): Uint8Array {
  return hkdf(sha256, secret, undefined, utf8ToBytes(`competency-service badge ${use}`), bytes);
}

/** Order of the group of P-256 (FIPS 186-5). */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** PKCS#8 of a private key of P-256, up to its number (RFC 5208, RFC 5915). */
const P256_PREFIX = '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420';

/** The key for ES256: a number below the order, of 128 bits more than it has, so that all are as likely (FIPS 186-5, A.2.1). */
async function ecKey(id: string, secret: Bytes): Promise<JwtKey> {
  const seed = BigInt(`0x${bytesToHex(derived(secret, 'ES256', 48))}`);
  const number = (seed % (P256_ORDER - 1n)) + 1n;
  const pkcs8 = new Uint8Array(hexToBytes(P256_PREFIX + number.toString(16).padStart(64, '0')));
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', key);
  return { id, alg: 'ES256', key, jwk: { kty, crv, x, y } as JWK };
}

/** PKCS#8 of a private key of Ed25519, up to its seed (RFC 8410, 7). */
const ED25519_PREFIX = '302e020100300506032b657004220420';

async function ed25519Key(id: string, seed: Uint8Array) {
  const pkcs8 = new Uint8Array([...hexToBytes(ED25519_PREFIX), ...seed]);
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']);
  const { x = '' } = await crypto.subtle.exportKey('jwk', key);
  const multibase = multikeyOfJwk({ crv: 'Ed25519', x });
  if (multibase === null) throw new TypeError('The key is not one of Ed25519.');
  const sign = async ({ data }: { readonly data: Uint8Array<ArrayBuffer> }): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', key, data));
  return { signer: { id, algorithm: 'Ed25519', sign }, multibase };
}
