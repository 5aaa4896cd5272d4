import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Problem } from '../../shared/errors/problem.ts';
import { EMPTY_ANSWER, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { MAX_PARAMETER_VALUES, readPayload } from '../../shared/http/payload.ts';
import { isObject, type Json, member, parseJson } from '../../shared/linked-data/json.ts';
import { createRateLimit } from '../../shared/network/rate-limit.ts';
import type { Group } from '../group.ts';
import { createIdentityContext, type IdentityContext } from './context.ts';
import { getKeys } from './keys.ts';

/** Identities under `/api/sky/id/`. */
export const group: Group<IdentityContext> = {
  createContext: createIdentityContext,
  mount(serve, ctx) {
    const countAccount = createAccountCount(ctx);
    serve('/api/sky/id/salts', { GET: ({ identities }) => jsonAnswer(identities.salts()) });
    serve('/api/sky/id/keys', { GET: getKeys });
    serve('/api/sky/id/create', {
      POST: async (ctx, call) => {
        await ctx.identities.create(await countAccount(await credentials(ctx, call, 'credentialCommit')));
        return EMPTY_ANSWER;
      },
    });
    serve('/api/sky/id/commit', {
      POST: async (ctx, call) => {
        await ctx.identities.commit(await countAccount(await credentials(ctx, call, 'credentialCommit')));
        return EMPTY_ANSWER;
      },
    });
    serve('/api/sky/id/login', {
      POST: async (ctx, call) => {
        const answer = await ctx.identities.login(
          await countAccount(await credentials(ctx, call, 'credentialRequest')),
        );
        return jsonAnswer(answer, { 'cache-control': 'no-store' });
      },
    });
  },
};

/**
 * Counts the requests that name an account, whether it exists or not: a guesser of its password may use many addresses.
 *
 * @returns takes and returns credentials; throws Problem `too-many-requests` (429)
 */
function createAccountCount(ctx: IdentityContext): (credentials: Json) => Promise<Json> {
  const { rateLimit } = ctx.config.network;
  if (rateLimit === null) return async (credentials) => credentials;
  const limit = createRateLimit(ctx, 'account', rateLimit);
  return async (credentials) => {
    const username = isObject(credentials) ? member(credentials, 'username') : undefined;
    if (typeof username === 'string') await limit.count(bytesToHex(sha256(utf8ToBytes(username))));
    return credentials;
  };
}

/** The credentials of a request: a form part, or the JSON body. Absent ones are an empty object, which lacks a username. */
async function credentials(ctx: IdentityContext, call: Call, part: string): Promise<Json> {
  const payload = await readPayload(ctx, call);
  if (payload.binding === 'json') return payload.data() ?? {};
  const text = payload.part(part);
  if (text === undefined) return {};
  try {
    return parseJson(text, part, MAX_PARAMETER_VALUES);
  } catch (error) {
    if (error instanceof Problem) throw new Problem('invalid-identity', error.message, { where: part });
    throw error;
  }
}
