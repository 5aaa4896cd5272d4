import * as client from 'openid-client';
import type { OidcConfig } from '../../shared/base/config/sign-on.ts';
import type { ProviderMetadata } from '../../shared/people/sign-on/provider.ts';

const TIMEOUT_SECONDS = 10;

/** Accepted difference between the clocks of the provider and the service. */
export const CLOCK_TOLERANCE_SECONDS = 30;

/** This service as a client of the provider, for one request. Loads the provider's keys only when they are needed. */
export function clientOf(
  config: OidcConfig,
  metadata: ProviderMetadata,
  fetch: typeof globalThis.fetch,
): client.Configuration {
  const { end_session_endpoint: endSession } = metadata;
  const server = {
    ...(metadata as client.ServerMetadata), // parsed; other members are unchanged
    authorization_endpoint: externalAddress(config, metadata.authorization_endpoint),
    ...(endSession !== undefined && { end_session_endpoint: externalAddress(config, endSession) }),
  };
  const configuration = new client.Configuration(
    server,
    config.clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authentication(config, metadata),
  );
  configuration.timeout = TIMEOUT_SECONDS;
  configuration[client.customFetch] = (url, options) => fetch(url, options as RequestInit); // the same type except for a narrower body
  client.enableNonRepudiationChecks(configuration);
  if (config.issuer.startsWith('http:')) client.allowInsecureRequests(configuration);
  return configuration;
}

/** HTTP Basic, which all providers must support (RFC 6749, 2.3.1), unless the metadata does not list it. */
function authentication({ clientSecret }: OidcConfig, metadata: ProviderMetadata): client.ClientAuth {
  if (clientSecret === null) return client.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic')
    ? client.ClientSecretBasic(clientSecret)
    : client.ClientSecretPost(clientSecret);
}

/** The address of an endpoint of the provider for browsers and clients. */
export function externalAddress({ issuer, externalIssuer }: OidcConfig, address: string): string {
  return address.startsWith(issuer) ? externalIssuer + address.slice(issuer.length) : address;
}
