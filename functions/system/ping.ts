import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { parseParameters } from '../../shared/schema/parameters.ts';
import type { SystemContext } from './context.ts';
import { pingQuery } from './routes.ts';

/** GET ping (specification: Ping response); with `fields` only the members named. */
export function ping(ctx: SystemContext, { request }: Call): Answer {
  const { fields } = parseParameters(pingQuery, queryOf(request));
  const answer = pong(ctx);
  if (fields === undefined) return jsonAnswer(answer);
  const names = new Set(fields.split(','));
  return jsonAnswer(Object.fromEntries(Object.entries(answer).filter(([name]) => names.has(name))));
}

function pong({ config, adminPublicKeys, now }: SystemContext): Record<string, unknown> {
  const { version, plugins, banner, motd } = config.ping;
  return {
    ping: 'pong',
    version,
    time: now(),
    ssoViaP1: null,
    adminPublicKeys,
    postMaxSize: config.postMaxSize,
    signatureSheetHashAlgorithm: 'SHA-256',
    fips: 0,
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
  };
}
