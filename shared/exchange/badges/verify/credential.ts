import * as z from 'zod/mini';
import { parseForeign } from '../../../repository/linked-data/foreign-values.ts';
import { items } from '../../../repository/linked-data/references.ts';
import { parseTime } from '../../../repository/linked-data/time.ts';
import { alignments, targetsOf } from './alignment.ts';
import { type BadgeContent, CheckFailed, type Checks } from './checks.ts';
import {
  credential,
  type GivenCredential,
  issuerOf,
  type ParsedCredential,
  type VerifyTools,
  validity,
} from './given-credential.ts';
import { checkProof } from './proof.ts';
import { checkStatus } from './status.ts';
import { timesOfToken } from './token-claims.ts';

/** What a subject achieved (Open Badges 3.0, AchievementSubject). */
const achieved = z.looseObject({ achievement: z.looseObject({ alignment: alignments }) });

/** Checks a verifiable credential (Open Badges 3.0, 8 Proofs; Verifiable Credentials Data Model 2.0, 7.1). */
export async function verifyCredential(
  given: GivenCredential,
  checks: Checks,
  tools: VerifyTools,
): Promise<BadgeContent | null> {
  const parsed = await checks.run('format', async () => {
    const { success, data, error } = parseForeign(credential, given.document);
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
  await checks.run('proof', () => checkProof(given, parsed, tools));
  await checks.run('validity', async () => [null, validity(parsed, given.token, tools.now)]);
  await checks.run('status', () => checkStatus(parsed, issuer, tools));
  return contentOf(given, parsed);
}

function contentOf({ document, token }: GivenCredential, parsed: ParsedCredential): BadgeContent {
  const { id, credentialSubject, ...times } = parsed;
  const claimed = timesOfToken(token);
  const ends = [timeIn(times.validUntil ?? times.expirationDate), claimed.until].filter((time) => time !== null);
  const achievements = items(credentialSubject).flatMap((subject) => parseForeign(achieved, subject).data ?? []);
  return {
    document,
    id: id ?? null,
    targets: achievements.flatMap(({ achievement }) => targetsOf(achievement.alignment)),
    issued: timeIn(times.validFrom ?? times.issuanceDate) ?? claimed.from,
    expires: ends.length === 0 ? null : Math.min(...ends),
  };
}

/** UTC milliseconds; null for none, and for what is not a time: `validity` says so. */
function timeIn(text: string | undefined): number | null {
  return text === undefined ? null : parseTime(text);
}
