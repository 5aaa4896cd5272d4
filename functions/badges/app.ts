import { createAddresses } from '../../shared/exchange/badges/addresses.ts';
import { loadBadge } from '../../shared/exchange/badges/badge.ts';
import { badgeClassOf } from '../../shared/exchange/badges/badge-class.ts';
import { type BadgeContext, badgeKey, createBadgeParts } from '../../shared/exchange/badges/context.ts';
import { assertion, badgeClass, cryptographicKey, profile } from '../../shared/exchange/badges/open-badges-2.ts';
import { importJsonLd } from '../../shared/exchange/json-ld/processor.ts';
import { type Answer, textAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import type { Guard } from '../../shared/http/serve.ts';
import { splitUrl } from '../../shared/http/urlencoded.ts';
import type { Group } from '../group.ts';
import { jsonLdAnswer, requireAccepted, revokedAnswer } from './answers.ts';
import { badgeEndpoints } from './endpoints.ts';
import { bakedAnswer, imageAnswer } from './images.ts';
import { loadClass, loadPerson } from './load.ts';
import type { OwnBadge } from './verify.ts';

/** Open Badges under `/api/badge/`. */
export const group: Group<BadgeContext> = {
  createContext: (ctx) => ({ ...ctx, ...createBadgeParts(ctx) }),
  mount(serve, _ctx, { openSend }) {
    // Loaded on demand: only verifiable credentials need these libraries.
    const credentials = async () => {
      await importJsonLd();
      return import('./credentials.ts');
    };
    const verify = async () => {
      await importJsonLd();
      return import('./verify.ts');
    };
    const key: Guard<BadgeContext, OwnBadge> = async (ctx, call) => (await verify()).badgeOfCaller(ctx, call);
    serve(
      badgeEndpoints,
      {
        badgeKey: async (ctx) => textAnswer((await badgeKey(ctx)).publicKey.pem),
        badgeIssuer: getProfile,
        badgeIssuerKey: getCryptographicKey,
        badgeClass: getClass,
        badgeClassOfIssuer: getClass,
        badgeClassImage: imageAnswer,
        badgeAssertion: getAssertion,
        badgeImage: bakedAnswer,
        badgeAssertionByType: getAssertion,
        badgeCredential: async (ctx, call) => (await credentials()).credentialAnswer(ctx, call),
        badgeCredentialImage: async (ctx, call) => (await credentials()).bakedCredentialAnswer(ctx, call),
        badgeStatusList: async (ctx, call) => (await credentials()).statusListAnswer(ctx, call),
        async learnerRecord(ctx, call) {
          await importJsonLd();
          return (await import('./clr.ts')).clrAnswer(ctx, call);
        },
        verifyBadge: async (ctx, call) => (await verify()).postVerification(ctx, call, openSend),
        importBadge: async (ctx, call, badge) => (await verify()).postImport(ctx, call, badge, openSend),
        didDocument: async (ctx) => (await credentials()).didAnswer(ctx),
        badgeKeys: async (ctx) => (await credentials()).keysAnswer(ctx),
      },
      { guards: { key } },
    );
  },
};

async function getProfile(ctx: BadgeContext, call: Call): Promise<Answer> {
  requireAccepted(call.request);
  const { badges } = ctx.config;
  return jsonLdAnswer(call.request, profile(await loadPerson(ctx, call), createAddresses(badges.base), badges.email));
}

async function getCryptographicKey(ctx: BadgeContext, call: Call): Promise<Answer> {
  requireAccepted(call.request);
  const addresses = createAddresses(ctx.config.badges.base);
  return jsonLdAnswer(call.request, cryptographicKey(await loadPerson(ctx, call), addresses));
}

async function getClass(ctx: BadgeContext, call: Call): Promise<Answer> {
  requireAccepted(call.request);
  const { competency, issuer } = await loadClass(ctx, call);
  const addresses = createAddresses(ctx.config.badges.base);
  return jsonLdAnswer(call.request, badgeClass(badgeClassOf(competency, null, ctx.config), issuer, addresses));
}

async function getAssertion(ctx: BadgeContext, call: Call): Promise<Answer> {
  requireAccepted(call.request);
  const { path } = splitUrl(call.request.url);
  const badge = await loadBadge(ctx, call, path.slice(path.indexOf('/badge/assertion/') + '/badge/assertion/'.length));
  const addresses = createAddresses(ctx.config.badges.base);
  if ('reason' in badge) return revokedAnswer(badge, addresses);
  const { competency, framework } = badge;
  return jsonLdAnswer(call.request, assertion(badge, badgeClassOf(competency, framework, ctx.config), addresses));
}
