import { Problem } from '../../shared/base/errors/problem.ts';
import { badgeCaller, requireCompetency, requirePerson } from '../../shared/exchange/badges/badge.ts';
import type { BadgeContext } from '../../shared/exchange/badges/context.ts';
import { badgeKey } from '../../shared/exchange/badges/context.ts';
import type { BadgePerson } from '../../shared/exchange/badges/person.ts';
import { namesFor } from '../../shared/exchange/frameworks/resolve.ts';
import type { Call } from '../../shared/http/call.ts';
import { readObjectKeys } from '../../shared/repository/access/key-lists.ts';
import { createObjectReader, type ReadObject } from '../../shared/repository/frameworks/object-reader.ts';
import { parseReference } from '../../shared/repository/objects/reference.ts';

/**
 * The person whose fingerprint the path names.
 *
 * @throws Problem `invalid-parameter` (400), `not-found` (404)
 */
export function loadPerson(ctx: BadgeContext, call: Call): Promise<BadgePerson> {
  return personWith(ctx, call, requireFingerprint(call.parameters['fingerprint']));
}

/** The person with a fingerprint. @throws Problem `not-found` (404) */
export async function personWith(ctx: BadgeContext, { hold }: Call, fingerprint: string): Promise<BadgePerson> {
  const reader = createObjectReader({ ...ctx, hold }, badgeCaller(await badgeKey(ctx)));
  return requirePerson(await reader.readMany([fingerprint]), fingerprint, ctx);
}

/**
 * The competency that the path names, and the fingerprint of the issuer of its badges: the one in the path, else its first owner, else
 * the service.
 *
 * @throws Problem `invalid-parameter`, `malformed-path` (400), `not-found` (404)
 */
export async function loadClass(
  ctx: BadgeContext,
  call: Call,
): Promise<{ readonly competency: ReadObject; readonly issuer: string }> {
  const key = await badgeKey(ctx);
  const given = call.parameters['fingerprint'];
  const issuer = given === undefined ? null : requireFingerprint(given);
  const { name } = parseReference(encodeURIComponent(call.parameters['id'] ?? ''), ctx.config.bases);
  const names = namesFor(name);
  const found = await createObjectReader({ ...ctx, hold: call.hold }, badgeCaller(key)).readMany(names);
  const [first] = names.flatMap((name) => found.get(name) ?? []);
  const competency = requireCompetency(first);
  const [owner] = readObjectKeys(competency.object, ctx.readKey).owners;
  return { competency, issuer: issuer ?? (owner ?? key.privateKey.publicKey).fingerprint };
}

/** @throws Problem `invalid-parameter` (400) */
function requireFingerprint(text: string | undefined): string {
  if (text !== undefined && /^[0-9a-f]{32}$/.test(text)) return text;
  throw new Problem('invalid-parameter', 'fingerprint: must be 32 lower-case hexadecimal digits.', {
    where: 'fingerprint',
  });
}
