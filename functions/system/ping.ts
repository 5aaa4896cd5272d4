import { channelOf } from '../../shared/base/config/config.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import type { SignedIn } from '../../shared/repository/sign-on.ts';
import type { SystemContext } from './context.ts';
import { pingQuery } from './parameters.ts';

/** GET ping (specification: Ping response); with `fields` only the named members. */
export async function ping(ctx: SystemContext, { request, signedIn }: Call): Promise<Answer> {
  const { fields } = parseParameters(pingQuery, queryOf(request));
  const answer = pong(ctx, await signedIn());
  const headers = ctx.config.signOn === null ? {} : { 'cache-control': 'no-store' };
  if (fields === undefined) return jsonAnswer(answer, headers);
  const names = new Set(fields.split(','));
  return jsonAnswer(Object.fromEntries(Object.entries(answer).filter(([name]) => names.has(name))), headers);
}

function pong({ config, adminPublicKeys, now }: SystemContext, signedIn: SignedIn | null): Record<string, unknown> {
  const { version, plugins, banner, motd } = config.ping;
  const { signOn, llm } = config;
  const channel = channelOf(config);
  return {
    ping: 'pong',
    version,
    time: now(),
    ssoViaP1: signOn?.mode === 'platform' ? true : null,
    adminPublicKeys: signedIn?.admin ? [...adminPublicKeys, signedIn.keys[0].pem] : adminPublicKeys,
    postMaxSize: config.postMaxSize,
    signatureSheetHashAlgorithm: 'SHA-256',
    fips: 0,
    ...(signOn?.mode === 'oidc' && {
      ssoLogin: `${signOn.baseUrl}api/login`,
      ssoLogout: `${signOn.baseUrl}api/logout`,
    }),
    ...(signedIn !== null && {
      ssoPublicKey: signedIn.keys[0].pem,
      ssoAdditionalPublicKeys: signedIn.keys.slice(1).map(({ pem }) => pem),
    }),
    ...(banner && {
      banner: {
        message: banner.message,
        ...(banner.color !== null && { color: banner.color }),
        ...(banner.background !== null && { background: banner.background }),
      },
    }),
    ...(motd && { motd }),
    ...(plugins !== null && { plugins }),
    ...(config.corsCredentials && { corsOrigins: config.corsOrigins }),
    ...(channel !== null && { notifications: channel }),
    ...(llm.server !== null &&
      !config.disabledAdapters.includes('llm') && { languageModel: { name: llm.server.model, public: llm.isPublic } }),
  };
}
