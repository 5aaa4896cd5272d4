import { createAddresses } from '../../shared/exchange/badges/addresses.ts';
import { loadBadge } from '../../shared/exchange/badges/badge.ts';
import { badgeClassOf } from '../../shared/exchange/badges/badge-class.ts';
import { type BadgeContext, badgeKey, createBadgeParts } from '../../shared/exchange/badges/context.ts';
import { assertion, badgeClass, cryptographicKey, profile } from '../../shared/exchange/badges/open-badges-2.ts';
import { importJsonLd } from '../../shared/exchange/json-ld/processor.ts';
import { type Answer, textAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { splitUrl } from '../../shared/http/urlencoded.ts';
import type { Group } from '../group.ts';
import { jsonLdAnswer, requireAccepted, revokedAnswer } from './answers.ts';
import { bakedAnswer, imageAnswer } from './images.ts';
import { loadClass, loadPerson } from './load.ts';

/** Open Badges under `/api/badge/`. */
export const group: Group<BadgeContext> = {
  createContext: (ctx) => ({ ...ctx, ...createBadgeParts(ctx) }),
  mount(serve, _ctx, { openSend }) {
    serve('/api/badge/pk', { GET: async (ctx) => textAnswer((await badgeKey(ctx)).publicKey.pem) });
    serve('/api/badge/profile/:fingerprint', { GET: getProfile });
    serve('/api/badge/cryptographicKey/:fingerprint', { GET: getCryptographicKey });
    for (const path of ['/api/badge/class/:id', '/api/badge/class/:id/:fingerprint']) serve(path, { GET: getClass });
    serve('/api/badge/image/:id', { GET: imageAnswer });
    serve('/api/badge/assertion/:id', { GET: getAssertion });
    serve('/api/badge/assertion/:id/image', { GET: bakedAnswer });
    serve('/api/badge/assertion/:type/:id', { GET: getAssertion });
    // Verifiable credentials need libraries that the others do not.
    const credentials = async () => {
      await importJsonLd();
      return import('./credentials.ts');
    };
    serve('/api/badge/v3/credential/:id', {
      GET: async (ctx, call) => (await credentials()).credentialAnswer(ctx, call),
    });
    serve('/api/badge/v3/credential/:id/image', {
      GET: async (ctx, call) => (await credentials()).bakedCredentialAnswer(ctx, call),
    });
    serve('/api/badge/v3/clr', {
      GET: async (ctx, call) => {
        await importJsonLd();
        return (await import('./clr.ts')).clrAnswer(ctx, call);
      },
    });
    serve('/api/badge/v3/status/:list', {
      GET: async (ctx, call) => (await credentials()).statusListAnswer(ctx, call),
    });
    serve('/api/badge/verify', {
      POST: async (ctx, call) => {
        await importJsonLd();
        return (await import('./verify.ts')).postVerification(ctx, call, openSend);
      },
    });
    serve('/api/badge/import', {
      POST: async (ctx, call) => {
        await importJsonLd();
        return (await import('./verify.ts')).postImport(ctx, call, openSend);
      },
    });
    serve('/.well-known/did.json', { GET: async (ctx) => (await credentials()).didAnswer(ctx) });
    serve('/.well-known/jwks.json', { GET: async (ctx) => (await credentials()).keysAnswer(ctx) });
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
