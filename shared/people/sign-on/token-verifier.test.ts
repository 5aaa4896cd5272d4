import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createTokenVerifier, SYMMETRIC, verifyWithSecret } from './token-verifier.ts';

const SECRET = 'a secret of the tests, long enough';
const NOW = Date.UTC(2026, 0, 1);
const SECONDS = NOW / 1000;

function verifier(rules: Partial<Parameters<typeof createTokenVerifier>[0]> = {}, now = () => NOW) {
  return createTokenVerifier(
    {
      verify: verifyWithSecret(SECRET),
      algorithms: SYMMETRIC,
      issuers: ['https://login.example'],
      audience: 'service',
      client: null,
      accessTokens: null,
      nameSpace: null,
      freshWhenIssued: false,
      ...rules,
    },
    now,
  );
}

/** A token that the verifier accepts unless these claims and header fields prevent it; undefined removes one. */
function token(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}, secret = SECRET) {
  const payload = { iss: 'https://login.example', aud: 'service', sub: 'ada', exp: SECONDS + 60, ...claims };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header })
    .sign(new TextEncoder().encode(secret));
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token proves the identity of its subject', () => {
  test('in the name space of its issuer, with the claims about the user', async () => {
    const claims = { name: 'Ada', email: 'ada@example.org', email_verified: true, groups: ['b', 'a', 'b', 7] };
    const { identity, expires } = await verifier().verify(await token(claims));
    expect(identity).toEqual({
      issuer: 'https://login.example',
      subject: 'ada',
      name: 'Ada',
      email: 'ada@example.org',
      emailVerified: true,
      username: null,
      groups: ['a', 'b'],
    });
    expect(expires).toBe(NOW + 60_000);
  });

  test('groups may be the roles of a realm, and an unverified address stays unverified', async () => {
    const claims = { realm_access: { roles: ['r'] }, email: 'x@example.org', email_verified: 'true' };
    const { identity } = await verifier().verify(await token(claims));
    expect(identity).toMatchObject({ groups: ['r'], emailVerified: true });
  });

  test.each<[unknown, readonly string[]]>([
    ['staff', ['staff']],
    [['staff'], ['staff']],
    [[], []],
    [null, ['r']],
    [{ name: 'staff' }, []],
  ])('the groups %j are %j: one group may be a text', async (groups, list) => {
    const { identity } = await verifier().verify(await token({ groups, realm_access: { roles: 'r' } }));
    expect(identity.groups).toEqual(list);
  });

  test.each(['at+jwt', 'application/at+jwt', 'jwt'])('of the type %s', async (typ) => {
    await expect(verifier().verify(await token({}, { typ }))).resolves.toMatchObject({ by: 'token' });
  });

  test('even when the clocks differ by some seconds', async () => {
    await expect(verifier().verify(await token({ exp: SECONDS - 20, nbf: SECONDS + 20 }))).resolves.toBeDefined();
  });
});

describe('J3 a token proves nothing', () => {
  const ACCEPTED_BUT_FOR: readonly [string, Record<string, unknown>, Record<string, unknown>?][] = [
    ['after its expiry', { exp: SECONDS - 60 }],
    ['without an expiry', { exp: undefined }],
    ['before its time', { nbf: SECONDS + 60 }],
    ['issued in the future', { iat: SECONDS + 60 }],
    ['of another issuer', { iss: 'https://other.example' }],
    ['without an issuer', { iss: undefined }],
    ['for another audience', { aud: 'other' }],
    ['without an audience', { aud: undefined }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject of 300 characters', { sub: 'x'.repeat(300) }],
    ['without a type', {}, { typ: undefined }],
    ['of another type', {}, { typ: 'logout+jwt' }],
    ['that says it is compressed', {}, { zip: 'DEF' }],
    ['with a critical header that is not known', {}, { crit: ['x'], x: 1 }],
  ];
  test.each(ACCEPTED_BUT_FOR)('%s', async (_name, claims, header = {}) => {
    const sent = await token(claims, header).catch(() => {
      const [, ...rest] = 'a.b.c'.split('.');
      return [base64url({ alg: 'HS256', typ: 'JWT', ...header }), ...rest].join('.');
    });
    await expect(verifier().verify(sent)).rejects.toMatchObject({ code: 'token-refused' });
  });

  test('issued to another client than the one required', async () => {
    const strict = verifier({ client: 'mesh' });
    await expect(strict.verify(await token({ azp: 'other' }))).rejects.toMatchObject({ code: 'token-refused' });
    await expect(strict.verify(await token({ azp: 'mesh' }))).resolves.toBeDefined();
  });

  test('longer than 16,384 characters', async () => {
    const long = await token({ more: 'x'.repeat(16_384) });
    await expect(verifier().verify(long)).rejects.toMatchObject({ code: 'token-refused' });
  });
});

describe('J2 a token proves nothing', () => {
  test('signed with another secret', async () => {
    const forged = await token({}, {}, 'another secret of the tests, as long');
    await expect(verifier().verify(forged)).rejects.toMatchObject({ code: 'token-refused' });
  });

  test.each(['none', 'None', 'RS256', 'HS1', ''])('that says its algorithm is "%s"', async (alg) => {
    const [, payload = '', signature = ''] = (await token()).split('.');
    const header = base64url({ alg, typ: 'JWT' });
    for (const sent of [`${header}.${payload}.`, `${header}.${payload}.${signature}`]) {
      await expect(verifier().verify(sent)).rejects.toMatchObject({ code: 'token-refused' });
    }
  });

  test.each(['', '.', '..', 'a.b.c', '{}', `${'a.'.repeat(4)}a`])('that is "%s"', async (sent) => {
    await expect(verifier().verify(sent)).rejects.toMatchObject({ code: 'token-refused' });
  });

  test('with any bit of its signature changed', async () => {
    const [header, payload, signature = ''] = (await token()).split('.');
    const bytes = Buffer.from(signature, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 17) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const sent = [header, payload, changed.toString('base64url')].join('.');
      await expect(verifier().verify(sent)).rejects.toMatchObject({ code: 'token-refused' });
    }
  });
});

test('a verified token is not verified again, and is accepted only while it is valid', async () => {
  let [now, calls] = [NOW, 0];
  const once = verifyWithSecret(SECRET);
  const verify: typeof once = (...input) => {
    calls++;
    return once(...input);
  };
  const tokens = verifier({ verify }, () => now);
  const sent = await token();
  for (let time = 0; time < 3; time++) await tokens.verify(sent);
  expect(calls).toBe(1);
  now = NOW + 100_000;
  await expect(tokens.verify(sent)).rejects.toMatchObject({ code: 'token-refused' });
});

test('a token is not refused, but fails with 503, if the keys of the provider cannot be loaded', async () => {
  const verify = () => Promise.reject(new TypeError('fetch failed'));
  await expect(verifier({ verify }).verify(await token())).rejects.toMatchObject({ code: 'provider-unavailable' });
});

test('the time of the authentication comes from `auth_time`, or in JWT mode from the issue of the token', async () => {
  const sent = await token({ iat: SECONDS - 5 });
  expect((await verifier().verify(sent)).authenticated).toBeNull();
  expect((await verifier({ freshWhenIssued: true }).verify(sent)).authenticated).toBe(NOW - 5000);
  const known = await token({ iat: SECONDS - 5, auth_time: SECONDS - 9 });
  expect((await verifier().verify(known)).authenticated).toBe(NOW - 9000);
});
