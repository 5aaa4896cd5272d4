import { expect, test } from 'vitest';
import { createProvider } from './provider.ts';

const ISSUER = 'https://id.example';
const DOCUMENT = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/jwks`,
};

test('J4 the metadata of a provider is loaded again after five minutes', async () => {
  let [now, loads] = [0, 0];
  const fetch = async () => Response.json({ ...DOCUMENT, jwks_uri: `${ISSUER}/jwks/${++loads}` });
  const provider = createProvider({ issuer: ISSUER }, fetch, () => now);
  for (const [time, expected] of [
    [0, 1],
    [299_999, 1],
    [300_000, 2],
  ] as const) {
    now = time;
    expect((await provider.metadata()).jwks_uri).toBe(`${ISSUER}/jwks/${expected}`);
  }
});

test.each([
  ['of another issuer', { ...DOCUMENT, issuer: 'https://other.example' }],
  ['of an issuer that differs in its last slash', { ...DOCUMENT, issuer: `${ISSUER}/` }],
  ['without keys', { ...DOCUMENT, jwks_uri: undefined }],
  ['with an address that is not one of HTTP', { ...DOCUMENT, token_endpoint: 'file:///etc/passwd' }],
])('J1 metadata %s is not used', async (_name, document) => {
  const provider = createProvider({ issuer: ISSUER }, async () => Response.json(document), Date.now);
  await expect(provider.metadata()).rejects.toMatchObject({ code: 'provider-unavailable' });
});
