import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { PlatformOneConfig } from '../../base/config/sign-on.ts';
import { platformReader } from './read-identity.ts';

const NOW = Date.UTC(2026, 0, 1);
const SECONDS = NOW / 1000;
const PROXY = '10.0.0.1';

const parts = { now: () => NOW, fetch, isTrustedProxy: (peer: string | undefined) => peer === PROXY };

function reader(verification: PlatformOneConfig['verification']) {
  return platformReader({ mode: 'platform', verification, issuer: 'https://mesh.example', client: 'service' }, parts);
}

async function received(claims: Record<string, unknown> = {}, peerAddress: string | undefined = PROXY) {
  const payload = { iss: 'https://mesh.example', azp: 'service', sub: 'ada', exp: SECONDS + 60, ...claims };
  const token = await new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode('the secret of somebody'));
  const request = new Request('http://localhost/', { headers: { authorization: `bearer ${token}` } });
  return { request, peerAddress, isHandshake: false };
}

describe('a token that the mesh has verified', () => {
  const read = reader({ by: 'mesh' });

  test('identifies the user when a trusted proxy sent it', async () => {
    expect(await read(await received())).toMatchObject({ identity: { subject: 'ada' }, expires: NOW + 60_000 });
  });

  test.each(['10.0.0.2', '::1', undefined])('is refused when it comes from %s', async (peer) => {
    const request = await received({}, peer);
    await expect(read({ ...request, peerAddress: peer })).rejects.toMatchObject({ code: 'token-refused' });
  });

  test.each<[string, Record<string, unknown>]>([
    ['has expired', { exp: SECONDS - 60 }],
    ['has no expiry', { exp: undefined }],
    ['is not valid yet', { nbf: SECONDS + 60 }],
    ['has another issuer', { iss: 'https://other.example' }],
    ['has no issuer', { iss: undefined }],
    ['was issued to another client', { azp: 'other' }],
    ['has no subject', { sub: undefined }],
  ])('proves nothing when it %s', async (_name, claims) => {
    await expect(read(await received(claims))).rejects.toMatchObject({ code: 'token-refused' });
  });
});

test('a token of the platform is verified with its secret, whichever peer sends it', async () => {
  const elsewhere = await received({}, '192.0.2.1');
  const right = reader({ by: 'secret', secret: 'the secret of somebody' });
  expect(await right(elsewhere)).toMatchObject({ identity: { subject: 'ada' } });
  const wrong = reader({ by: 'secret', secret: 'the secret of the platform' });
  await expect(wrong(elsewhere)).rejects.toMatchObject({ code: 'token-refused' });
});

test('a request without a token has no identity', async () => {
  const request = new Request('http://localhost/', { headers: { authorization: 'Basic eDp5' } });
  expect(await reader({ by: 'mesh' })({ request, peerAddress: PROXY, isHandshake: false })).toBeNull();
});
