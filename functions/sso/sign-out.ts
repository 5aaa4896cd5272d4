import * as client from 'openid-client';
import { Problem } from '../../shared/base/errors/problem.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import type { Session } from '../../shared/people/sign-on/session.ts';
import { loggedUser } from '../../shared/people/sign-on/sign-on.ts';
import type { Context } from '../../shared/repository/context.ts';
import { redirect, redirectTarget, setCookie } from './browser.ts';
import { clientOf } from './client.ts';
import type { Oidc } from './oidc.ts';
import { logoutQuery } from './parameters.ts';

/** GET logout: removes the session cookie, and ends the session at the provider too, if the provider supports that. */
export async function logout(
  { config: { corsCredentials } }: Pick<Context, 'config'>,
  oidc: Oidc,
  call: Call,
): Promise<Answer> {
  const { config, cookies } = oidc;
  const target = redirectTarget(config, parseParameters(logoutQuery, queryOf(call.request)).redirectUrl);
  const session = await cookies.session(call.request);
  const cookie = setCookie(config, corsCredentials ? 'None' : 'Lax', {
    name: cookies.name('session'),
    value: '',
    maxAgeSeconds: 0,
  });
  if (session !== null) call.log.info('AUTH', 'A user signed out', { ...loggedUser(config, session.identity) });
  const atProvider = session === null ? null : await endSessionAddress(oidc, session, target);
  return redirect(atProvider ?? target, cookie);
}

/** RP-initiated logout (OpenID Connect RP-Initiated Logout 1.0); null if the provider does not support it, or does not answer. */
async function endSessionAddress(
  { config, provider, fetch }: Oidc,
  { idToken }: Session,
  target: string,
): Promise<string | null> {
  try {
    const metadata = await provider.metadata();
    if (metadata.end_session_endpoint === undefined) return null;
    return client.buildEndSessionUrl(clientOf(config, metadata, fetch), {
      post_logout_redirect_uri: target,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    }).href;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
