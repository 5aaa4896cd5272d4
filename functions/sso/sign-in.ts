import * as client from 'openid-client';
import { Problem } from '../../shared/base/errors/problem.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { errorText } from '../../shared/base/telemetry/logger.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { queryOf, splitUrl } from '../../shared/http/urlencoded.ts';
import { identityOf, parseClaims } from '../../shared/people/sign-on/identity.ts';
import { type Attempt, MAX_COOKIE_LENGTH, type Session } from '../../shared/people/sign-on/session.ts';
import { loggedUser } from '../../shared/people/sign-on/sign-on.ts';
import type { Context } from '../../shared/repository/context.ts';
import { redirect, redirectTarget, setCookie } from './browser.ts';
import { CLOCK_TOLERANCE_SECONDS, clientOf } from './client.ts';
import type { Oidc } from './oidc.ts';
import { loginQuery } from './parameters.ts';

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

/** Maximum time from the start of a sign-in to its callback. */
const ATTEMPT_SECONDS = 600;

/** Maximum time since the authentication if a fresh one is required. */
const FRESH_SECONDS = 300;

/** GET login: sends the browser to the provider (authorization code flow with PKCE, state and nonce). */
export async function login(ctx: Pick<Context, 'now'>, oidc: Oidc, { request }: Call): Promise<Answer> {
  const { config, provider, cookies, fetch } = oidc;
  const query = parseParameters(loginQuery, queryOf(request));
  const attempt: Attempt = {
    kind: 'attempt',
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
    target: redirectTarget(config, query.redirectUrl),
    fresh: query.fresh === 'true',
    expires: ctx.now() + ATTEMPT_SECONDS * 1000,
  };
  const url = client.buildAuthorizationUrl(clientOf(config, await provider.metadata(), fetch), {
    redirect_uri: redirectUri(oidc),
    scope: config.scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
    ...(attempt.fresh && { max_age: String(FRESH_SECONDS) }),
  });
  const value = await cookies.seal(attempt);
  const cookie = setCookie(config, 'Lax', { name: cookies.name('attempt'), value, maxAgeSeconds: ATTEMPT_SECONDS });
  return redirect(url.href, cookie);
}

/**
 * GET callback: the provider sent the browser back with a code. The session is a new one, whatever cookie the browser had.
 *
 * @throws Problem `sign-in-failed` (403), `provider-unavailable` (503)
 */
export async function callback(ctx: Pick<Context, 'now' | 'config'>, oidc: Oidc, call: Call): Promise<Answer> {
  try {
    return await openSession(ctx, oidc, call);
  } catch (error) {
    if (error instanceof Problem) {
      call.log.warn('AUTH', 'A sign-in failed', { problem: error.code, error: errorText(error) });
    }
    throw error;
  }
}

async function openSession(ctx: Pick<Context, 'now' | 'config'>, oidc: Oidc, call: Call): Promise<Answer> {
  const { config, cookies, provider, fetch } = oidc;
  const attempt = await cookies.attempt(call.request);
  if (attempt === null) throw failed('this browser has not begun one within the last ten minutes');
  const configuration = clientOf(config, await provider.metadata(), fetch);
  const { identity, tokens } = await redeem(ctx, oidc, configuration, attempt, call).catch((error: unknown) => {
    if (isVerdict(error) && queryOf(call.request).get('state') === attempt.state) forgetAttempt(oidc, call);
    throw error;
  });
  forgetAttempt(oidc, call);
  const { auth_time: authTime } = tokens.claims() ?? {};
  const session: Session = {
    kind: 'session',
    identity: { ...identity, groups: [...identity.groups] },
    authenticated: authTime === undefined ? null : authTime * 1000,
    expires: ctx.now() + config.sessionMaxAgeSeconds * 1000,
  };
  const cookie = setCookie(config, ctx.config.corsCredentials ? 'None' : 'Lax', {
    name: cookies.name('session'),
    value: await sealFitting(oidc, session, tokens.id_token, call),
    maxAgeSeconds: config.sessionMaxAgeSeconds,
  });
  call.log.info('AUTH', 'A user signed in', { ...loggedUser(config, identity) });
  return redirect(attempt.target, cookie);
}

/** Removes the cookie of the attempt, so that its state, nonce and code verifier serve one callback only. */
function forgetAttempt({ config, cookies }: Oidc, { answerHeaders }: Call): void {
  answerHeaders['set-cookie'] = setCookie(config, 'Lax', {
    name: cookies.name('attempt'),
    value: '',
    maxAgeSeconds: 0,
  });
}

/** Exchanges the code for the user's tokens, and reads the user's claims. */
async function redeem(
  { now }: Pick<Context, 'now'>,
  { config }: Oidc,
  configuration: client.Configuration,
  attempt: Attempt,
  call: Call,
) {
  const address = new URL(`${config.baseUrl}callback?${splitUrl(call.request.url).query}`);
  const tokens = await client
    .authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: attempt.codeVerifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
      ...(attempt.fresh && { maxAge: FRESH_SECONDS }),
    })
    .catch((error: unknown) => {
      throw problemOf(error);
    });
  const idToken = tokens.claims();
  if (idToken === undefined) throw failed('the provider sent no ID token');
  // OpenID Connect Core, 3.1.3.7, 5 and 10, which the library leaves to its user
  if (idToken['azp'] !== undefined && idToken['azp'] !== config.clientId) {
    throw failed('the ID token was issued to another client');
  }
  if (idToken.iat > now() / 1000 + CLOCK_TOLERANCE_SECONDS) throw failed('the ID token was issued in the future');
  const userInfo = await fetchUserInfo(configuration, tokens, idToken.sub).catch((error: unknown) => {
    call.log.warn('AUTH', 'The user info of a user cannot be read', { error: String(error) });
    return {};
  });
  const claims = parseClaims({ ...userInfo, ...idToken, ...mailboxOf([idToken, userInfo]) });
  if (claims === null) throw failed('the subject of the ID token is too long');
  return { identity: identityOf(claims, config.issuer), tokens };
}

/**
 * E-mail address and whether it is verified, both from the same document: the first one that has both, or the first one with an address.
 * The verification in one document does not apply to the address in another.
 */
function mailboxOf(documents: readonly { readonly email?: unknown; readonly email_verified?: unknown }[]) {
  const named = documents.filter(({ email }) => typeof email === 'string' && email !== '');
  const { email, email_verified } = named.find((one) => one.email_verified !== undefined) ?? named[0] ?? {};
  return { email, email_verified };
}

/** The claims that providers omit from ID tokens, such as e-mail address and groups. */
async function fetchUserInfo(
  configuration: client.Configuration,
  tokens: Tokens,
  subject: string,
): Promise<Partial<client.UserInfoResponse>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return client.fetchUserInfo(configuration, tokens.access_token, subject);
}

/** The session as a cookie that browsers accept: if it is too long, without the ID token, and if needed also without groups. */
async function sealFitting({ config, cookies }: Oidc, session: Session, idToken: string | undefined, { log }: Call) {
  const whole = await cookies.seal({ ...session, ...(idToken !== undefined && { idToken }) });
  if (whole.length <= MAX_COOKIE_LENGTH) return whole;
  const short = await cookies.seal(session);
  if (short.length <= MAX_COOKIE_LENGTH) return short;
  log.warn('AUTH', 'The groups of a user do not fit into a session cookie and are left out', {
    ...loggedUser(config, session.identity),
    groups: session.identity.groups.length,
  });
  return cookies.seal({ ...session, identity: { ...session.identity, groups: [] } });
}

function redirectUri({ config }: Oidc): string {
  return `${config.baseUrl}callback`;
}

function problemOf(error: unknown): Problem {
  if (error instanceof client.AuthorizationResponseError) return failed('the provider refused it', error);
  if (error instanceof client.ResponseBodyError) return failed('the provider refused the code', error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isUnreachable =
    error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
  if (!isUnreachable) return failed('the answer of the provider cannot be verified', error);
  const detail = 'The identity provider does not answer now.';
  return new Problem('provider-unavailable', detail, { retryAfter: 30 }, { cause: error });
}

/** Whether an error means that the sign-in has failed, and not that it can be tried again. */
function isVerdict(error: unknown): boolean {
  return error instanceof Problem && error.code === 'sign-in-failed';
}

function failed(why: string, cause?: unknown): Problem {
  return new Problem('sign-in-failed', `The sign-in did not succeed: ${why}.`, {}, { cause });
}
