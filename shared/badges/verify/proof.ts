import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite as ecdsa } from '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite';
import { cryptosuite as eddsa } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { compactVerify, decodeProtectedHeader, errors, importJWK } from 'jose';
import * as z from 'zod/mini';
import type { DocumentLoader } from '../../json-ld/document-loader.ts';
import { MAX_VALUES, requireSize } from '../../json-ld/processor.ts';
import type { JsonObject } from '../../linked-data/json.ts';
import { items } from '../../linked-data/references.ts';
import { DID_CONTEXT } from '../credential/did.ts';
import { CheckFailed } from './checks.ts';
import type { GivenCredential, VerifyTools } from './given-credential.ts';
import type { IssuerKeys, VerificationMethod } from './issuer-keys.ts';

const proofs = z.looseObject({
  ...{ type: z.string(), cryptosuite: z.optional(z.string()), verificationMethod: z.string() },
  ...{ proofPurpose: z.literal('assertionMethod'), expires: z.optional(z.string()) },
});

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];

/**
 * Checks that a credential is signed by its issuer, or has an embedded proof of its issuer (Verifiable Credentials Data Model 2.0,
 * 7.1).
 */
export async function checkProof(given: GivenCredential, issuer: string, tools: VerifyTools): Promise<[null, string]> {
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

async function proofInside(
  document: JsonObject,
  issuer: string,
  { keys, loadContext, now }: VerifyTools,
): Promise<string> {
  const found = items(document['proof']).flatMap((one) => z.safeParse(proofs, one).data ?? []);
  const kind = Object.keys(SUITES).find((name) => found.some((one) => isOfKind(one, name)));
  const [proof, ...others] = kind === undefined ? [] : found.filter((one) => isOfKind(one, kind));
  if (kind === undefined || proof === undefined) {
    const kinds = found.map(({ type, cryptosuite }) => (cryptosuite ?? type).slice(0, 60)).join(', ');
    const known = Object.keys(SUITES).join(' or ');
    throw new CheckFailed(`There is no proof of the kind ${known}${kinds && `, only of ${kinds}`}.`);
  }
  if (others.length > 0) throw new CheckFailed('There are several proofs of one kind.');
  requireSize(document, MAX_VALUES.canonicalize);
  if (proof.expires !== undefined && !(Date.parse(proof.expires) > now))
    throw new CheckFailed('The proof has expired.');
  const method = await keys.keyOf(issuer, proof.verificationMethod);
  const { proof: _proofs, ...unsigned } = document;
  const suite = new DataIntegrityProof({ cryptosuite: SUITES[kind] });
  const { verified } = await suite.verifyProof({
    ...{ proof: { '@context': document['@context'], ...proof }, document: unsigned },
    documentLoader: loaderFor(issuer, method, loadContext),
  });
  if (!verified) throw new CheckFailed('The proof is not valid for the credential.');
  return `Proved with ${kind} by ${method.id}.`;
}

/** By their names (Data Integrity EdDSA Cryptosuites 1.0, Data Integrity ECDSA Cryptosuites 1.0); of several the first counts. */
const SUITES: Readonly<Record<string, unknown>> = { 'eddsa-rdfc-2022': eddsa, 'ecdsa-rdfc-2019': ecdsa };

function isOfKind({ type, cryptosuite }: z.output<typeof proofs>, name: string): boolean {
  return type === 'DataIntegrityProof' && cryptosuite === name;
}

/** Loads contexts, and the documents of the issuer that were found. */
function loaderFor(issuer: string, method: VerificationMethod, loadContext: DocumentLoader): DocumentLoader {
  return async (url) => {
    if (url === method.id) return { contextUrl: null, documentUrl: url, document: { ...method, controller: issuer } };
    if (url !== issuer) return loadContext(url);
    const document = { '@context': [DID_CONTEXT], id: issuer, assertionMethod: [method.id] };
    return { contextUrl: null, documentUrl: url, document };
  };
}
