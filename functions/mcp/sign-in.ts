import { Problem } from '../../shared/base/errors/problem.ts';
import type { Call } from '../../shared/http/call.ts';
import type { McpContext } from './context.ts';

/**
 * Refuses an invalid bearer token, so that the client gets a new one (MCP: authorization), instead of an anonymous response.
 *
 * @throws Problem `token-refused` (401), with the address of the metadata
 */
export async function requireAcceptedToken({ config }: McpContext, call: Call): Promise<void> {
  if (config.signOn === null || !/^bearer /i.test(call.request.headers.get('authorization') ?? '')) return;
  const { faults } = await call.caller();
  const fault = faults.find(({ code }) => code === 'token-refused');
  if (fault === undefined) return;
  throw new Problem('token-refused', fault.message, { challenge: bearer(config, 'error="invalid_token"') });
}

/**
 * The problem for an anonymous caller whose call needs an identity, with which clients start the sign-in (RFC 9728, 5.1). Null if
 * persons cannot sign in.
 */
export async function signInChallenge({ config }: McpContext, call: Call): Promise<Problem | null> {
  if (config.signOn === null || (await call.signedIn()) !== null) return null;
  return new Problem('not-signed-in', 'Sign in to do this.', { challenge: bearer(config) });
}

function bearer({ signOn }: McpContext['config'], ...parameters: readonly string[]): string {
  const metadata =
    signOn?.mode === 'oidc'
      ? [`resource_metadata="${new URL('/.well-known/oauth-protected-resource', signOn.baseUrl).href}"`]
      : [];
  return ['Bearer', [...parameters, ...metadata].join(', ')].join(' ').trimEnd();
}
