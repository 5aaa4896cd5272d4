import * as z from 'zod/mini';
import type { JsonObject } from '../../linked-data/json.ts';
import { items } from '../../linked-data/references.ts';
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

/** What a subject achieved (Open Badges 3.0, AchievementSubject). */
const achieved = z.looseObject({
  achievement: z.looseObject({ alignment: z.optional(z.array(z.looseObject({ targetUrl: z.string() }))) }),
});

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
  await checks.run('status', () => checkStatus(parsed, issuer, tools));
  return contentOf(given.document, parsed);
}

function contentOf(document: JsonObject, { id, credentialSubject, ...times }: ParsedCredential): BadgeContent {
  const achievements = [credentialSubject].flat().flatMap((subject) => z.safeParse(achieved, subject).data ?? []);
  return {
    ...{ document, id: id ?? null },
    targets: achievements.flatMap(({ achievement }) => (achievement.alignment ?? []).map(({ targetUrl }) => targetUrl)),
    issued: timeIn(times.validFrom ?? times.issuanceDate),
    expires: timeIn(times.validUntil ?? times.expirationDate),
  };
}

/** UTC milliseconds; null for none, and for what is not a time: `validity` says so. */
function timeIn(text: string | undefined): number | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : time;
}
