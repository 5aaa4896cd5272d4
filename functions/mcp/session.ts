import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { TOOLSET_NAMES } from '../../shared/base/config/mcp.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { McpContext, McpSession } from './context.ts';

/** How long a session lasts. Clients begin another one by themselves. */
const SESSION_MS = 86_400_000;

const CLAIMS = z.object({
  jti: z.string(),
  exp: z.number(),
  protocol: z.string(),
  toolsets: z.optional(z.array(z.enum(TOOLSET_NAMES))),
});

type SessionContext = Pick<McpContext, 'keyValues' | 'now' | 'mcpSessionKey' | 'mcpSessions'>;

/** Begins a session. @returns the value of `Mcp-Session-Id`: a signed token, so that no server has to remember it */
export async function beginSession(
  { now, mcpSessionKey }: SessionContext,
  { protocol, toolsets }: Pick<McpSession, 'protocol' | 'toolsets'>,
): Promise<string> {
  return new SignJWT({ protocol, ...(toolsets !== null && { toolsets }) })
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(crypto.randomUUID())
    .setExpirationTime(Math.ceil((now() + SESSION_MS) / 1000))
    .sign(await mcpSessionKey());
}

/**
 * Reads the session of a request.
 *
 * @throws Problem `malformed-request` (400) without one, `no-such-session` (404) for one that is forged, expired or ended
 */
export async function readSession(ctx: SessionContext, { headers }: Request): Promise<McpSession> {
  const token = headers.get('mcp-session-id');
  if (token === null) {
    throw new Problem('malformed-request', 'The Mcp-Session-Id header is missing: send initialize first.', {
      where: 'Mcp-Session-Id',
    });
  }
  const session = await verified(ctx, token);
  if (session === null || (await ctx.keyValues.get(endedKey(session))) !== null) {
    throw new Problem('no-such-session', 'The session has ended: send initialize without Mcp-Session-Id.');
  }
  return session;
}

/** Ends a session in every instance: an entry marks it as ended until it would have expired. */
export async function endSession({ keyValues }: SessionContext, session: McpSession): Promise<void> {
  await keyValues.set(endedKey(session), '1', { expires: session.expires });
}

async function verified(
  { now, mcpSessionKey, mcpSessions }: SessionContext,
  token: string,
): Promise<McpSession | null> {
  const known = mcpSessions.get(token);
  if (known !== undefined) return known.expires > now() ? known : null;
  try {
    const options = { algorithms: ['HS256'], currentDate: new Date(now()) };
    const { payload } = await jwtVerify(token, await mcpSessionKey(), options);
    const { jti, exp, protocol, toolsets = null } = CLAIMS.parse(payload);
    const session = { id: jti, expires: exp * 1000, protocol, toolsets };
    mcpSessions.set(token, session);
    return session;
  } catch {
    return null; // not a token of this service, or an expired one
  }
}

function endedKey({ id }: McpSession): string {
  return `mcp-ended/${id}`;
}
