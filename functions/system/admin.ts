import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { queryOf } from '../../shared/http/url.ts';
import { parseParameters } from '../../shared/schema/parameters.ts';
import type { SystemContext } from './context.ts';
import { adminQuery } from './routes.ts';

/** GET sky/admin: the admin's public keys, which is all that clients read; `?full=true` adds the configuration for people. */
export function admin(ctx: SystemContext, { request }: Call): Answer {
  const { full } = parseParameters(adminQuery, queryOf(request));
  if (full !== 'true') return jsonAnswer(ctx.adminPublicKeys);
  const { config, adminPublicKeys } = ctx;
  return jsonAnswer({
    adminPublicKeys,
    version: config.ping.version,
    bases: config.bases,
    postMaxSize: config.postMaxSize,
    multiPutBatchSize: config.multiPutBatchSize,
    rejectSha1: config.sheets.rejectSha1,
    sheetMaxEntries: config.sheets.maxEntries,
    sheetMaxLifetime: config.sheets.maxLifetime,
    sheetServerCheck: config.sheets.serverCheck,
    corsOrigins: config.corsOrigins,
  });
}
