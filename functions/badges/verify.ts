import * as z from 'zod/mini';
import { mapLimit } from '../../shared/base/concurrency/map-limit.ts';
import type { PublicKey } from '../../shared/base/crypto/public-key.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { badgeCaller } from '../../shared/exchange/badges/badge.ts';
import { type BadgeContext, badgeKey } from '../../shared/exchange/badges/context.ts';
import type { BadgePerson } from '../../shared/exchange/badges/person.ts';
import { saveBadgeAssertions } from '../../shared/exchange/badges/save-assertions.ts';
import { createBadgeFetch } from '../../shared/exchange/badges/verify/badge-fetch.ts';
import type { VerifyTools } from '../../shared/exchange/badges/verify/given-credential.ts';
import { createIssuerKeys } from '../../shared/exchange/badges/verify/issuer-keys.ts';
import { type GivenBadge, verifyBadge } from '../../shared/exchange/badges/verify/verify.ts';
import { createDocumentLoader } from '../../shared/exchange/json-ld/document-loader.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import { readBody } from '../../shared/http/body.ts';
import type { Call } from '../../shared/http/call.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { firstPeopleWith } from '../../shared/people/first-people.ts';
import { faultOf } from '../../shared/repository/access/caller.ts';
import { isObject, type Json, member, parseJson } from '../../shared/repository/linked-data/json.ts';
import { personWith } from './load.ts';

const MAX_IMAGE_BYTES = 4 << 20;

type Request = { readonly badge: GivenBadge; readonly recipient: string | null };

/** POST verify: whether a badge is genuine, with the results of the checks. */
export async function postVerification(
  ctx: BadgeContext,
  call: Call,
  openSend: () => Promise<OutboundSend>,
): Promise<Answer> {
  const { badge, recipient } = await readRequest(ctx, call);
  const recipients = recipient === null ? null : [recipient];
  const { verdict } = await verifyBadge(badge, recipients, await toolsOf(ctx, openSend));
  return jsonAnswer(verdict, { 'cache-control': 'no-store' });
}

/** A badge that a caller imports, and the key of the caller. */
export type OwnBadge = { readonly badge: GivenBadge; readonly key: PublicKey };

/** The badge in a request, of a caller that proves a key. @throws Problem `malformed-request` (400), `not-signed-in` (401) */
export async function badgeOfCaller(ctx: BadgeContext, call: Call): Promise<OwnBadge> {
  const { badge } = await readRequest(ctx, call);
  const caller = await call.caller();
  const [proof] = caller.proofs.filter(({ everywhere }) => everywhere);
  if (proof !== undefined) return { badge, key: proof.key };
  throw faultOf(caller) ?? new Problem('not-signed-in', 'Badges are imported only for callers that prove a key.');
}

/**
 * POST import: saves assertions for a badge of the caller, if it is genuine and belongs to them according to their Person.
 *
 * @throws Problem `not-found` (404) for callers without a Person
 */
export async function postImport(
  ctx: BadgeContext,
  call: Call,
  { badge, key }: OwnBadge,
  openSend: () => Promise<OutboundSend>,
): Promise<Answer> {
  const person = await personWith(ctx, call, key.fingerprint);
  const recipients = (await mapLimit(RECIPIENTS, 1, (name) => ownText(ctx, person, name))).filter(
    (one) => one !== null,
  );
  const found = await verifyBadge(badge, recipients, await toolsOf(ctx, openSend));
  const assertions: string[] = [];
  for (const badge of found.badges) assertions.push(...(await saveBadgeAssertions(ctx, call, badge, key)));
  return jsonAnswer({ ...found.verdict, assertions }, { 'cache-control': 'no-store' });
}

const RECIPIENTS = ['email', 'url', 'telephone'] as const;

/** The text of a member of the person, unless an earlier Person has the same: every user writes their own Person. */
async function ownText(
  ctx: BadgeContext,
  person: BadgePerson,
  name: (typeof RECIPIENTS)[number],
): Promise<string | null> {
  const text = person[name];
  if (text === null) return null;
  const [, first = person.key] =
    [...(await firstPeopleWith(ctx, badgeCaller(await badgeKey(ctx)), name, [text.toLowerCase()]))][0] ?? [];
  return first.id === person.key.id ? text : null;
}

async function toolsOf(ctx: BadgeContext, openSend: () => Promise<OutboundSend>): Promise<VerifyTools> {
  const fetch = createBadgeFetch(ctx.config, openSend);
  const keys = createIssuerKeys(fetch, (await ctx.badges.issuer()).didDocument);
  return { fetch, keys, loadContext: createDocumentLoader(ctx.config, openSend), now: ctx.now() };
}

/** @throws Problem `malformed-request` (400) for a request without a badge */
async function readRequest(ctx: BadgeContext, call: Call): Promise<Request> {
  const type = call.request.headers.get('content-type') ?? '';
  if (/^image\/(?:png|svg\+xml)\b/i.test(type)) {
    const limit = Math.min(ctx.config.postMaxSize, MAX_IMAGE_BYTES);
    const bytes = await call.body(async () => ({ image: await readBody(call, limit), part: () => undefined }));
    return { badge: { image: new Uint8Array(bytes.image) }, recipient: null };
  }
  const payload = await readPayload(ctx, call);
  const data = payload.data();
  const given = payload.binding === 'json' ? fromJson(data) : fromForm(payload.part);
  const { credential, recipient } = given;
  if (typeof credential !== 'string' && !isObject(credential ?? null)) {
    throw new Problem('malformed-request', 'credential: must be a badge, as an object, a token or an address.', {
      where: '/credential',
    });
  }
  const parsed = z.safeParse(z.optional(z.string()), recipient);
  if (!parsed.success) throw new Problem('malformed-request', 'recipient: must be a text.', { where: '/recipient' });
  return { badge: { value: credential ?? null }, recipient: parsed.data ?? null };
}

type Members = { readonly credential: Json | undefined; readonly recipient: Json | undefined };

function fromJson(data: Json | undefined): Members {
  const object = data !== undefined && isObject(data) ? data : {};
  return { credential: member(object, 'credential'), recipient: member(object, 'recipient') };
}

function fromForm(part: (name: string) => string | undefined): Members {
  const text = part('credential');
  const credential = text?.trim().startsWith('{') ? parseJson(text, 'The credential') : text;
  return { credential, recipient: part('recipient') };
}
