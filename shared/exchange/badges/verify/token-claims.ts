import { base64url, decodeProtectedHeader } from 'jose';
import * as z from 'zod/mini';
import { fromUtf8 } from '../../../base/crypto/text-encoding.ts';
import { parseForeign } from '../../../repository/linked-data/foreign-values.ts';
import { isObject, type JsonObject, member } from '../../../repository/linked-data/json.ts';
import { parsedObject } from './badge-fetch.ts';
import { CheckFailed } from './checks.ts';

/** Seconds within the years that a `Date` has. */
const numericDate = z.number().check(z.gte(-8.64e12), z.lte(8.64e12));

const claimSet = z.looseObject({
  iss: z.optional(z.string()),
  sub: z.optional(z.string()),
  jti: z.optional(z.string()),
  nbf: z.optional(numericDate),
  exp: z.optional(numericDate),
});

/** A signed token (RFC 7519), as it was received: nothing in it is verified. */
export type BadgeToken = {
  readonly text: string;
  /** `typ` of its header, in lower case and without `application/`; null where there is none. */
  readonly type: string | null;
  /** `nbf` and `exp` in seconds. */
  readonly claims: z.output<typeof claimSet>;
};

/**
 * Reads a token and the credential in it.
 *
 * @returns as `document` its payload, or the claim `vc` with what other claims say in its place (Verifiable Credentials Data Model
 *   1.1, 6.3.1 JWT Decoding)
 * @throws CheckFailed for one that cannot be read
 */
export function readToken(text: string): { readonly document: JsonObject; readonly token: BadgeToken } {
  const payload = payloadOf(text);
  const { success, data: claims, error } = parseForeign(claimSet, payload);
  if (!success) throw new CheckFailed(`The claim ${error.issues[0]?.path.join('/')} of the token is malformed.`);
  const { typ } = decodeProtectedHeader(text);
  const type = typ?.toLowerCase().replace(/^application\//, '') ?? null;
  const vc = member(payload, 'vc');
  return { document: isObject(vc) ? completed(vc, claims) : payload, token: { text, type, claims } };
}

function payloadOf(text: string): JsonObject {
  const [, payload = ''] = text.split('.');
  try {
    decodeProtectedHeader(text);
    return parsedObject(fromUtf8(new Uint8Array(base64url.decode(payload))) ?? '', 'The payload of the token');
  } catch (error) {
    if (error instanceof CheckFailed) throw error;
    throw new CheckFailed('The token cannot be read.');
  }
}

function completed(credential: JsonObject, { iss, sub, jti }: BadgeToken['claims']): JsonObject {
  const { id = null, issuer = null, credentialSubject = null } = credential;
  const named = (value: typeof id, claim: string | undefined) =>
    isObject(value) && (member(value, 'id') ?? null) === null && claim !== undefined ? { ...value, id: claim } : value;
  return {
    ...credential,
    ...(id === null && jti !== undefined && { id: jti }),
    ...(issuer === null ? iss !== undefined && { issuer: iss } : { issuer: named(issuer, iss) }),
    ...(credentialSubject !== null && { credentialSubject: named(credentialSubject, sub) }),
  };
}

/** When a token is valid by its claims `nbf` and `exp` (RFC 7519, 4.1), in UTC milliseconds; null for no limit. */
export function timesOfToken(token: BadgeToken | null): {
  readonly from: number | null;
  readonly until: number | null;
} {
  const { nbf, exp } = token?.claims ?? {};
  return { from: nbf === undefined ? null : nbf * 1000, until: exp === undefined ? null : exp * 1000 };
}
