import { Problem } from '../../shared/base/errors/problem.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { externalAddress } from './client.ts';
import type { Oidc, OidcMode } from './oidc.ts';

/** The listed scopes of OpenID Connect; other scopes of the provider are not for clients of this service. */
const SCOPES = ['openid', 'profile', 'email', 'offline_access', 'address', 'phone'];

/**
 * GET oauth-protected-resource: clients get their tokens by the metadata of this same address.
 *
 * @param path path of the resource below the base, with which the address of the metadata ends (RFC 9728, 3.1 and 3.3)
 */
export function protectedResource(config: OidcMode, path = ''): Answer {
  const base = config.baseUrl.replace(/\/$/, '');
  return jsonAnswer({
    resource: base + path,
    authorization_servers: [base],
    scopes_supported: config.scope.split(' ').filter((scope) => scope !== ''),
    bearer_methods_supported: ['header'],
  });
}

/** GET oauth-authorization-server: the endpoints of the provider, with this service as issuer, as MCP clients expect. */
export async function authorizationServer({ config, provider }: Oidc, call: Call): Promise<Answer> {
  try {
    const metadata = await provider.metadata();
    const outside = (address: string): string => externalAddress(config, address);
    return jsonAnswer({
      issuer: config.baseUrl.replace(/\/$/, ''),
      authorization_endpoint: outside(metadata.authorization_endpoint),
      token_endpoint: outside(metadata.token_endpoint),
      ...(metadata.registration_endpoint && { registration_endpoint: outside(metadata.registration_endpoint) }),
      jwks_uri: outside(metadata.jwks_uri),
      scopes_supported: (metadata.scopes_supported ?? SCOPES).filter((scope) => SCOPES.includes(scope)),
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      ...(metadata.token_endpoint_auth_methods_supported && {
        token_endpoint_auth_methods_supported: metadata.token_endpoint_auth_methods_supported,
      }),
      code_challenge_methods_supported: metadata.code_challenge_methods_supported ?? ['S256'],
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    call.log.error('AUTH', error.message, { cause: String(error.cause) });
    return jsonAnswer({ error: 'Failed to fetch upstream OIDC configuration' }, {}, 502);
  }
}
