import type { JWK } from 'jose';
import * as z from 'zod/mini';
import { parseForeign } from '../../../repository/linked-data/foreign-values.ts';
import type { JsonObject } from '../../../repository/linked-data/json.ts';
import { DID_CONTEXT, didWebAddress } from '../credential/did.ts';
import { jwkOfMultikey, multikeyOfJwk } from '../credential/multikey.ts';
import { type BadgeFetch, fetchObject } from './badge-fetch.ts';
import { CheckFailed } from './checks.ts';

const jwk = z.looseObject({ kty: z.string() });

/** Controlled Identifiers, 2.2 Verification Methods. */
const method = z.looseObject({
  id: z.string(),
  publicKeyJwk: z.optional(jwk),
  publicKeyMultibase: z.optional(z.string()),
});

const didDocument = z.looseObject({
  id: z.string(),
  verificationMethod: z._default(z.array(method), []),
  assertionMethod: z._default(z.array(z.union([z.string(), method])), []),
});

/** A public key of an issuer: in both forms, if both can express it. */
export type IssuerKey = {
  /** Absolute. */
  readonly id: string;
  readonly jwk: JWK | null;
  /** The key as a Multikey; null if it cannot be written as one. */
  readonly multibase: string | null;
};

const jwks = z.looseObject({ keys: z.array(z.extend(jwk, { kid: z.optional(z.string()) })) });

/** Finds the keys with which issuers make assertions. */
export type IssuerKeys = {
  /**
   * @param issuer DID (did:web, did:key) or https address
   * @param keyId as a credential names it; null if it names none: then the issuer's only key is used
   * @throws CheckFailed, or a Problem of another server, for a key that is not the issuer's
   */
  readonly keyOf: (issuer: string, keyId: string | null) => Promise<IssuerKey>;
};

/** @param own DID document of the service, which is not fetched */
export function createIssuerKeys(fetch: BadgeFetch, own: JsonObject): IssuerKeys {
  async function documentOf(did: string): Promise<z.output<typeof didDocument>> {
    const found =
      did === own['id']
        ? own
        : did.startsWith('did:key:')
          ? didKeyDocument(did)
          : await fetchObject(fetch, didWebAddress(did));
    const parsed = parseForeign(didDocument, found);
    if (!parsed.success || parsed.data.id !== did)
      throw new CheckFailed(`The DID document of ${did} is malformed, or of another DID.`);
    return parsed.data;
  }

  async function keyOfDid(did: string, keyId: string | null): Promise<IssuerKey> {
    const { verificationMethod, assertionMethod } = await documentOf(did);
    const absolute = (id: string) => (id.startsWith('#') ? did + id : id);
    const embedded = assertionMethod.filter((one) => typeof one !== 'string');
    const methods = [...verificationMethod, ...embedded].map((one) => ({ ...one, id: absolute(one.id) }));
    const allowed = new Set(assertionMethod.map((one) => absolute(typeof one === 'string' ? one : one.id)));
    const usable = methods.filter(({ id }) => allowed.has(id));
    const isNamed = keyId !== null && keyId !== did;
    const [found, other] = isNamed
      ? usable.filter(({ id }) => id === absolute(keyId) || id === `${did}#${keyId}`)
      : usable;
    if (found !== undefined && (isNamed || other === undefined)) return keyOfMethod(found);
    throw new CheckFailed(`${did} has no key ${keyId ?? '(none is named)'} to make assertions with.`);
  }

  /** The key at an address of the issuer's own server (Open Badges 3.0, 8.2.4.2 Verifying the proof of a token). */
  async function keyAtAddress(issuer: string, keyId: string | null): Promise<IssuerKey> {
    if (keyId === null || !URL.canParse(keyId) || new URL(keyId).origin !== new URL(issuer).origin) {
      throw new CheckFailed('The key is not at an address of the issuer.');
    }
    const found = await fetchObject(fetch, keyId);
    const list = parseForeign(jwks, found);
    const { hash } = new URL(keyId);
    const keys = list.success ? list.data.keys : [found];
    const key =
      keys.length === 1 ? keys[0] : keys.find(({ kid }) => kid === keyId || (hash !== '' && kid === hash.slice(1)));
    const own = parseForeign(method, key);
    if (own.success && own.data.id === keyId) return keyOfMethod(own.data);
    const parsed = parseForeign(jwk, key);
    if (parsed.success) return keyOfMethod({ id: keyId, publicKeyJwk: parsed.data });
    throw new CheckFailed(`${keyId.slice(0, 200)} is not a key.`);
  }

  return {
    async keyOf(issuer, keyId) {
      if (issuer.startsWith('did:')) {
        if (/^did:(?:web|key):/.test(issuer)) return keyOfDid(issuer, keyId);
        throw new CheckFailed(`DIDs of this method are not supported: ${issuer.slice(0, 60)}.`);
      }
      if (/^https?:\/\//.test(issuer) && URL.canParse(issuer)) return keyAtAddress(issuer, keyId);
      throw new CheckFailed('The issuer is neither a DID nor an address.');
    },
  };
}

function keyOfMethod({ id, publicKeyJwk, publicKeyMultibase }: z.output<typeof method>): IssuerKey {
  return {
    id,
    jwk: publicKeyJwk ?? (publicKeyMultibase === undefined ? null : jwkOfMultikey(publicKeyMultibase)),
    multibase: publicKeyMultibase ?? (publicKeyJwk === undefined ? null : multikeyOfJwk(publicKeyJwk)),
  };
}

/** The document that a did:key stands for. */
function didKeyDocument(did: string): JsonObject {
  const publicKeyMultibase = did.slice('did:key:'.length);
  const id = `${did}#${publicKeyMultibase}`;
  return {
    '@context': [DID_CONTEXT],
    id: did,
    assertionMethod: [id],
    verificationMethod: [{ id, type: 'Multikey', controller: did, publicKeyMultibase }],
  };
}
