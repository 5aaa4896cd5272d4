import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  failed,
  keyIssuer,
  type Pages,
  SCHOOL,
  toolsWith,
  verifyAmong as verify,
} from '../../../../test/support/badge-issuers.ts';
import { jwkOfMultikey, multikeyOfJwk } from '../credential/multikey.ts';
import { hashedIdentity } from '../recipient.ts';
import { verifyBadge } from './verify.ts';

describe('C13 a credential of Open Badges 3.0', () => {
  test.each(['Ed25519', 'P-256', 'P-384'] as const)(
    'of another issuer is verified by its proof with a key of %s',
    async (curve) => {
      const { issue } = await keyIssuer(curve);
      expect(await verify(await issue())).toMatchObject({ verified: true });
      expect(await failed({ ...(await issue()), name: 'Surgery' })).toEqual([
        'proof: The proof is not valid for the credential.',
      ]);
    },
  );

  test('is not verified when it is expired, or not valid yet', async () => {
    const { issue } = await keyIssuer();
    expect(await failed(await issue({ validUntil: '2026-10-31T00:00:00Z' }))).toEqual([
      'validity: It expired on 2026-10-31T00:00:00.000Z.',
    ]);
    expect(await failed(await issue({ validFrom: '2026-11-02T00:00:00Z' }))).toEqual([
      expect.stringMatching(/valid from/),
    ]);
  });

  test('is not verified when it is signed with the key of another issuer', async () => {
    const [one, other] = [await keyIssuer(), await keyIssuer()];
    const credential = await one.issue();
    expect(await failed({ ...credential, issuer: { id: other.did, type: ['Profile'], name: 'X' } })).toEqual([
      expect.stringMatching(/^proof/),
    ]);
    expect(
      await failed({ ...credential, issuer: { id: 'did:web:bank.example', type: ['Profile'], name: 'X' } }),
    ).toEqual([expect.stringMatching(/^proof/)]);
  });

  test('F10 is not verified with a context that does not ship with the service, which is not fetched', async () => {
    const { issue } = await keyIssuer();
    const credential = (await issue()) as { '@context': readonly string[] };
    const foreign = { ...credential, '@context': [...credential['@context'], 'https://evil.example/context'] };
    expect(await failed(foreign, { 'https://evil.example/context': { '@context': {} } })).toEqual([
      expect.stringMatching(/^proof/),
    ]);
  });

  describe('whose status list decides', () => {
    const list = `${SCHOOL}/status/1`;
    const entry = (index: string) => ({
      id: `${list}#${index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: index,
      statusListCredential: list,
    });
    const bits = new Uint8Array(16_384);
    bits[0] = 0b0100_0000;
    const encoded = (bytes: Uint8Array) => `u${gzipSync(bytes).toString('base64url')}`;
    const listOf = (encodedList: string) => ({
      id: list,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      credentialSubject: { id: `${list}#list`, type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList },
    });

    test('is revoked if its bit is set', async () => {
      const { issue } = await keyIssuer();
      const pages = { [list]: await issue(listOf(encoded(bits))) };
      expect(await verify(await issue({ credentialStatus: entry('0') }), pages)).toMatchObject({ verified: true });
      expect(await failed(await issue({ credentialStatus: entry('1') }), pages)).toEqual([
        'status: Its status: revocation.',
      ]);
    });

    test.each<[string, string, () => string]>([
      ['is shorter than it says', '200000', () => encoded(bits)],
      ['expands to gigabytes', '0', () => encoded(new Uint8Array(64 << 20))],
      ['is not compressed', '0', () => `u${Buffer.from(bits).toString('base64url')}`],
      ['is not encoded', '0', () => '!'],
      ['has no such place', '-1', () => encoded(bits)],
      ['is far shorter than it says', String(2 ** 32), () => encoded(bits)],
      ['has no place that it says', '', () => encoded(bits)],
    ])('is not verified by a list that %s', async (_what, index, made) => {
      const { issue } = await keyIssuer();
      const pages = { [list]: await issue(listOf(made())) };
      expect(await failed(await issue({ credentialStatus: entry(index) }), pages)).toEqual([
        expect.stringMatching(/^status: The status list is malformed/),
      ]);
    });

    test('is not verified by a list that is shorter than the standard allows', async () => {
      const { issue } = await keyIssuer();
      const pages = { [list]: await issue(listOf(encoded(new Uint8Array(16_383)))) };
      expect(await failed(await issue({ credentialStatus: entry('0') }), pages)).toEqual([
        'status: The status list has fewer than 131072 entries (STATUS_LIST_LENGTH_ERROR).',
      ]);
    });

    test('is not verified if its status has several bits', async () => {
      const { issue } = await keyIssuer();
      const pages = { [list]: await issue(listOf(encoded(bits))) };
      expect(await failed(await issue({ credentialStatus: { ...entry('0'), statusSize: 2 } }), pages)).toEqual([
        'status: Its status has more than one bit, which is not supported.',
      ]);
    });

    test('is verified only while the claims of a list that is a token are valid', async () => {
      const did = 'did:web:school.example';
      const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
      const method = { id: `${did}#1`, type: 'JsonWebKey', publicKeyJwk: await exportJWK(publicKey) };
      const sign = (payload: object) =>
        new SignJWT({ ...payload })
          .setProtectedHeader({ alg: 'ES256', kid: method.id, typ: 'vc+jwt' })
          .sign(privateKey);
      const badge = await sign({
        type: ['VerifiableCredential'],
        issuer: did,
        credentialSubject: {},
        credentialStatus: entry('0'),
      });
      const document = { id: did, verificationMethod: [method], assertionMethod: [method.id] };
      const withList = async (claims: object) => ({
        'https://school.example/.well-known/did.json': document,
        [list]: await sign({ ...listOf(encoded(bits)), issuer: did, ...claims }),
      });
      const future = Date.parse('2099-01-01T00:00:00Z') / 1000;
      expect(await verify(badge, await withList({ exp: future, jti: list }))).toMatchObject({ verified: true });
      for (const claims of [
        { exp: 1_700_000_000 },
        { nbf: future },
        { iss: 'did:web:other.example' },
        { jti: 'urn:x' },
      ])
        expect(await failed(badge, await withList(claims))).toEqual([expect.stringMatching(/^status: /)]);
    });

    test('is not verified if its status is of another kind', async () => {
      const { issue } = await keyIssuer();
      expect(await failed(await issue({ credentialStatus: { id: list, type: 'https://example.org/Status' } }))).toEqual(
        ['status: Its status is of a kind that is not supported.'],
      );
    });

    test('is not verified if the list is of another issuer, unsigned, or unreachable', async () => {
      const [{ issue }, other] = [await keyIssuer(), await keyIssuer()];
      const credential = await issue({ credentialStatus: entry('0') });
      const { proof: _proof, ...unsigned } = (await issue(listOf(encoded(bits)))) as { proof?: object };
      expect(await failed(credential, { [list]: await other.issue(listOf(encoded(bits))) })).toEqual([
        expect.stringMatching(/another issuer/),
      ]);
      expect(await failed(credential, { [list]: unsigned })).toEqual([
        expect.stringMatching(/^status: There is no proof/),
      ]);
      expect(await failed(credential)).toEqual([expect.stringMatching(/^status: .*does not answer/)]);
    });
  });

  describe('with a list of revoked ids (1EdTechRevocationList)', () => {
    const list = `${SCHOOL}/revoked/1`;
    const status = { id: list, type: '1EdTechRevocationList' };
    const id = 'urn:uuid:4c5ec4ba-6d3b-4ae3-9f6f-9f1dbb0ecf6b';

    test.each<[string, object, boolean]>([
      ['does not name it', { revokedCredentials: [{ id: 'urn:uuid:1', revoked: true }] }, true],
      ['is empty', {}, true],
      ['names it as valid again', { revokedCredentials: [{ id, revoked: false }] }, true],
      ['names it as revoked', { revokedCredentials: [{ id, revoked: true, revocationReason: 'Error' }] }, false],
      ['names it by its id alone', { revokedCredentials: [id] }, false],
      ['names it in the singular', { revokedCredential: [{ id }] }, false],
    ])('has its status checked against a list that %s', async (_what, members, isValid) => {
      const { did, issue } = await keyIssuer();
      const pages = { [list]: { id: list, issuer: did, ...members } };
      const credential = await issue({ credentialStatus: status });
      if (isValid) expect(await verify(credential, pages)).toMatchObject({ verified: true });
      else expect(await failed(credential, pages)).toEqual(['status: Its status: revocation.']);
    });

    test('is not verified if the list is of another issuer or none, unreachable, or cannot name it', async () => {
      const { did, issue } = await keyIssuer();
      const credential = await issue({ credentialStatus: status });
      expect(await failed(credential, { [list]: { issuer: 'did:web:bank.example' } })).toEqual([
        expect.stringMatching(/another issuer/),
      ]);
      expect(await failed(credential, { [list]: { revokedCredentials: [] } })).toEqual([
        expect.stringMatching(/malformed/),
      ]);
      expect(await failed(credential, { [list]: 404 })).toEqual([expect.stringMatching(/^status: .*404/)]);
      const unnamed = await issue({ credentialStatus: status, id: undefined });
      expect(await failed(unnamed, { [list]: { issuer: did } })).toEqual([expect.stringMatching(/^status: .*no id/)]);
    });
  });

  test('is verified by either of two proofs of different kinds', async () => {
    const [one, other] = [await keyIssuer(), await keyIssuer('P-256')];
    const [credential, foreign] = [await one.issue(), await other.issue()] as { readonly proof: object }[];
    const proof = [foreign?.proof, credential?.proof];
    expect(await verify({ ...credential, proof })).toMatchObject({ verified: true });
    expect(await failed({ ...credential, proof: [foreign?.proof] })).toEqual([expect.stringMatching(/^proof/)]);
  });

  test('is not verified by a proof of another kind, which the reason names', async () => {
    const { issue } = await keyIssuer();
    const credential = (await issue()) as { readonly proof: object };
    expect(await failed({ ...credential, proof: { ...credential.proof, cryptosuite: 'ecdsa-sd-2023' } })).toEqual([
      'proof: There is no proof of the kind eddsa-rdfc-2022 or ecdsa-rdfc-2019, only of ecdsa-sd-2023.',
    ]);
  });

  test('may have members that are null', async () => {
    const { issue } = await keyIssuer();
    const credential = await issue();
    const empty = { validUntil: null, credentialStatus: null, evidence: null };
    expect(await verify({ ...credential, ...empty })).toMatchObject({ verified: true });
  });

  test('is not verified when its times are not dates', async () => {
    const { issue } = await keyIssuer();
    const credential = { ...(await issue()), validFrom: 'yesterday' };
    expect(await failed(credential)).toContain('validity: yesterday is not a time.');
  });

  describe('that is a token', () => {
    const did = 'did:web:school.example:badges';
    const document = 'https://school.example/badges/did.json';
    const id = 'urn:uuid:1f5c9f4e-3c39-4b6e-8f2e-64c1a6f1f1a5';
    const seconds = (time: string) => Date.parse(time) / 1000;
    const claims = {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      id,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: did,
      validFrom: '2026-01-01T00:00:00Z',
      credentialSubject: { id: 'did:example:bob', type: ['AchievementSubject'] },
      iss: did,
      jti: id,
      sub: 'did:example:bob',
      nbf: seconds('2026-01-01T00:00:00Z'),
    };
    async function tokenIssuer(alg: string, ofMethod?: (jwk: JWK) => object) {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
      const jwk = await exportJWK(publicKey);
      const key = ofMethod?.(jwk) ?? { type: 'JsonWebKey', publicKeyJwk: jwk };
      const method = { id: `${did}#1`, controller: did, ...key };
      const sign = (members: object = {}, header: object = {}) =>
        new SignJWT({ ...claims, ...members }).setProtectedHeader({ alg, kid: `${did}#1`, ...header }).sign(privateKey);
      const page = { id: did, verificationMethod: [method], assertionMethod: [method.id] };
      return { sign, jwk, publicKey, page, pages: { [document]: page } };
    }

    test.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])('is verified when it is signed with %s', async (alg) => {
      const { sign, pages } = await tokenIssuer(alg);
      expect(await verify(await sign(), pages)).toMatchObject({ verified: true });
    });

    test('is not verified when it is unsigned, or signed with another key, method or purpose', async () => {
      const { sign, page, pages, publicKey } = await tokenIssuer('ES256');
      const other = await tokenIssuer('ES256');
      const none = new UnsecuredJWT(claims).encode();
      const spki = new TextEncoder().encode(await exportSPKI(publicKey));
      const confused = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: `${did}#1` }).sign(spki);
      for (const token of [none, `${none}x`, confused, await other.sign(), await sign({}, { kid: `${did}#2` })]) {
        expect(await failed(token, pages)).toHaveLength(1);
      }
      expect(await failed(await sign(), { [document]: { ...page, assertionMethod: [] } })).toEqual([
        expect.stringMatching(/has no key/),
      ]);
      expect(await failed(await sign(), { [document]: { ...page, id: 'did:web:other.example' } })).toEqual([
        expect.stringMatching(/is malformed, or of another DID/),
      ]);
      expect(await failed(await sign(), { [document]: 404 })).toEqual([expect.stringMatching(/404/)]);
    });

    test('is verified by a key at an address for issuers of the same origin only', async () => {
      const { sign, jwk } = await tokenIssuer('ES256');
      const kid = `${SCHOOL}/keys/1`;
      const token = await sign({ issuer: `${SCHOOL}/issuer`, iss: `${SCHOOL}/issuer` }, { kid });
      const multikey = { id: kid, type: 'Multikey', publicKeyMultibase: multikeyOfJwk({ ...jwk }) };
      for (const key of [jwk, { keys: [jwk] }, multikey])
        expect(await verify(token, { [kid]: key })).toMatchObject({ verified: true });
      const foreign = await sign({ issuer: 'https://bank.example/', iss: 'https://bank.example/' }, { kid });
      expect(await failed(foreign, { [kid]: jwk })).toEqual([expect.stringMatching(/not at an address of the issuer/)]);
    });

    test.each([
      [
        'expired, without an end of its own',
        { exp: seconds('2026-10-31T00:00:00Z') },
        /^validity: It expired on 2026-10-31/,
      ],
      [
        'expired before its own end',
        { exp: seconds('2026-10-31T00:00:00Z'), validUntil: '2099-01-01T00:00:00Z' },
        /^validity: It expired on 2026-10-31/,
      ],
      [
        'after its own end',
        { exp: seconds('2099-01-01T00:00:00Z'), validUntil: '2026-10-31T00:00:00Z' },
        /^validity: It expired on 2026-10-31/,
      ],
      ['of another issuer', { iss: 'did:web:other.example' }, /^proof: The claim iss .* differs from issuer/],
      ['of another id', { jti: 'urn:uuid:2' }, /^proof: The claim jti .* differs from id/],
      ['of another subject', { sub: 'did:example:eve' }, /^proof: The claim sub .* differs from credentialSubject/],
      [
        'of another beginning',
        { nbf: seconds('2025-01-01T00:00:00Z') },
        /^proof: The claim nbf .* differs from validFrom/,
      ],
      ...['iss', 'jti', 'sub', 'nbf'].map((claim): [string, object, RegExp] => [
        `without ${claim}`,
        { [claim]: undefined },
        new RegExp(`^proof: The token has no claim ${claim}`),
      ]),
      ['with a time that is none', { exp: '2099' }, /^source: The claim exp of the token is malformed/],
      ['with a time beyond all years', { exp: 1e30 }, /^source: The claim exp of the token is malformed/],
    ])('%s, by its claims', async (_what, members, reason) => {
      const { sign, pages } = await tokenIssuer('ES256');
      expect(await failed(await sign(members, { typ: 'JWT' }), pages)).toEqual([expect.stringMatching(reason)]);
    });

    test('is not verified before it is valid by its claims', async () => {
      const { sign, pages } = await tokenIssuer('ES256');
      const later = { nbf: seconds('2100-01-01T00:00:00Z') };
      expect(await failed(await sign(later, { typ: 'vc+jwt' }), pages)).toEqual([
        expect.stringMatching(/^validity: It is valid from 2100-01-01/),
      ]);
      const ends = await sign({ exp: seconds('2099-01-01T00:00:00Z') });
      expect((await verify(ends, pages)).checks).toContainEqual({
        name: 'validity',
        ok: true,
        detail: 'It is valid until 2099-01-01T00:00:00.000Z.',
      });
    });

    test('ends by its claim, by its own time, or by the earlier of both', async () => {
      const { sign, pages } = await tokenIssuer('ES256');
      const [soon, late] = ['2027-01-01T00:00:00Z', '2099-01-01T00:00:00Z'];
      for (const members of [{ exp: seconds(soon) }, { validUntil: soon }, { exp: seconds(soon), validUntil: late }]) {
        const { badges } = await verifyBadge({ value: await sign(members) }, null, toolsWith(pages));
        expect(badges).toMatchObject([{ expires: Date.parse(soon), issued: Date.parse(claims.validFrom) }]);
      }
    });

    test('may leave out claims if its type is vc+jwt', async () => {
      const { sign, pages } = await tokenIssuer('ES256');
      const without = { iss: undefined, jti: undefined, sub: undefined, nbf: undefined };
      for (const typ of ['vc+jwt', 'application/vc+jwt'])
        expect(await verify(await sign(without, { typ }), pages)).toMatchObject({ verified: true });
      for (const claim of ['iss', 'jti', 'sub'])
        expect(await failed(await sign({ ...without, [claim]: 'urn:x' }, { typ: 'vc+jwt' }), pages)).toHaveLength(1);
      const signed = { ...without, nbf: seconds('2025-06-01T00:00:00Z') };
      expect(await verify(await sign(signed, { typ: 'vc+jwt' }), pages)).toMatchObject({ verified: true });
    });

    test('may have the credential in the claim vc', async () => {
      const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
      const pages = (await tokenIssuer('ES256', () => ({}))).pages;
      const method = { id: `${did}#1`, type: 'JsonWebKey', publicKeyJwk: await exportJWK(publicKey) };
      const own = { [document]: { ...pages[document], verificationMethod: [method] } };
      const sign = (payload: object) =>
        new SignJWT({ ...payload }).setProtectedHeader({ alg: 'ES256', kid: method.id, typ: 'JWT' }).sign(privateKey);
      const { iss, jti, sub, nbf, validFrom, ...rest } = claims;
      const vc = { ...rest, issuanceDate: validFrom };
      expect(await verify(await sign({ vc, iss, jti, sub, nbf }), own)).toMatchObject({ verified: true });
      const { id: _id, issuer: _issuer, ...shorter } = { ...vc, credentialSubject: { type: ['AchievementSubject'] } };
      for (const issuer of [undefined, { type: ['Profile'], name: 'School' }])
        expect(await verify(await sign({ vc: { ...shorter, issuer }, iss, jti, sub, nbf }), own)).toMatchObject({
          verified: true,
        });
      expect(await failed(await sign({ vc, iss, jti: 'urn:uuid:2', sub, nbf }), own)).toEqual([
        expect.stringMatching(/^proof: The claim jti/),
      ]);
    });

    test.each([
      ['Ed25519', 'EdDSA'],
      ['P-256', 'ES256'],
      ['P-384', 'ES384'],
    ])('of a did:key with a key of %s, named by a DID URL or by the DID', async (_curve, alg) => {
      const { sign, jwk } = await tokenIssuer(alg);
      const key = multikeyOfJwk({ ...jwk });
      const issuer = `did:key:${key}`;
      for (const kid of [`${issuer}#${key}`, issuer, `#${key}`, `${key}`])
        expect(await verify(await sign({ issuer, iss: issuer }, { kid }))).toMatchObject({ verified: true });
      const other = await tokenIssuer(alg);
      expect(await failed(await other.sign({ issuer, iss: issuer }, { kid: `${issuer}#${key}` }))).toEqual([
        'proof: The signature of the token is wrong.',
      ]);
    });

    test('is verified by a key of a did:web in multibase, also with relative ids', async () => {
      const { sign, page, pages } = await tokenIssuer('ES256', (jwk) => ({
        type: 'Multikey',
        publicKeyMultibase: multikeyOfJwk({ ...jwk }),
      }));
      expect(await verify(await sign(), pages)).toMatchObject({ verified: true });
      const relative = page.verificationMethod.map((method) => ({ ...method, id: '#1', publicKeyJwk: null }));
      const shorter = { ...page, verificationMethod: relative, assertionMethod: ['#1'] };
      expect(await verify(await sign(), { [document]: shorter })).toMatchObject({ verified: true });
    });
  });

  test.each(['Ed25519', 'P-256'] as const)(
    'of a did:web is verified by its proof with a JSON Web Key of %s',
    async (curve) => {
      const did = 'did:web:school.example';
      const { did: didKey, issue } = await keyIssuer(curve, did);
      const jwk = jwkOfMultikey(didKey.slice('did:key:'.length));
      const method = { id: `${did}#key`, type: 'JsonWebKey', controller: did, publicKeyJwk: jwk };
      const page = { id: did, verificationMethod: [method], assertionMethod: [method.id] };
      const pages = { 'https://school.example/.well-known/did.json': page };
      expect(await verify(await issue(), pages)).toMatchObject({ verified: true });
      expect(await failed({ ...(await issue()), name: 'Surgery' }, pages)).toEqual([
        'proof: The proof is not valid for the credential.',
      ]);
    },
  );
});

describe('C13 Open Badges 2.0', () => {
  const id = `${SCHOOL}/assertions/1`;
  const assertion = {
    '@context': 'https://w3id.org/openbadges/v2',
    id,
    type: 'Assertion',
    issuedOn: '2026-01-01T00:00:00Z',
    badge: `${SCHOOL}/class`,
    verification: { type: 'HostedBadge' },
    recipient: { type: 'email', hashed: true, salt: 's', identity: hashedIdentity('bob@example.org', 's') },
  };
  const pages = {
    [id]: assertion,
    [`${SCHOOL}/class`]: { name: 'Welding', issuer: `${SCHOOL}/issuer` },
    [`${SCHOOL}/issuer`]: {
      id: `${SCHOOL}/issuer`,
      name: 'School',
      publicKey: `${SCHOOL}/key`,
      revocationList: `${SCHOOL}/revoked`,
    },
    [`${SCHOOL}/revoked`]: { revokedAssertions: [{ id: 'urn:other' }] },
  };

  test('hosted: what is at its address counts', async () => {
    expect(await verify(assertion, pages)).toMatchObject({ verified: true });
    expect(await verify({ ...assertion, expires: '2020-01-01T00:00:00Z' }, pages)).toMatchObject({ verified: true });
  });

  test.each<[string, Pages, RegExp]>([
    ['another is there', { [id]: { ...assertion, id: `${id}0` } }, /^hosted: Its address returns another document/],
    ['it is revoked', { [id]: 410 }, /^hosted: .*revoked/],
    ['it says that it is revoked', { [id]: { id, type: 'Assertion', revoked: true } }, /^hosted: .*revoked/],
    ['it is expired', { [id]: { ...assertion, expires: '2026-02-01T00:00:00Z' } }, /^validity: It expired/],
    ['its class is not there', { [`${SCHOOL}/class`]: 404 }, /^class/],
    [
      'its issuer publishes elsewhere',
      { [`${SCHOOL}/issuer`]: { id: 'https://bank.example/', name: 'Bank' } },
      /^issuer: The address of the issuer returns another document/,
    ],
    [
      'its class says of another issuer that it allows the address',
      {
        [`${SCHOOL}/class`]: {
          name: 'Welding',
          issuer: { id: 'https://bank.example/', name: 'Bank', verification: { allowedOrigins: 'school.example' } },
        },
        'https://bank.example/': { id: 'https://bank.example/', name: 'Bank' },
      },
      /^issuer: .*at this address/,
    ],
    [
      'its issuer publishes below another address',
      { [`${SCHOOL}/issuer`]: { id: `${SCHOOL}/issuer`, name: 'x', verification: { startsWith: `${SCHOOL}/b/` } } },
      /^issuer: .*at this address/,
    ],
  ])('hosted, not when %s', async (_what, changed, reason) => {
    expect(await failed(assertion, { ...pages, ...changed })).toEqual([expect.stringMatching(reason)]);
  });

  test.each([
    ['a host', { allowedOrigins: 'badges.example' }, 'https://badges.example/1', true],
    ['hosts', { allowedOrigins: ['school.example', 'badges.example'] }, 'https://badges.example/1', true],
    ['a host with a port', { allowedOrigins: 'badges.example:8443' }, 'https://badges.example:8443/1', true],
    ['a host without the port', { allowedOrigins: 'badges.example' }, 'https://badges.example:8443/1', false],
    ['beginnings', { startsWith: [`${SCHOOL}/a/`, `${SCHOOL}/b/`] }, `${SCHOOL}/b/1`, true],
    ['another beginning', { startsWith: [`${SCHOOL}/a/`] }, `${SCHOOL}/b/1`, false],
  ])('hosted where its issuer allows: %s', async (_what, verification, address, isAllowed) => {
    const hosted = { ...assertion, id: address };
    const issuer = { id: `${SCHOOL}/issuer`, name: 'School', verification };
    const all = { ...pages, [address]: hosted, [`${SCHOOL}/issuer`]: issuer };
    expect(await verify(hosted, all)).toMatchObject({ verified: isAllowed });
  });

  test('signed: with a key that the issuer shows as its own', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const signed = { ...assertion, id: 'urn:uuid:1', verification: { type: 'SignedBadge', creator: `${SCHOOL}/key` } };
    const key = { id: `${SCHOOL}/key`, owner: `${SCHOOL}/issuer`, publicKeyPem: await exportSPKI(publicKey) };
    const token = await new SignJWT(signed).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
    const all = { ...pages, [`${SCHOOL}/key`]: key };
    expect(await verify(token, all)).toMatchObject({ verified: true });
    const revoked = { [`${SCHOOL}/revoked`]: { revokedAssertions: ['urn:uuid:1'] } };
    expect(await failed(token, { ...all, ...revoked })).toEqual([expect.stringMatching(/^revocation/)]);
    const { privateKey: other } = await generateKeyPair('RS256');
    const forged = await new SignJWT(signed).setProtectedHeader({ alg: 'RS256' }).sign(other);
    expect(await failed(forged, all)).toEqual(['signature: The signature is wrong.']);
    const owned = { [`${SCHOOL}/key`]: { ...key, owner: 'https://bank.example/' } };
    expect(await failed(token, { ...all, ...owned })).toEqual([expect.stringMatching(/^signature: The key belongs/)]);
    const hidden = { [`${SCHOOL}/issuer`]: { id: `${SCHOOL}/issuer`, name: 'School' } };
    expect(await failed(token, { ...all, ...hidden })).toEqual([expect.stringMatching(/^signature: The key is not/)]);
  });

  test('members that are null are absent', async () => {
    const empty = { expires: null, evidence: null, image: null };
    const nulls = {
      [id]: { ...assertion, ...empty, verification: { type: 'HostedBadge', creator: null } },
      [`${SCHOOL}/class`]: {
        name: 'Welding',
        issuer: `${SCHOOL}/issuer`,
        tags: null,
        alignment: [null, { targetName: 'Metal', targetUrl: null }, { targetUrl: 'https://frameworks.example/metal' }],
      },
      [`${SCHOOL}/issuer`]: { ...pages[`${SCHOOL}/issuer`], revocationList: null, verification: null },
    };
    const { verdict, badges } = await verifyBadge({ value: assertion }, ['bob@example.org'], toolsWith(nulls));
    expect(verdict).toMatchObject({ verified: true });
    expect(badges).toMatchObject([{ expires: null, targets: ['https://frameworks.example/metal'] }]);
    expect(await verify(assertion, { ...nulls, [`${SCHOOL}/class`]: { name: null } })).toMatchObject({
      verified: false,
    });
  });

  test('an alignment that is not in a list counts like one in a list', async () => {
    const alignment = { targetUrl: 'https://frameworks.example/metal' };
    const single = { [`${SCHOOL}/class`]: { name: 'Welding', issuer: `${SCHOOL}/issuer`, alignment } };
    const { badges } = await verifyBadge({ value: assertion }, null, toolsWith({ ...pages, ...single }));
    expect(badges).toMatchObject([{ targets: ['https://frameworks.example/metal'] }]);
  });

  test('whose it is', async () => {
    const of = async (recipient: string) =>
      (await verifyBadge({ value: assertion }, [recipient], toolsWith(pages))).verdict.verified;
    expect(await of('bob@example.org')).toBe(true);
    expect(await of('eve@example.org')).toBe(false);
    const changed = {
      ...assertion,
      recipient: { ...assertion.recipient, identity: hashedIdentity('eve@example.org', 's') },
    };
    const { verdict } = await verifyBadge({ value: changed }, ['eve@example.org'], toolsWith(pages));
    expect(verdict.verified).toBe(false);
  });

  test.each([
    ['md5', 'bob@example.org', null],
    ['MD5', 'bob@example.org', null],
    ['md5', 'eve@example.org', 'recipient: Its recipient is another than the given one, or is written in another way.'],
    [
      'sha512',
      'bob@example.org',
      'recipient: Its recipient is hashed in a way that is not supported: md5 and sha256 are.',
    ],
  ])('whose it is, by a hash of %s, for %s', async (kind, recipient, problem) => {
    const digits = createHash(kind).update('bob@example.orgs').digest('hex').toUpperCase();
    const changed = { ...assertion, recipient: { ...assertion.recipient, identity: `${kind}$${digits}` } };
    const { verdict } = await verifyBadge({ value: changed }, [recipient], toolsWith({ ...pages, [id]: changed }));
    const wrong = verdict.checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
    expect(wrong).toEqual(problem === null ? [] : [problem]);
  });

  test('a token that is expired by its claims', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const signed = { ...assertion, id: 'urn:uuid:1', verification: { type: 'SignedBadge', creator: `${SCHOOL}/key` } };
    const key = { id: `${SCHOOL}/key`, owner: `${SCHOOL}/issuer`, publicKeyPem: await exportSPKI(publicKey) };
    const token = await new SignJWT({ ...signed, exp: 1_700_000_000 })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(privateKey);
    expect(await failed(token, { ...pages, [`${SCHOOL}/key`]: key })).toEqual([
      'validity: It expired on 2023-11-14T22:13:20.000Z.',
    ]);
  });
});
