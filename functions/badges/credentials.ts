import { Problem } from '../../shared/base/errors/problem.ts';
import { createAddresses } from '../../shared/exchange/badges/addresses.ts';
import { type Badge, isWithdrawn, loadBadge } from '../../shared/exchange/badges/badge.ts';
import { badgeClassOf } from '../../shared/exchange/badges/badge-class.ts';
import { type BadgeContext, STATUS_TTL_MS } from '../../shared/exchange/badges/context.ts';
import { badgeCredential, CREDENTIALS_CONTEXT } from '../../shared/exchange/badges/credential/credential.ts';
import type { Credential } from '../../shared/exchange/badges/credential/issuer.ts';
import { encodedList, statusPlace } from '../../shared/exchange/badges/credential/status-list.ts';
import { negotiate, type Offers } from '../../shared/http/accept.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { revokedAnswer } from './answers.ts';
import { bakedImage } from './images.ts';

/** A media type, and for credentials that are tokens the type in their header; null for credentials with an embedded proof. */
type Form = { readonly contentType: string; readonly token: 'vc+jwt' | 'JWT' | null };

const formOf = (type: string, token: Form['token']) => ({ type, form: { contentType: type, token } });

/** The offered formats; the first is the default. */
const OFFERED: Offers<Form> = [
  formOf('application/vc', null),
  formOf('application/ld+json', null),
  formOf('application/json', null),
  formOf('application/vc+jwt', 'vc+jwt'),
  formOf('application/jwt', 'JWT'),
];

/** GET: a badge as a verifiable credential (Open Badges 3.0). */
export async function credentialAnswer(ctx: BadgeContext, call: Call): Promise<Answer> {
  const form = negotiate(call.request.headers.get('accept'), OFFERED);
  const addresses = createAddresses(ctx.config.badges.base);
  const badge = await loadBadge(ctx, call, encodeURIComponent(call.parameters['id'] ?? ''));
  if ('reason' in badge) return revokedAnswer(badge, addresses);
  return signedAnswer(ctx, await credentialOf(ctx, badge), form);
}

/** GET: the image of a badge with the credential in it (Open Badges 3.0, 5.3 Baked Badges). */
export async function bakedCredentialAnswer(ctx: BadgeContext, call: Call): Promise<Answer> {
  const badge = await loadBadge(ctx, call, encodeURIComponent(call.parameters['id'] ?? ''));
  if ('reason' in badge) return revokedAnswer(badge, createAddresses(ctx.config.badges.base));
  const issuer = await ctx.badges.issuer();
  const text = JSON.stringify(await issuer.withProof(await credentialOf(ctx, badge)));
  return bakedImage(badgeClassOf(badge.competency, badge.framework, ctx.config), { version: 3, text }, null);
}

/** A badge as a credential, without proof. @throws Problem `version-conflict` (409) */
export async function credentialOf(ctx: BadgeContext, badge: Badge): Promise<Credential> {
  const addresses = createAddresses(ctx.config.badges.base);
  const { did } = await ctx.badges.issuer();
  const { list, index } = await statusPlace(ctx.keyValues, badge.state);
  const address = addresses.statusList(list);
  const status = {
    id: `${address}#${index}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(index),
    statusListCredential: address,
  };
  const { competency, framework } = badge;
  const of = badgeClassOf(competency, framework, ctx.config);
  return badgeCredential(badge, of, { did, name: ctx.config.badges.issuerName }, status, addresses);
}

/** GET: a list of revoked badges (Bitstring Status List, 2.2). */
export async function statusListAnswer(ctx: BadgeContext, call: Call): Promise<Answer> {
  const form = negotiate(call.request.headers.get('accept'), OFFERED);
  const { list = '' } = call.parameters;
  const bits = await statusBits(ctx, list);
  if (bits === null) throw new Problem('not-found', 'There is no such list of revoked badges.');
  const id = createAddresses(ctx.config.badges.base).statusList(list);
  const credential: Credential = {
    '@context': [CREDENTIALS_CONTEXT],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: (await ctx.badges.issuer()).did,
    validFrom: new Date(ctx.now()).toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      ttl: STATUS_TTL_MS,
      encodedList: bits,
    },
  };
  return signedAnswer(ctx, credential, form);
}

/** A list that took long to build is cached for this many times as long, at most {@link STATUS_TTL_MS}; others are always current. */
const KEPT_PER_MS = 20;
const QUICK_MS = 50;

async function statusBits(ctx: BadgeContext, list: string): Promise<string | null> {
  const { statusLists } = ctx.badges;
  const known = statusLists.get(list);
  if (known !== undefined) return (await known).bits;
  const begin = performance.now();
  const made = encodedList(ctx, list, (head) => isWithdrawn(ctx, head)).then((bits) => ({ bits }));
  statusLists.set(list, made);
  try {
    const { bits } = await made;
    const tookMs = performance.now() - begin;
    if (tookMs > QUICK_MS) statusLists.set(list, made, { ttl: Math.min(STATUS_TTL_MS, KEPT_PER_MS * tookMs) });
    else statusLists.delete(list);
    return bits;
  } catch (error) {
    statusLists.delete(list);
    throw error;
  }
}

/** GET: the DID document of the service (did:web). */
export async function didAnswer({ badges }: BadgeContext): Promise<Answer> {
  return jsonAnswer((await badges.issuer()).didDocument, { 'content-type': 'application/did+ld+json' });
}

/** GET: the keys that sign tokens (RFC 7517). */
export async function keysAnswer({ badges }: BadgeContext): Promise<Answer> {
  return jsonAnswer((await badges.issuer()).jwks, { 'content-type': 'application/jwk-set+json' });
}

async function signedAnswer(
  { badges }: BadgeContext,
  credential: Credential,
  { contentType, token }: Form,
): Promise<Answer> {
  const issuer = await badges.issuer();
  const headers = { 'content-type': contentType, 'cache-control': 'no-cache', vary: 'Accept' };
  if (token === null) return jsonAnswer(await issuer.withProof(credential), headers);
  return { status: 200, headers, body: await issuer.toJwt(credential, token) };
}
