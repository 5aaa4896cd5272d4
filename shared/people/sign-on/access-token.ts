import type { JWTPayload } from 'jose';
import { items } from '../../repository/linked-data/references.ts';

/** The names of this service at the provider. */
export type AccessTokenAudience = {
  readonly clientId: string;
  /** Whether the operator has named the audience of access tokens, even if it is the client id. */
  readonly isAudienceSet: boolean;
};

/** Hashes of what is sent beside an ID token (OpenID Connect Core, 3.1.3.6 and 3.3.2.11; Financial-grade API 1.0, part 2, 5.1). */
const HASHES = ['at_hash', 'c_hash', 's_hash'];

/** Names of the client, and how it authenticated, in access tokens (RFC 9068, 2.2; Okta; Entra ID, 2.0 and 1.0). */
const CLIENT_CLAIMS = ['client_id', 'cid', 'azpacr', 'appidacr'];

/**
 * Whether a verified JWT is an access token, rather than an ID token, which is made for the client that receives it, or a token for
 * another purpose (RFC 8725, 3.12). Providers mark their tokens in different ways:
 *
 * - `at+jwt` in the header is for access tokens alone (RFC 9068, 2.1);
 * - Keycloak states the kind of a token in the claim `typ`, Cognito in `token_use`;
 * - access tokens have scopes, ID tokens have hashes of other tokens, or a `nonce`, which some access tokens repeat.
 *
 * An access token without such a mark has to be for an audience that is not just the client, since that is the audience of ID tokens.
 *
 * @param type `typ` of the header, in lower case
 */
export function isAccessToken(
  type: string,
  payload: JWTPayload,
  { clientId, isAudienceSet }: AccessTokenAudience,
): boolean {
  if (type.endsWith('at+jwt')) return true;
  const { typ, token_use: use, nonce } = payload;
  const has = (name: string): boolean => payload[name] !== undefined;
  const isOfOtherPurpose = (typeof typ === 'string' && !/^(?:bearer|dpop|jwt|at\+jwt)$/i.test(typ)) || use === 'id';
  if (isOfOtherPurpose || HASHES.some(has)) return false;
  if (/^bearer$/i.test(String(typ)) || use === 'access' || has('scope') || has('scp')) return true;
  if (nonce !== undefined) return false;
  const isForClientAlone = items(payload.aud).every((audience) => audience === clientId);
  return isAudienceSet || !isForClientAlone || CLIENT_CLAIMS.some(has);
}
