import type { OidcConfig } from '../../shared/base/config/sign-on.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { type Answer, redirectAnswer } from '../../shared/http/answer.ts';

/** Redirects the browser. @param cookie value of `Set-Cookie` */
export function redirect(location: string, cookie?: string): Answer {
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return { ...redirectAnswer(location, headers), ...(cookie !== undefined && { cookies: [cookie] }) };
}

/**
 * The `Set-Cookie` value of a sealed cookie. Scripts cannot read it. Requests from pages of other sites contain it only with
 * CORS_CREDENTIALS, for which browsers require TLS.
 */
export function setCookie(
  { baseUrl }: Pick<OidcConfig, 'baseUrl'>,
  sameSite: 'Lax' | 'None',
  { name, value, maxAgeSeconds }: { readonly name: string; readonly value: string; readonly maxAgeSeconds: number },
): string {
  const secure = baseUrl.startsWith('https:') || sameSite === 'None' ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}${secure}`;
}

/**
 * The address to which a browser is redirected after sign-in or sign-out. It is parsed as browsers do, and returned in its parsed form,
 * so that the browser cannot interpret it differently from this check.
 *
 * @throws Problem `invalid-parameter` (400) for addresses of other origins
 */
export function redirectTarget(
  { baseUrl, redirectOrigins }: Pick<OidcConfig, 'baseUrl' | 'redirectOrigins'>,
  given: string | undefined,
): string {
  if (given === undefined || given === '') return baseUrl;
  const url = URL.canParse(given, baseUrl) ? new URL(given, baseUrl) : null;
  const allowed = [new URL(baseUrl).origin, ...redirectOrigins];
  if (url !== null && allowed.includes(url.origin) && url.username === '' && url.password === '') return url.href;
  throw new Problem(
    'invalid-parameter',
    'redirectUrl leads to another origin than this service may send browsers to.',
    {
      where: 'redirectUrl',
    },
  );
}
