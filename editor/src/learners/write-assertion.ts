import type { PublicKey } from '../../../shared/base/crypto/public-key.ts';
import { SERVICE_CONTEXT } from '../../../shared/exchange/frameworks/vocabulary.ts';
import { createSealer } from '../../../shared/repository/access/encrypt-value.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { type Evidence, writeEvidence } from './evidence.ts';

/** The contents of an assertion (specification: Assertion), besides its agent and subject. */
export type Claim = {
  /** Short ids. */
  readonly competency: string;
  readonly framework: string;
  readonly isPositive: boolean;
  /** Id of a level of the competency. */
  readonly level: string | null;
  /** From 0 to 1. */
  readonly confidence: number | null;
  readonly evidence: readonly Evidence[];
  /** UTC milliseconds. */
  readonly date: number;
  readonly expires: number | null;
};

/** The keys that an assertion is encrypted for. */
export type AssertionKeys = {
  /** Owns the assertion: may change and delete it. */
  readonly agent: PublicKey;
  readonly subject: PublicKey;
  /** Readers besides the agent and the subject: the service, for profiles and badges. */
  readonly readers: readonly PublicKey[];
};

/**
 * An assertion as the client library writes it (specification: Assertion): only the agent, the subject and the readers see it, and what
 * tells of the subject is encrypted for them.
 */
export async function writeAssertion(
  id: string,
  claim: Claim,
  { agent, subject, readers }: AssertionKeys,
): Promise<JsonObject> {
  const others = new Map([...readers, subject].map((key) => [key.fingerprint, key]));
  others.delete(agent.fingerprint);
  const sealer = await createSealer({ owners: [agent], readers: [...others.values()] });
  const sealed = (text: string): Promise<JsonObject> => sealer.seal(text, id);
  return {
    '@context': SERVICE_CONTEXT,
    '@type': 'Assertion',
    '@id': id,
    '@owner': [agent.pem],
    '@reader': [...others.values()].map(({ pem }) => pem),
    competency: claim.competency,
    framework: claim.framework,
    subject: await sealed(subject.pem),
    agent: await sealed(agent.pem),
    assertionDate: await sealed(String(claim.date)),
    ...(claim.expires !== null && { expirationDate: await sealed(String(claim.expires)) }),
    negative: await sealed(String(!claim.isPositive)),
    ...(claim.evidence.length > 0 && {
      evidence: await Promise.all(claim.evidence.map((one) => sealed(writeEvidence(one)))),
    }),
    ...(claim.level !== null && { level: claim.level }),
    ...(claim.confidence !== null && { confidence: claim.confidence }),
  };
}
