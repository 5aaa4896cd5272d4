import { SignJWT } from 'jose';

/** The secret of the JWT mode in tests. */
export const TOKEN_SECRET = 'a secret of the tests, long enough';

/** Settings of the JWT mode. */
export const JWT_MODE = { SVC_JWT_ENABLED: 'true', SVC_JWT_SECRET: TOKEN_SECRET } as const;

/** The header with a token of the JWT mode. @param claims add to, or replace, issuer, times and subject */
export async function bearer(subject: string, claims: Record<string, unknown> = {}): Promise<Record<string, string>> {
  const now = Math.floor(Date.now() / 1000);
  const token = await new SignJWT({ iss: 'https://tokens.example', sub: subject, iat: now, exp: now + 600, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(TOKEN_SECRET));
  return { authorization: `Bearer ${token}` };
}
