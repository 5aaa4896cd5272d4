import type { PublicKey } from '../../shared/base/crypto/public-key.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { parseWith, queryValues } from '../../shared/base/schema/parameters.ts';
import { createAddresses } from '../../shared/exchange/badges/addresses.ts';
import { type Badge, isShared, loadBadge } from '../../shared/exchange/badges/badge.ts';
import type { BadgeContext } from '../../shared/exchange/badges/context.ts';
import { badgeKey } from '../../shared/exchange/badges/context.ts';
import { learnerRecord } from '../../shared/exchange/badges/credential/clr.ts';
import type { BadgePerson } from '../../shared/exchange/badges/person.ts';
import { recipientOf } from '../../shared/exchange/badges/recipient.ts';
import { type LoadedFramework, loadFramework } from '../../shared/exchange/frameworks/load.ts';
import { bestText } from '../../shared/exchange/frameworks/values.ts';
import { negotiate, type Offers } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { assertionParts, keyOf } from '../../shared/profiles/load/assertion.ts';
import { keysFor, refusal } from '../../shared/repository/access/caller.ts';
import { guidOf } from '../../shared/repository/linked-data/identifiers.ts';
import { shortIdOf } from '../../shared/repository/linked-data/references.ts';
import { findObjects } from '../../shared/repository/objects/find-objects.ts';
import { notFound } from '../../shared/repository/objects/read.ts';
import type { ServerKey } from '../../shared/repository/secrets/server-keys.ts';
import { credentialOf } from './credentials.ts';
import { personWith } from './load.ts';
import { clrParameters } from './parameters.ts';

/** The offered types in the header of the token; the first is the default. */
const OFFERED: Offers<'vc+jwt' | 'JWT'> = [
  { type: 'application/vc+jwt', form: 'vc+jwt' },
  { type: 'application/jwt', form: 'JWT' },
];

/** Maximum number of badges in one record: the service signs each. */
const MAX_BADGES = 500;

/** GET: the badges of a person in a framework that the caller may read with a key, as one signed record. */
export async function clrAnswer(ctx: BadgeContext, call: Call): Promise<Answer> {
  const type = negotiate(call.request.headers.get('accept'), OFFERED);
  const { subject, frameworkId } = parseWith(
    clrParameters,
    queryValues(queryOf(call.request), Object.keys(clrParameters.shape)),
  );
  const key = await badgeKey(ctx);
  const caller = await call.caller();
  const framework = await loadFramework({ ...ctx, hold: call.hold }, shortIdOf(frameworkId, ctx.config.bases), caller);
  if (framework === null) throw notFound(caller);
  const person = await readPerson(ctx, call, subject);
  const badges = await badgesOf(ctx, call, person.key, framework, key);
  if (badges.length === 0) {
    const words = 'There are no badges of this person in the framework that the caller may read.';
    throw refusal(caller, new Problem('not-found', words));
  }
  const issuer = await ctx.badges.issuer();
  const credentials: object[] = [];
  for (const badge of badges) credentials.push(await issuer.withProof(await credentialOf(ctx, badge)));
  const id = `${createAddresses(ctx.config.badges.base).api}badge/v3/clr?${new URLSearchParams({ subject: person.key.fingerprint, frameworkId })}`;
  const { properties } = framework.root;
  const record = learnerRecord(
    {
      id,
      credentials,
      issued: ctx.now(),
      recipient: recipientOf(person, key, id),
      name: bestText(properties.get('name')) ?? frameworkId,
    },
    { did: issuer.did, name: ctx.config.badges.issuerName },
  );
  const body = await issuer.toJwt(record, type);
  const contentType = type === 'JWT' ? 'application/jwt' : 'application/vc+jwt';
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store', vary: 'Accept' }, body };
}

/** @param subject key as PEM, or its fingerprint @throws Problem `malformed-key` (400), `not-found` (404) */
function readPerson(ctx: BadgeContext, call: Call, subject: string): Promise<BadgePerson> {
  const fingerprint = /^[0-9a-f]{32}$/.test(subject) ? subject : ctx.readKey(subject).fingerprint;
  return personWith(ctx, call, fingerprint);
}

/** The badges of a person for competencies of a framework, in the order of their ids. @throws Problem `answer-too-large` (413) */
async function badgesOf(
  ctx: BadgeContext,
  call: Call,
  subject: PublicKey,
  { memberIds }: LoadedFramework,
  key: ServerKey,
): Promise<readonly Badge[]> {
  const caller = await call.caller();
  const texts = memberIds.map((id) => shortIdOf(id, ctx.config.bases));
  const wanted = new Set(texts);
  const ids = new Set<string>();
  for await (const { head, object } of findObjects(ctx, { member: 'competency', texts, hint: '*.assertion' }, caller)) {
    const keys = keysFor(caller, head.shortId);
    const mayRead =
      caller.everywhere.admin || [...head.access.owners, ...head.access.readers].some((one) => keys.has(one));
    const parts = mayRead && isShared(head, key) ? assertionParts(object, ctx.readKey) : null;
    if (parts?.subject?.kind !== 'encrypted' || !wanted.has(shortIdOf(parts.competency, ctx.config.bases))) continue;
    const opened = await ctx.badges.decryptor.decryptAll([parts.subject.value], [key.privateKey]);
    if (keyOf(parts.subject, opened, ctx.readKey)?.id === subject.id) ids.add(guidOf(head.shortId));
    if (ids.size > MAX_BADGES)
      throw new Problem('answer-too-large', `The person has more than ${MAX_BADGES} badges in the framework.`);
  }
  const badges: Badge[] = [];
  for (const id of [...ids].sort()) {
    const badge = await loadBadge(ctx, call, encodeURIComponent(id)).catch(unlessUnpublished);
    if (badge !== null && !('reason' in badge)) badges.push(badge);
  }
  return badges;
}

/** Handles an incomplete assertion, which is not a badge. */
function unlessUnpublished(error: unknown): null {
  if (error instanceof Problem && ['not-found', 'not-published'].includes(error.code)) return null;
  throw error;
}
