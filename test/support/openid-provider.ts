import { createServer, type Server, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { freePort } from './server.ts';

/** An OpenID provider for tests. */
export type OpenIdProvider = {
  readonly issuer: string;
  readonly port: number;
  /** An access token that the provider signs. @param claims undefined removes one */
  readonly token: (claims?: Record<string, unknown>, header?: Record<string, unknown>) => Promise<string>;
  /** Changes the JSON documents that it answers at a path, such as `/token`, until the returned function is called. */
  readonly tamper: (path: string, change: Change) => () => void;
  /** Signs with a new key from now on, and publishes only that one. */
  readonly rotateKeys: () => Promise<void>;
  /** Number of requests for its keys so far. */
  readonly keyRequests: () => number;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
};

/** A change of a JSON document. */
// biome-ignore lint/suspicious/noExplicitAny: tests change members of documents that they know
type Change = (document: any) => unknown;

/** Client id and secret of the service at the provider. */
export const CLIENT = { id: 'competencies', secret: 'a client secret of the tests that is long enough' } as const;

/**
 * Starts a provider that accepts any user with any password: `name` is the subject, `<name>@example.org` a verified
 * address, and the part of the name before a dash a group.
 *
 * @param baseUrl of the service, ending in a slash
 */
export async function startOpenIdProvider(baseUrl: string): Promise<OpenIdProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  let keys = await newKeys();
  let keyRequests = 0;
  let server: Server;
  const changes = new Map<string, Change>();

  async function start(): Promise<void> {
    const callback = createProvider(issuer, baseUrl, keys.jwk).callback();
    server = createServer((request, response) => {
      if (request.url === '/jwks') keyRequests++;
      const change = changes.get(request.url ?? '');
      if (change !== undefined) changeDocument(response, change);
      void callback(request, response);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  }

  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  await start();
  return {
    issuer,
    port,
    start,
    stop,
    keyRequests: () => keyRequests,
    async token(claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      const payload = { iss: issuer, aud: CLIENT.id, sub: 'ada', iat: now, exp: now + 600, ...claims };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: keys.jwk.kid ?? '', ...header })
        .sign(keys.privateKey);
    },
    tamper(path, change) {
      changes.set(path, change);
      return () => changes.delete(path);
    },
    async rotateKeys() {
      keys = await newKeys();
      await stop();
      await start();
    },
  };
}

/** Makes a response end with a changed JSON document. */
function changeDocument(response: ServerResponse, change: Change): void {
  const end = response.end.bind(response);
  response.end = ((body: unknown) => {
    void Promise.resolve(change(JSON.parse(String(body)))).then((changed) => {
      const text = JSON.stringify(changed);
      response.setHeader('content-length', Buffer.byteLength(text));
      end(text);
    });
    return response;
  }) as typeof response.end; // the provider calls it with only a body
}

async function newKeys(): Promise<{ readonly privateKey: CryptoKey; readonly jwk: JWK }> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: crypto.randomUUID() } };
}

function createProvider(issuer: string, baseUrl: string, jwk: JWK): Provider {
  return new Provider(issuer, {
    jwks: { keys: [jwk] },
    cookies: { keys: ['a cookie key of the tests'] },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        response_types: ['code'],
        redirect_uris: [`${baseUrl}callback`],
        post_logout_redirect_uris: [baseUrl, `${baseUrl}bye`],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups'],
      auth_time: null,
    },
    findAccount: async (_ctx, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: `${id}@example.org`,
        email_verified: true,
        name: `Name of ${id}`,
        preferred_username: id,
        groups: id.includes('-') ? [id.replace(/-.*/, '')] : [],
      }),
    }),
    pkce: { required: () => true },
    ttl: { AccessToken: 3600, IdToken: 3600, Grant: 86_400, Session: 86_400, Interaction: 600, RefreshToken: 86_400 },
    features: { devInteractions: { enabled: true }, clientCredentials: { enabled: true } },
  });
}
