import type { Hold } from '../../base/concurrency/memory-budget.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import {
  type AssertionParts,
  assertionParts,
  evidenceTextOf,
  keyOf,
  type Part,
  polarityOf,
  timeOf,
} from '../../profiles/load/assertion.ts';
import type { Actor } from '../../repository/access/actor.ts';
import { type Caller, callerWithKey, callerWithPublicKey } from '../../repository/access/caller.ts';
import { parseEncryptedValue } from '../../repository/access/encrypted-value.ts';
import { isEncryptedValue } from '../../repository/access/kbac-types.ts';
import { readableKind } from '../../repository/frameworks/kinds.ts';
import { createObjectReader, type ReadObject } from '../../repository/frameworks/object-reader.ts';
import { guidOf } from '../../repository/linked-data/identifiers.ts';
import { isObject, type JsonObject, member, parseJson } from '../../repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../repository/linked-data/references.ts';
import { typeKey } from '../../repository/linked-data/type-key.ts';
import { isReadable } from '../../repository/objects/present.ts';
import { history, NOT_FOUND } from '../../repository/objects/read.ts';
import { parseReference } from '../../repository/objects/reference.ts';
import { storedObject, wholeVersion } from '../../repository/objects/stored-versions.ts';
import { authorOf } from '../../repository/objects/trail.ts';
import { adapterPublicKey, type ServerKey } from '../../repository/secrets/server-keys.ts';
import type { HeadState, VersionState } from '../../repository/store/object-store.ts';
import type { BadgeContext } from './context.ts';
import { badgeKey } from './context.ts';
import { type BadgeEvidence, evidenceOf } from './evidence.ts';
import { type BadgePerson, personOf } from './person.ts';
import { type Recipient, recipientOf } from './recipient.ts';

/** Type keys of assertions. */
const ASSERTION = /\.assertion$/;

/** The contents of a published assertion, decrypted, with the objects that it refers to. */
export type Badge = {
  /** The path segment that names it in addresses. */
  readonly uid: string;
  readonly state: HeadState;
  readonly recipient: Recipient;
  readonly issuer: BadgePerson;
  readonly competency: ReadObject;
  readonly framework: ReadObject | null;
  /** UTC milliseconds. */
  readonly issued: number;
  readonly expires: number | null;
  readonly evidence: readonly BadgeEvidence[];
};

/** A badge that was published: its assertion was deleted, became negative, or is no longer shared with the badge key. */
export type Withdrawn = { readonly uid: string; readonly reason: string };

/**
 * The badge of an assertion. Only assertions with the badge key among their owners or readers are published: that is how their writers
 * consent (specification: Open Badges rules).
 *
 * @param tail the end of the path, still percent-encoded: `<id>` or `<type>/<id>`
 * @throws Problem `malformed-path` (400), `not-published` (401), `not-found` (404)
 */
export async function loadBadge(
  ctx: BadgeContext,
  { hold }: { readonly hold: Hold },
  tail: string,
): Promise<Badge | Withdrawn> {
  const key = await badgeKey(ctx);
  const caller = badgeCaller(key);
  const { name } = parseReference(tail, ctx.config.bases);
  const [head = null] = await ctx.store.heads([name]);
  if (head === null) throw notFound();
  const uid = guidOf(head.shortId);
  if (head.deleted || !isShared(head, key)) return withdrawn({ ...ctx, hold }, head, caller, key);
  const { object, parts } = await openAssertion(ctx, head, key);
  const values = encryptedIn(parts);
  const texts = await ctx.badges.decryptor.decryptAll(values, [key.privateKey]);
  if (polarityOf(parts.negative, texts) !== false) return { uid, reason: 'The assertion is negative.' };
  const subject = keyOf(parts.subject, texts, ctx.readKey);
  const agent = keyOf(parts.agent, texts, ctx.readKey);
  if (subject === null || agent === null) throw unreadable();
  const author = await authorOf(ctx, head);
  await requireAuthor(ctx, author, agent);
  const [framework] = idsIn(member(object, 'framework')).map((id) => shortIdOf(id, ctx.config.bases));
  const wanted = { subject: subject.fingerprint, agent: agent.fingerprint, competency: parts.competency };
  const found = await createObjectReader({ ...ctx, hold }, caller).readMany([
    ...Object.values(wanted),
    ...(framework === undefined ? [] : [framework]),
  ]);
  return {
    uid,
    state: head,
    recipient: recipientOf(await learnerOf({ ...ctx, hold }, found, subject, author), key, head.shortId),
    issuer: requirePerson(found, agent.fingerprint, ctx),
    competency: requireCompetency(found.get(parts.competency)),
    framework: (framework === undefined ? null : found.get(framework)) ?? null,
    issued: timeOf(parts.assertionDate, texts) ?? head.time,
    expires: timeOf(parts.expirationDate, texts),
    evidence: (parts.evidence ?? []).flatMap((item) => evidenceOf(evidenceTextOf(item, texts))),
  };
}

/** Whether an assertion in this state is not, or no longer, a badge. */
export async function isWithdrawn(ctx: BadgeContext, head: HeadState): Promise<boolean> {
  const key = await badgeKey(ctx);
  if (head.deleted || !isShared(head, key)) return true;
  const known = ctx.badges.withdrawn.get(head.writeId);
  if (known !== undefined) return known;
  const { parts } = await openAssertion(ctx, head, key);
  const { negative } = parts;
  const sealed = negative?.kind === 'encrypted' ? [negative.value] : [];
  const texts = await ctx.badges.decryptor.decryptAll(sealed, [key.privateKey]);
  const withdrawn = polarityOf(negative, texts) !== false;
  ctx.badges.withdrawn.set(head.writeId, withdrawn);
  return withdrawn;
}

/** The caller that reads what badges refer to. */
export function badgeCaller({ privateKey }: ServerKey): Caller {
  return { ...callerWithKey(privateKey), held: [] }; // what it needs is decrypted here
}

/** @throws Problem `not-found` (404) */
export function requireCompetency(found: ReadObject | undefined): ReadObject {
  if (found !== undefined && readableKind(found.object) === 'competency') return found;
  throw new Problem('not-found', 'The competency does not exist, or may not be read with the key of badges.');
}

function notFound(): Problem {
  return new Problem('not-found', NOT_FOUND);
}

function unreadable(): Problem {
  const words =
    'The assertion is not published: the key of /api/badge/pk has to be among its readers when its subject and agent are encrypted.';
  return new Problem('not-published', words);
}

/**
 * Anybody can write an assertion in the name of another: where that matters, its agent must have saved it.
 *
 * @throws Problem `not-published` (401)
 */
async function requireAuthor(ctx: BadgeContext, author: Actor | null, agent: PublicKey): Promise<void> {
  if (!ctx.config.badges.requiresAgent) return;
  const admins = ctx.adminPublicKeys.map((pem) => ctx.readKey(pem).fingerprint);
  if ([agent.fingerprint, ...admins].some((fingerprint) => author?.keys.includes(fingerprint))) return;
  if ((await statementKeyOf(ctx, author)) !== null) return; // it shares only what the agent, or a trusted sender, sent
  throw new Problem('not-published', 'The assertion is not published: its agent has not saved it.');
}

/** The key that assertions of statements are made with, if it is the author's. */
async function statementKeyOf(ctx: BadgeContext, author: Actor | null): Promise<PublicKey | null> {
  const key = author === null ? null : await adapterPublicKey(ctx, 'xapi');
  return key !== null && author?.keys.includes(key.fingerprint) ? key : null;
}

/**
 * The person whom a badge is about. The record of a learner in statements is not shared with the key of badges, which would publish it: the
 * badge has a hash of the address only.
 *
 * @throws Problem `not-found` (404)
 */
async function learnerOf(
  ctx: BadgeContext & { readonly hold: Hold },
  found: ReadonlyMap<string, ReadObject>,
  { fingerprint }: PublicKey,
  author: Actor | null,
): Promise<BadgePerson> {
  const statementKey = found.has(fingerprint) ? null : await statementKeyOf(ctx, author);
  if (statementKey === null) return requirePerson(found, fingerprint, ctx);
  const reader = createObjectReader(ctx, callerWithPublicKey(statementKey));
  return requirePerson(await reader.readMany([fingerprint]), fingerprint, ctx);
}

/** Whether the writer of a version has consented to its publication. */
export function isShared({ access }: Pick<HeadState, 'access'>, { privateKey }: ServerKey): boolean {
  return [...access.owners, ...access.readers].includes(privateKey.publicKey.id);
}

/**
 * An assertion that was published once.
 *
 * @throws Problem `not-published` (401) for any other that everybody can read, `not-found` (404)
 */
async function withdrawn(
  ctx: BadgeContext & { readonly hold: Hold },
  head: HeadState,
  caller: Caller,
  key: ServerKey,
): Promise<Withdrawn> {
  const published = (await versionsOf(ctx, head, caller)).find((version) => isShared(version, key));
  if (published !== undefined && (await isAssertion(ctx, published))) {
    const reason = head.deleted ? 'The assertion was deleted.' : 'The assertion is no longer published.';
    return { uid: guidOf(head.shortId), reason };
  }
  const isVisible = !head.deleted && isReadable(ctx, head, caller) && (await isAssertion(ctx, head));
  throw isVisible ? unreadable() : notFound();
}

async function versionsOf(
  ctx: BadgeContext & { readonly hold: Hold },
  { shortId }: HeadState,
  caller: Caller,
): Promise<readonly VersionState[]> {
  try {
    return await history(ctx, shortId, caller, ctx.hold);
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return [];
    throw error;
  }
}

async function isAssertion({ store }: BadgeContext, state: VersionState): Promise<boolean> {
  const whole = await wholeVersion(store, state);
  return whole !== null && ASSERTION.test(typeKey(storedObject(whole)));
}

/** The object and the parts of an assertion that may be encrypted as a whole. */
async function openAssertion(
  ctx: BadgeContext,
  head: HeadState,
  { privateKey }: ServerKey,
): Promise<{ readonly object: JsonObject; readonly parts: AssertionParts }> {
  const whole = await wholeVersion(ctx.store, head);
  if (whole === null) throw notFound();
  const stored = storedObject(whole);
  if (!ASSERTION.test(typeKey(stored))) throw notFound();
  const object = isEncryptedValue(stored) ? await opened(ctx, stored, privateKey) : stored;
  const parts = assertionParts(object, ctx.readKey);
  if (parts === null) throw notFound();
  return { object, parts };
}

async function opened(ctx: BadgeContext, value: JsonObject, privateKey: ServerKey['privateKey']): Promise<JsonObject> {
  const text = await ctx.badges.decryptor.decrypt(parseEncryptedValue(value, ctx.readKey), [privateKey]);
  const object = text === null ? null : parseJson(text, 'The assertion');
  if (!isObject(object)) throw unreadable();
  return object;
}

function encryptedIn(parts: AssertionParts) {
  const { subject, agent, negative, assertionDate, expirationDate, evidence = [] } = parts;
  const all: readonly (Part | null)[] = [subject, agent, negative, assertionDate, expirationDate, ...evidence];
  return all.flatMap((part) => (part?.kind === 'encrypted' ? [part.value] : []));
}

/** @throws Problem `not-found` (404) */
export function requirePerson(
  found: ReadonlyMap<string, ReadObject>,
  fingerprint: string,
  { readKey }: Pick<BadgeContext, 'readKey'>,
): BadgePerson {
  const person = personOf(found.get(fingerprint), fingerprint, readKey);
  if (person !== null) return person;
  throw new Problem(
    'not-found',
    `There is no Person with the key ${fingerprint} that may be read with the key of badges.`,
  );
}
