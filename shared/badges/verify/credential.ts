import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { base64url, compactVerify, decodeProtectedHeader, errors, importJWK } from 'jose';
import * as z from 'zod/mini';
import { fromUtf8 } from '../../crypto/text-encoding.ts';
import { loadBundled } from '../../json-ld/document-loader.ts';
import { MAX_VALUES, requireSize } from '../../json-ld/processor.ts';
import type { JsonObject } from '../../linked-data/json.ts';
import { items } from '../../linked-data/references.ts';
import { bitAt } from '../credential/bitstring.ts';
import { DID_CONTEXT } from '../credential/did.ts';
import { type BadgeFetch, parsedObject } from './badge-fetch.ts';
import { type BadgeContent, CheckFailed, type Checks } from './checks.ts';
import type { IssuerKeys, VerificationMethod } from './issuer-keys.ts';

/** A credential as it was given: with a proof inside, or as a token. */
export type GivenCredential = { readonly document: JsonObject; readonly token: string | null };

/** What checks of credentials need. */
export type VerifyTools = {
  readonly fetch: BadgeFetch;
  readonly keys: IssuerKeys;
  /** UTC milliseconds. */
  readonly now: number;
};

const credential = z.looseObject({
  id: z.optional(z.string()),
  type: z.union([z.string(), z.array(z.string())]),
  issuer: z.union([z.string(), z.looseObject({ id: z.string() })]),
  credentialSubject: z.union([z.looseObject({}), z.array(z.looseObject({}))]),
  validFrom: z.optional(z.string()),
  validUntil: z.optional(z.string()),
  issuanceDate: z.optional(z.string()),
  expirationDate: z.optional(z.string()),
});

/** What a subject achieved (Open Badges 3.0, AchievementSubject). */
const achieved = z.looseObject({
  achievement: z.looseObject({ alignment: z.optional(z.array(z.looseObject({ targetUrl: z.string() }))) }),
});

const proofs = z.looseObject({
  ...{ type: z.string(), cryptosuite: z.optional(z.string()), verificationMethod: z.string() },
  ...{ proofPurpose: z.literal('assertionMethod'), expires: z.optional(z.string()) },
});

const statusEntry = z.looseObject({
  type: z.literal('BitstringStatusListEntry'),
  statusPurpose: z.string(),
  statusListIndex: z.union([z.string(), z.number()]),
  statusListCredential: z.string(),
});

const statusSubject = z.looseObject({
  type: z.literal('BitstringStatusList'),
  statusPurpose: z.union([z.string(), z.array(z.string())]),
  encodedList: z.string(),
});

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];

/** Checks a verifiable credential (Open Badges 3.0, 8 Proofs; Verifiable Credentials Data Model 2.0, 7.1). */
export async function verifyCredential(
  given: GivenCredential,
  checks: Checks,
  tools: VerifyTools,
): Promise<BadgeContent | null> {
  const parsed = await checks.run('format', async () => {
    const { success, data, error } = z.safeParse(credential, given.document);
    if (!success)
      throw new CheckFailed(`It is not a credential: ${error.issues[0]?.path.join('/')} is missing or wrong.`);
    const types = items(data.type);
    if (!types.includes('VerifiableCredential'))
      throw new CheckFailed('Its types do not include VerifiableCredential.');
    return [
      data,
      `A credential of type ${types.filter((type) => type !== 'VerifiableCredential').join(', ') || 'VerifiableCredential'}.`,
    ];
  });
  if (parsed === null) return null;
  const issuer = issuerOf(parsed);
  await checks.run('proof', () => checkProof(given, issuer, tools));
  await checks.run('validity', async () => [null, validity(parsed, tools.now)]);
  await checks.run('status', () => checkStatus(given.document, issuer, tools));
  return contentOf(given.document, parsed);
}

function contentOf(
  document: JsonObject,
  { id, credentialSubject, ...times }: z.output<typeof credential>,
): BadgeContent {
  const achievements = [credentialSubject].flat().flatMap((subject) => z.safeParse(achieved, subject).data ?? []);
  return {
    ...{ document, id: id ?? null },
    targets: achievements.flatMap(({ achievement }) => (achievement.alignment ?? []).map(({ targetUrl }) => targetUrl)),
    issued: timeOf(times.validFrom ?? times.issuanceDate),
    expires: timeOf(times.validUntil ?? times.expirationDate),
  };
}

function issuerOf({ issuer }: z.output<typeof credential>): string {
  return typeof issuer === 'string' ? issuer : issuer.id;
}

async function checkProof(given: GivenCredential, issuer: string, tools: VerifyTools): Promise<[null, string]> {
  const { document, token } = given;
  if (token === null) return [null, await proofInside(document, issuer, tools)];
  return [null, await signedToken(token, document, issuer, tools.keys)];
}

async function signedToken(token: string, document: JsonObject, issuer: string, keys: IssuerKeys): Promise<string> {
  const { kid, alg } = decodeProtectedHeader(token);
  if (alg === undefined || !ALGORITHMS.includes(alg))
    throw new CheckFailed(`Tokens signed with ${alg} are not accepted.`);
  const claimed = document['iss'];
  if (claimed !== undefined && claimed !== issuer)
    throw new CheckFailed('The token names another issuer than the credential.');
  const { id, publicKeyJwk } = await keys.keyOf(issuer, kid ?? null);
  if (publicKeyJwk === undefined) throw new CheckFailed(`The key ${id} is not one for tokens.`);
  try {
    await compactVerify(token, await importJWK(publicKeyJwk, alg), { algorithms: [alg] });
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException) {
      throw new CheckFailed('The signature of the token is wrong.');
    }
    throw error;
  }
  return `Signed with ${alg} by ${id}.`;
}

async function proofInside(document: JsonObject, issuer: string, { keys, now }: VerifyTools): Promise<string> {
  const found = items(document['proof']).flatMap((one) => z.safeParse(proofs, one).data ?? []);
  const [proof, ...others] = found.filter(
    (one) => one.type === 'DataIntegrityProof' && one.cryptosuite === cryptosuiteName,
  );
  if (proof === undefined) throw new CheckFailed(`There is no proof of the kind ${cryptosuiteName}.`);
  if (others.length > 0) throw new CheckFailed('There are several proofs of one kind.');
  requireSize(document, MAX_VALUES.canonicalize);
  if (proof.expires !== undefined && !(Date.parse(proof.expires) > now))
    throw new CheckFailed('The proof has expired.');
  const method = await keys.keyOf(issuer, proof.verificationMethod);
  const { proof: _proofs, ...unsigned } = document;
  const suite = new DataIntegrityProof({ cryptosuite });
  const { verified } = await suite.verifyProof({
    ...{ proof: { '@context': document['@context'], ...proof }, document: unsigned },
    documentLoader: loaderFor(issuer, method),
  });
  if (!verified) throw new CheckFailed('The proof does not fit the credential.');
  return `Proved with ${cryptosuiteName} by ${method.id}.`;
}

const cryptosuiteName = 'eddsa-rdfc-2022';

/** Loads contexts that ship with the service, and what was found of the issuer. */
function loaderFor(issuer: string, method: VerificationMethod): typeof loadBundled {
  return async (url) => {
    if (url === method.id) return { contextUrl: null, documentUrl: url, document: { ...method, controller: issuer } };
    if (url !== issuer) return loadBundled(url);
    const document = { '@context': [DID_CONTEXT], id: issuer, assertionMethod: [method.id] };
    return { contextUrl: null, documentUrl: url, document };
  };
}

/** Clocks of issuers may be ahead by this. */
const CLOCK_SKEW_MS = 60_000;

function validity(parsed: z.output<typeof credential>, now: number): string {
  const from = timeOf(parsed.validFrom ?? parsed.issuanceDate);
  const until = timeOf(parsed.validUntil ?? parsed.expirationDate);
  if (from !== null && from > now + CLOCK_SKEW_MS)
    throw new CheckFailed(`It is valid from ${new Date(from).toISOString()}.`);
  if (until !== null && until < now) throw new CheckFailed(`It expired on ${new Date(until).toISOString()}.`);
  return until === null ? 'It does not expire.' : `It is valid until ${new Date(until).toISOString()}.`;
}

function timeOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new CheckFailed(`${text.slice(0, 50)} is not a time.`);
  return time;
}

async function checkStatus(document: JsonObject, issuer: string, tools: VerifyTools): Promise<[null, string]> {
  const entries = items(document['credentialStatus']);
  for (const entry of entries) {
    const parsed = z.safeParse(statusEntry, entry);
    if (!parsed.success) throw new CheckFailed('Its status is of a kind that is not supported.');
    const { statusPurpose, statusListIndex, statusListCredential } = parsed.data;
    const list = await statusList(statusListCredential, issuer, tools);
    const index = Number(statusListIndex);
    const bit = Number.isSafeInteger(index) && index >= 0 ? await bitAt(list.encodedList, index) : null;
    if (bit === null) throw new CheckFailed('The status list is not one, or has no place for the credential.');
    if (!items(list.statusPurpose).includes(statusPurpose))
      throw new CheckFailed('The status list has another purpose.');
    if (bit && statusPurpose !== 'message') throw new CheckFailed(`Its status: ${statusPurpose}.`);
  }
  return [null, entries.length === 0 ? 'It has no status.' : 'It is not revoked.'];
}

async function statusList(url: string, issuer: string, tools: VerifyTools): Promise<z.output<typeof statusSubject>> {
  const { status, bytes } = await tools.fetch(url, 'application/vc, application/vc+jwt, application/json;q=0.5');
  if (status !== 200) throw new CheckFailed(`The status list is answered with ${status}.`);
  const given = credentialIn(fromUtf8(bytes) ?? '');
  const parsed = z.safeParse(credential, given.document);
  const subject = parsed.success ? z.safeParse(statusSubject, [parsed.data.credentialSubject].flat()[0]) : null;
  if (!parsed.success || !subject?.success) throw new CheckFailed('The status list is not one.');
  if (issuerOf(parsed.data) !== issuer) throw new CheckFailed('The status list is of another issuer.');
  await checkProof(given, issuer, tools);
  validity(parsed.data, tools.now);
  return subject.data;
}

/** A token: three parts in Base64url (RFC 7515, 7.1). */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The credential in a text. @throws CheckFailed for what is neither a token nor JSON */
export function credentialIn(text: string): GivenCredential {
  const token = text.trim();
  if (!TOKEN.test(token)) return { document: parsedObject(token, 'The credential'), token: null };
  return { document: parsedObject(payloadOf(token), 'The payload of the token'), token };
}

function payloadOf(token: string): string {
  const [, payload = ''] = token.split('.');
  try {
    decodeProtectedHeader(token);
    return fromUtf8(new Uint8Array(base64url.decode(payload))) ?? '';
  } catch {
    throw new CheckFailed('The token cannot be read.');
  }
}
