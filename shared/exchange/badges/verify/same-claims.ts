import { items } from '../../../repository/linked-data/references.ts';
import { CheckFailed } from './checks.ts';
import { issuerOf, type ParsedCredential, timeOf } from './given-credential.ts';
import type { BadgeToken } from './token-claims.ts';

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
export function requireSameClaims({ type, claims }: BadgeToken, credential: ParsedCredential): void {
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
  for (const [claim, claimed, name, said] of pairs) {
    if (said.length === 0) continue;
    if (claimed === undefined && isRequired)
      throw new CheckFailed(`The token has no claim ${claim}, which has to repeat ${name} of the credential.`);
    if (claimed !== undefined && !said.includes(claimed))
      throw new CheckFailed(`The claim ${claim} of the token differs from ${name} of the credential.`);
  }
}
