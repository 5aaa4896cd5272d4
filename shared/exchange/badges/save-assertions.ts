import type { Hold } from '../../base/concurrency/memory-budget.ts';
import { md5Hex } from '../../base/crypto/md5.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { callerWithKey } from '../../repository/access/caller.ts';
import { createSealer } from '../../repository/access/encrypt-value.ts';
import { readableKind } from '../../repository/frameworks/kinds.ts';
import { createObjectReader, type ReadObject } from '../../repository/frameworks/object-reader.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import { shortIdOf } from '../../repository/linked-data/references.ts';
import { ONLY_IF_ABSENT } from '../../repository/objects/precondition.ts';
import { putMany } from '../../repository/objects/put-many.ts';
import { adapterPublicKey } from '../../repository/secrets/server-keys.ts';
import { badgeCaller } from './badge.ts';
import type { BadgeContext } from './context.ts';
import { badgeKey } from './context.ts';
import type { VerifiedBadge } from './verify/verify.ts';

/**
 * Saves assertions with a verified badge as their evidence, about the person who shows it: one for each competency here that the
 * badge is aligned to. A badge that was imported before changes nothing.
 *
 * @param subject the key of the person
 * @returns ids of the assertions, including those that existed
 */
export async function saveBadgeAssertions(
  ctx: BadgeContext,
  { hold }: { readonly hold: Hold },
  badge: VerifiedBadge,
  subject: PublicKey,
): Promise<readonly string[]> {
  const key = await badgeKey(ctx);
  const caller = badgeCaller(key);
  const targets = [...new Set(badge.targets.map((id) => shortIdOf(id, ctx.config.bases)))];
  const found = await createObjectReader({ ...ctx, hold }, caller).readMany(targets);
  const competencies = new Map(
    [...found.values()].flatMap((one): [string, ReadObject][] =>
      readableKind(one.object) === 'competency' ? [[one.shortId, one]] : [],
    ),
  );
  const profileKey = await adapterPublicKey(ctx, 'profile');
  const holders = {
    owners: [key.privateKey.publicKey, subject],
    readers: profileKey === null ? [] : [profileKey],
  };
  const { seal } = await createSealer(holders);
  const [base] = ctx.config.bases;
  const name = badge.id ?? badge.text;
  const assertions = await Promise.all(
    [...competencies.keys()].map(async (competency): Promise<JsonObject & { readonly '@id': string }> => {
      const uid = md5Hex(JSON.stringify([name, competency, subject.id]));
      const id = `${base}data/schema.cassproject.org.0.4.Assertion/${uid}/${ctx.now()}`;
      return {
        '@context': 'https://schema.cassproject.org/0.4',
        '@type': 'Assertion',
        '@id': id,
        competency,
        subject: await seal(subject.pem, id),
        agent: await seal(key.privateKey.publicKey.pem, id),
        evidence: [await seal(badge.text, id)],
        assertionDate: await seal(String(badge.issued ?? ctx.now()), id),
        ...(badge.expires !== null && { expirationDate: await seal(String(badge.expires), id) }),
        negative: await seal('false', id),
        confidence: 1,
        owner: holders.owners.map(({ pem }) => pem),
        reader: holders.readers.map(({ pem }) => pem),
      };
    }),
  );
  const own = { ...callerWithKey(key.privateKey), held: [] };
  const items = assertions.map((object) => ({ object, precondition: ONLY_IF_ABSENT }));
  for (const result of await putMany(ctx, items, own, 'batch')) {
    if ('problem' in result && result.problem.code !== 'precondition-failed') throw result.problem;
  }
  return assertions.map((assertion) => shortIdOf(assertion['@id'], ctx.config.bases));
}
