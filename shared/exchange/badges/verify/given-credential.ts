import * as z from 'zod/mini';
import type { JsonObject } from '../../../repository/linked-data/json.ts';
import { parseTime } from '../../../repository/linked-data/time.ts';
import type { DocumentLoader } from '../../json-ld/document-loader.ts';
import { type BadgeFetch, parsedObject } from './badge-fetch.ts';
import { CheckFailed } from './checks.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { type BadgeToken, readToken, timesOfToken } from './token-claims.ts';

/** A credential as it was submitted: with an embedded proof, or as a token. */
export type GivenCredential = { readonly document: JsonObject; readonly token: BadgeToken | null };

/** Dependencies of checks of credentials. */
export type VerifyTools = {
  readonly fetch: BadgeFetch;
  readonly keys: IssuerKeys;
  readonly loadContext: DocumentLoader;
  /** UTC milliseconds. */
  readonly now: number;
};

/** A verifiable credential (Verifiable Credentials Data Model 1.1 and 2.0). */
export const credential = z.looseObject({
  id: z.optional(z.string()),
  type: z.union([z.string(), z.array(z.string())]),
  issuer: z.union([z.string(), z.looseObject({ id: z.string() })]),
  credentialSubject: z.union([z.looseObject({}), z.array(z.looseObject({}))]),
  credentialStatus: z.optional(z.union([z.looseObject({}), z.array(z.looseObject({}))])),
  validFrom: z.optional(z.string()),
  validUntil: z.optional(z.string()),
  issuanceDate: z.optional(z.string()),
  expirationDate: z.optional(z.string()),
});

export type ParsedCredential = z.output<typeof credential>;

/** The DID, or address, of who issued a credential. */
export function issuerOf({ issuer }: Pick<ParsedCredential, 'issuer'>): string {
  return typeof issuer === 'string' ? issuer : issuer.id;
}

/** The clock of an issuer may be ahead by this. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Says until when a credential is valid, by its own times and by those of its token.
 *
 * @param now UTC milliseconds
 * @throws CheckFailed when it is not valid
 */
export function validity(parsed: ParsedCredential, token: BadgeToken | null, now: number): string {
  const own = {
    from: timeOf(parsed.validFrom ?? parsed.issuanceDate),
    until: timeOf(parsed.validUntil ?? parsed.expirationDate),
  };
  const ofToken = timesOfToken(token);
  for (const times of [own, ofToken]) requireCurrent(times, now);
  const ends = [own.until, ofToken.until].filter((time) => time !== null);
  return ends.length === 0 ? 'It does not expire.' : `It is valid until ${new Date(Math.min(...ends)).toISOString()}.`;
}

/** @param now UTC milliseconds, as the limits; null: without a limit @throws CheckFailed outside of them */
export function requireCurrent({ from, until }: ReturnType<typeof timesOfToken>, now: number): void {
  if (from !== null && from > now + CLOCK_SKEW_MS)
    throw new CheckFailed(`It is valid from ${new Date(from).toISOString()}.`);
  if (until !== null && until < now) throw new CheckFailed(`It expired on ${new Date(until).toISOString()}.`);
}

/** UTC milliseconds; null for none. @throws CheckFailed for what is not a time */
export function timeOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = parseTime(text);
  if (time === null) throw new CheckFailed(`${text.slice(0, 50)} is not a time.`);
  return time;
}

/** A token: three parts in Base64url (RFC 7515, 7.1). */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The credential in a text. @throws CheckFailed for what is neither a token nor JSON */
export function credentialIn(text: string): GivenCredential {
  const token = text.trim();
  return TOKEN.test(token) ? readToken(token) : { document: parsedObject(token, 'The credential'), token: null };
}
