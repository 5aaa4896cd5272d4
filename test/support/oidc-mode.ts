import { afterAll, beforeAll } from 'vitest';
import { type Client, createClient } from './client.ts';
import { lazily } from './lazily.ts';
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';
import { freePort, startServer, type TestServer } from './server.ts';

/** Settings of the OpenID Connect mode for a service with this address and provider. */
export function oidcSettings(provider: OpenIdProvider, baseUrl: string): Record<string, string> {
  return {
    SVC_OIDC_ENABLED: 'true',
    SVC_OIDC_ISSUER_BASE_URL: provider.issuer,
    SVC_OIDC_BASE_URL: baseUrl,
    SVC_OIDC_CLIENT_ID: CLIENT.id,
    SVC_OIDC_SECRET: CLIENT.secret,
  };
}

/** A service in OpenID Connect mode with a provider, for all tests of a file or block. @param environment further settings */
export function useOidc(environment: Record<string, string> = {}): {
  readonly server: TestServer;
  readonly client: Client;
  readonly provider: OpenIdProvider;
} {
  let [server, provider]: [TestServer | null, OpenIdProvider | null] = [null, null];
  let client: Client | null = null;
  beforeAll(async () => {
    const port = await freePort();
    const baseUrl = `http://localhost:${port}${environment['SVC_BASE'] ?? ''}/`;
    provider = await startOpenIdProvider(baseUrl);
    server = await startServer({ PORT: String(port), ...oidcSettings(provider, baseUrl), ...environment });
    client = createClient(server, environment['SVC_BASE']);
  });
  afterAll(async () => {
    await server?.dispose();
    await provider?.stop();
  });
  return {
    server: lazily(() => present(server)),
    client: lazily(() => present(client)),
    provider: lazily(() => present(provider)),
  };
}

function present<T>(value: T | null): T {
  if (value === null) throw new Error('There is a server only in hooks and tests.');
  return value;
}
