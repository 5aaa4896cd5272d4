import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Problem } from '../../shared/base/errors/problem.ts';
import { EMPTY_ANSWER, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { MAX_PARAMETER_VALUES, readPayload } from '../../shared/http/payload.ts';
import { isObject, type Json, member, parseJson } from '../../shared/repository/linked-data/json.ts';
import { createRateLimit } from '../../shared/repository/rate-limit.ts';
import type { Group } from '../group.ts';
import { createIdentityContext, type IdentityContext } from './context.ts';
import { identityEndpoints } from './endpoints.ts';
import { getKeys, requireUser } from './keys.ts';

/** Identities under `/api/sky/id/`. */
export const group: Group<IdentityContext> = {
  createContext: createIdentityContext,
  mount(serve, ctx) {
    const countAccount = createAccountCount(ctx);
    serve(
      identityEndpoints,
      {
        salts: ({ identities }) => jsonAnswer(identities.salts()),
        heldKeys: getKeys,
        async createIdentity(ctx, call) {
          const input = await credentials(ctx, call, 'credentialCommit');
          await audited(ctx, call, input, ['An identity was created', 'An identity was not created'], async () =>
            ctx.identities.create(await countAccount(input)),
          );
          return EMPTY_ANSWER;
        },
        async commitIdentity(ctx, call) {
          const input = await credentials(ctx, call, 'credentialCommit');
          await audited(ctx, call, input, ['An identity was changed', 'An identity was not changed'], async () =>
            ctx.identities.commit(await countAccount(input)),
          );
          return EMPTY_ANSWER;
        },
        async login(ctx, call) {
          const input = await credentials(ctx, call, 'credentialRequest');
          const answer = await audited(ctx, call, input, ['A login succeeded', 'A login failed'], async () =>
            ctx.identities.login(await countAccount(input)),
          );
          return jsonAnswer(answer, { 'cache-control': 'no-store' });
        },
      },
      { guards: { 'signed-in': requireUser } },
    );
  },
};

/** Runs an identity operation, and writes its outcome to the audit log: the first message, or the second with the problem. */
async function audited<T>(
  { identities }: IdentityContext,
  { log }: Call,
  input: Json,
  [success, failure]: readonly [string, string],
  work: () => Promise<T>,
): Promise<T> {
  const username = usernameIn(input);
  const account = username === null ? null : await identities.logName(username);
  try {
    const result = await work();
    log.info('AUTH', success, { account });
    return result;
  } catch (error) {
    if (error instanceof Problem) log.warn('AUTH', failure, { account, problem: error.code });
    throw error;
  }
}

function usernameIn(credentials: Json): string | null {
  const username = isObject(credentials) ? member(credentials, 'username') : undefined;
  return typeof username === 'string' ? username : null;
}

/**
 * Counts the requests that name an account, whether or not it exists, since an attacker who guesses passwords may use many addresses.
 *
 * @returns a function that counts a request and returns its credentials; it throws Problem `too-many-requests` (429)
 */
function createAccountCount(ctx: IdentityContext): (credentials: Json) => Promise<Json> {
  const { rateLimit } = ctx.config.network;
  if (rateLimit === null) return async (credentials) => credentials;
  const limit = createRateLimit(ctx, 'account', rateLimit);
  return async (credentials) => {
    const username = usernameIn(credentials);
    if (username !== null) await limit.count(bytesToHex(sha256(utf8ToBytes(username))));
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
