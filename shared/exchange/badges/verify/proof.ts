import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite as ecdsa } from '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite';
import { cryptosuite as eddsa } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { compactVerify, decodeProtectedHeader, errors, importJWK } from 'jose';
import * as z from 'zod/mini';
import { parseForeign } from '../../../repository/linked-data/foreign-values.ts';
import type { JsonObject } from '../../../repository/linked-data/json.ts';
import { items } from '../../../repository/linked-data/references.ts';
import { parseTime } from '../../../repository/linked-data/time.ts';
import type { DocumentLoader } from '../../json-ld/document-loader.ts';
import { MAX_VALUES, requireSize } from '../../json-ld/processor.ts';
import { DID_CONTEXT } from '../credential/did.ts';
import { CheckFailed } from './checks.ts';
import { type GivenCredential, issuerOf, type ParsedCredential, timeOf, type VerifyTools } from './given-credential.ts';
import type { IssuerKey, IssuerKeys } from './issuer-keys.ts';
import type { BadgeToken } from './token-claims.ts';

const proofs = z.looseObject({
  type: z.string(),
  cryptosuite: z.optional(z.string()),
  verificationMethod: z.string(),
  proofPurpose: z.literal('assertionMethod'),
  expires: z.optional(z.string()),
});

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];

/**
 * Checks that a credential is a token signed by its issuer, which claims the same, or has an embedded proof of its issuer (Verifiable Credentials Data Model 2.0,
 * 7.1).
 */
export async function checkProof(
  { document, token }: GivenCredential,
  parsed: ParsedCredential,
  tools: VerifyTools,
): Promise<[null, string]> {
  const issuer = issuerOf(parsed);
  if (token === null) return [null, await proofInside(document, issuer, tools)];
  const signed = await signedToken(token.text, issuer, tools.keys);
  requireSameClaims(token, parsed);
  return [null, signed];
}

async function signedToken(token: string, issuer: string, keys: IssuerKeys): Promise<string> {
  const { kid, alg } = decodeProtectedHeader(token);
  if (alg === undefined || !ALGORITHMS.includes(alg))
    throw new CheckFailed(`Tokens signed with ${alg} are not accepted.`);
  const { id, jwk } = await keys.keyOf(issuer, kid ?? null);
  if (jwk === null) throw new CheckFailed(`The key ${id} is not one for tokens.`);
  try {
    await compactVerify(token, await importJWK(jwk, alg), { algorithms: [alg] });
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException) {
      throw new CheckFailed('The signature of the token is wrong.');
    }
    throw error;
  }
  return `Signed with ${alg} by ${id}.`;
}

async function proofInside(
  document: JsonObject,
  issuer: string,
  { keys, loadContext, now }: VerifyTools,
): Promise<string> {
  const found = items(document['proof']).flatMap((one) => parseForeign(proofs, one).data ?? []);
  const kind = Object.keys(SUITES).find((name) => found.some((one) => isOfKind(one, name)));
  const [proof, ...others] = kind === undefined ? [] : found.filter((one) => isOfKind(one, kind));
  if (kind === undefined || proof === undefined) {
    const kinds = found.map(({ type, cryptosuite }) => (cryptosuite ?? type).slice(0, 60)).join(', ');
    const known = Object.keys(SUITES).join(' or ');
    throw new CheckFailed(`There is no proof of the kind ${known}${kinds && `, only of ${kinds}`}.`);
  }
  if (others.length > 0) throw new CheckFailed('There are several proofs of one kind.');
  requireSize(document, MAX_VALUES.canonicalize);
  if (proof.expires !== undefined && (parseTime(proof.expires) ?? now) <= now)
    throw new CheckFailed('The proof has expired.');
  const key = await keys.keyOf(issuer, proof.verificationMethod);
  if (key.multibase === null) throw new CheckFailed(`The key ${key.id} is not one for proofs of ${kind}.`);
  const { proof: _proofs, ...unsigned } = document;
  const suite = new DataIntegrityProof({ cryptosuite: SUITES[kind] });
  const { verified } = await suite.verifyProof({
    proof: { '@context': document['@context'], ...proof },
    document: unsigned,
    documentLoader: loaderFor(issuer, key, loadContext),
  });
  if (!verified) throw new CheckFailed('The proof is not valid for the credential.');
  return `Proved with ${kind} by ${key.id}.`;
}

/**
 * Cryptosuites by name (Data Integrity EdDSA Cryptosuites 1.0, Data Integrity ECDSA Cryptosuites 1.0). If a document has proofs of
 * several, the proof of the first suite here is verified.
 */
const SUITES: Readonly<Record<string, unknown>> = { 'eddsa-rdfc-2022': eddsa, 'ecdsa-rdfc-2019': ecdsa };

function isOfKind({ type, cryptosuite }: z.output<typeof proofs>, name: string): boolean {
  return type === 'DataIntegrityProof' && cryptosuite === name;
}

/** Loads contexts, and the documents of the issuer that were found. */
function loaderFor(issuer: string, { id, multibase }: IssuerKey, loadContext: DocumentLoader): DocumentLoader {
  const documents: Readonly<Record<string, object>> = {
    [id]: { id, type: 'Multikey', controller: issuer, publicKeyMultibase: multibase },
    [issuer]: { '@context': [DID_CONTEXT], id: issuer, assertionMethod: [id] },
  };
  return async (url) => {
    const document = Object.hasOwn(documents, url) ? documents[url] : undefined;
    return document === undefined ? loadContext(url) : { contextUrl: null, documentUrl: url, document };
  };
}

/** Types of Open Badges 3.0 and of Comprehensive Learner Record 2.0. */
const BADGES = new Set(['OpenBadgeCredential', 'AchievementCredential', 'EndorsementCredential', 'ClrCredential']);

/**
 * Requires that the claims of a token say the same as its credential (Open Badges 3.0, "Verify a Credential VC-JWT Signature").
 * Badges, endorsements and learner records must have a claim for each of these members that they have. For tokens of the type
 * `vc+jwt` claims are optional, and `nbf` is about the signature (Securing Verifiable Credentials using JOSE and COSE, 3.1.3 and
 * 4.1.2).
 *
 * @throws CheckFailed
 */
function requireSameClaims({ type, claims }: BadgeToken, credential: ParsedCredential): void {
  const { id, credentialSubject, validFrom, issuanceDate } = credential;
  const isOfSignature = type === 'vc+jwt';
  const isRequired = !isOfSignature && items(credential.type).some((one) => typeof one === 'string' && BADGES.has(one));
  const times = isOfSignature ? [] : [timeOf(validFrom), timeOf(issuanceDate)].filter((time) => time !== null);
  const { nbf } = claims;
  const pairs: readonly (readonly [string, unknown, string, readonly unknown[]])[] = [
    ['iss', claims.iss, 'issuer', [issuerOf(credential)]],
    ['jti', claims.jti, 'id', items(id)],
    [
      'sub',
      claims.sub,
      'credentialSubject',
      items<Record<string, unknown>>(credentialSubject).flatMap((subject) => subject['id'] ?? []),
    ],
    ['nbf', nbf && Math.floor(nbf), 'validFrom', times.map((time) => Math.floor(time / 1000))],
  ];
  for (const [claim, claimed, name, values] of pairs) {
    if (values.length === 0) continue;
    if (claimed === undefined && isRequired)
      throw new CheckFailed(`The token has no claim ${claim}, which has to repeat ${name} of the credential.`);
    if (claimed !== undefined && !values.includes(claimed))
      throw new CheckFailed(`The claim ${claim} of the token differs from ${name} of the credential.`);
  }
}
