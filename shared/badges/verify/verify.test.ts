import { gzipSync } from 'node:zlib';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  failed,
  keyIssuer,
  type Pages,
  SCHOOL,
  toolsWith,
  verifyAmong as verify,
} from '../../../test/support/badge-issuers.ts';
import { hashedIdentity } from '../recipient.ts';
import { verifyBadge } from './verify.ts';

describe('C13 Open Badges 3.0', () => {
  test.each(['Ed25519', 'P-256', 'P-384'] as const)('of another issuer, proved with a key of %s', async (curve) => {
    const { issue } = await keyIssuer(curve);
    expect(await verify(await issue())).toMatchObject({ verified: true });
    expect(await failed({ ...(await issue()), name: 'Surgery' })).toEqual([
      'proof: The proof is not valid for the credential.',
    ]);
  });

  test('that is expired, or not valid yet', async () => {
    const { issue } = await keyIssuer();
    expect(await failed(await issue({ validUntil: '2026-10-31T00:00:00Z' }))).toEqual([
      'validity: It expired on 2026-10-31T00:00:00.000Z.',
    ]);
    expect(await failed(await issue({ validFrom: '2026-11-02T00:00:00Z' }))).toEqual([
      expect.stringMatching(/valid from/),
    ]);
  });

  test('with the key of somebody else', async () => {
    const [one, other] = [await keyIssuer(), await keyIssuer()];
    const credential = await one.issue();
    expect(await failed({ ...credential, issuer: { id: other.did, type: ['Profile'], name: 'X' } })).toEqual([
      expect.stringMatching(/^proof/),
    ]);
    expect(
      await failed({ ...credential, issuer: { id: 'did:web:bank.example', type: ['Profile'], name: 'X' } }),
    ).toEqual([expect.stringMatching(/^proof/)]);
  });

  test('F10 with a context that does not ship with the service, which is not fetched', async () => {
    const { issue } = await keyIssuer();
    const credential = (await issue()) as { '@context': readonly string[] };
    const foreign = { ...credential, '@context': [...credential['@context'], 'https://evil.example/context'] };
    expect(await failed(foreign, { 'https://evil.example/context': { '@context': {} } })).toEqual([
      expect.stringMatching(/^proof/),
    ]);
  });

  describe('with a status list', () => {
    const list = `${SCHOOL}/status/1`;
    const entry = (index: string) => ({
      ...{ id: `${list}#${index}`, type: 'BitstringStatusListEntry', statusPurpose: 'revocation' },
      ...{ statusListIndex: index, statusListCredential: list },
    });
    const bits = new Uint8Array(16_384);
    bits[0] = 0b0100_0000;
    const encoded = (bytes: Uint8Array) => `u${gzipSync(bytes).toString('base64url')}`;
    const listOf = (encodedList: string) => ({
      ...{ id: list, type: ['VerifiableCredential', 'BitstringStatusListCredential'] },
      credentialSubject: { id: `${list}#list`, type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList },
    });

    test('its bit says whether it is revoked', async () => {
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
    ])('one that %s revokes', async (_what, index, made) => {
      const { issue } = await keyIssuer();
      const pages = { [list]: await issue(listOf(made())) };
      expect(await failed(await issue({ credentialStatus: entry(index) }), pages)).toEqual([
        expect.stringMatching(/^status: The status list is malformed/),
      ]);
    });

    test('of another kind', async () => {
      const { issue } = await keyIssuer();
      expect(await failed(await issue({ credentialStatus: { id: list, type: 'https://example.org/Status' } }))).toEqual(
        ['status: Its status is of a kind that is not supported.'],
      );
    });

    test('of another issuer, unsigned, or unreachable', async () => {
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
    ])('one that %s', async (_what, members, isValid) => {
      const { did, issue } = await keyIssuer();
      const pages = { [list]: { id: list, issuer: did, ...members } };
      const credential = await issue({ credentialStatus: status });
      if (isValid) expect(await verify(credential, pages)).toMatchObject({ verified: true });
      else expect(await failed(credential, pages)).toEqual(['status: Its status: revocation.']);
    });

    test('of another issuer, of none, or unreachable, and one that cannot name it', async () => {
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

  test('with a proof of each kind, of which one has to hold', async () => {
    const [one, other] = [await keyIssuer(), await keyIssuer('P-256')];
    const [credential, foreign] = [await one.issue(), await other.issue()] as { readonly proof: object }[];
    const proof = [foreign?.proof, credential?.proof];
    expect(await verify({ ...credential, proof })).toMatchObject({ verified: true });
    expect(await failed({ ...credential, proof: [foreign?.proof] })).toEqual([expect.stringMatching(/^proof/)]);
  });

  test('with a proof of another kind, which is named', async () => {
    const { issue } = await keyIssuer();
    const credential = (await issue()) as { readonly proof: object };
    expect(await failed({ ...credential, proof: { ...credential.proof, cryptosuite: 'ecdsa-sd-2023' } })).toEqual([
      'proof: There is no proof of the kind eddsa-rdfc-2022 or ecdsa-rdfc-2019, only of ecdsa-sd-2023.',
    ]);
  });

  test('with times that are none', async () => {
    const { issue } = await keyIssuer();
    const credential = { ...(await issue()), validFrom: 'yesterday' };
    expect(await failed(credential)).toContain('validity: yesterday is not a time.');
  });

  describe('as a token', () => {
    const did = 'did:web:school.example:badges';
    const document = 'https://school.example/badges/did.json';
    const claims = {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      ...{
        type: ['VerifiableCredential', 'OpenBadgeCredential'],
        issuer: did,
        iss: did,
        validFrom: '2026-01-01T00:00:00Z',
      },
      credentialSubject: { type: ['AchievementSubject'] },
    };
    async function tokenIssuer(alg: string) {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
      const method = { id: `${did}#1`, type: 'JsonWebKey', controller: did, publicKeyJwk: await exportJWK(publicKey) };
      const sign = (members: object = {}, header: object = {}) =>
        new SignJWT({ ...claims, ...members }).setProtectedHeader({ alg, kid: `${did}#1`, ...header }).sign(privateKey);
      return { sign, method, publicKey, page: { id: did, verificationMethod: [method], assertionMethod: [method.id] } };
    }

    test.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])('signed with %s', async (alg) => {
      const { sign, page } = await tokenIssuer(alg);
      expect(await verify(await sign(), { [document]: page })).toMatchObject({ verified: true });
    });

    test('that is not signed, or signed with another key, method or purpose', async () => {
      const { sign, page, method, publicKey } = await tokenIssuer('ES256');
      const other = await tokenIssuer('ES256');
      const pages = { [document]: page };
      const none = new UnsecuredJWT(claims).encode();
      const spki = new TextEncoder().encode(await exportSPKI(publicKey));
      const confused = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: method.id }).sign(spki);
      for (const token of [none, `${none}x`, confused, await other.sign(), await sign({}, { kid: `${did}#2` })]) {
        expect(await failed(token, pages)).toHaveLength(1);
      }
      expect(await failed(await sign({ iss: 'did:web:other.example' }), pages)).toEqual([
        expect.stringMatching(/another issuer/),
      ]);
      expect(await failed(await sign(), { [document]: { ...page, assertionMethod: [] } })).toEqual([
        expect.stringMatching(/has no key/),
      ]);
      expect(await failed(await sign(), { [document]: { ...page, id: 'did:web:other.example' } })).toEqual([
        expect.stringMatching(/is malformed, or of another DID/),
      ]);
      expect(await failed(await sign(), { [document]: 404 })).toEqual([expect.stringMatching(/404/)]);
    });

    test('a key at an address counts for issuers of the same origin', async () => {
      const { sign, method } = await tokenIssuer('ES256');
      const kid = `${SCHOOL}/keys/1`;
      const token = await sign({ issuer: `${SCHOOL}/issuer`, iss: `${SCHOOL}/issuer` }, { kid });
      expect(await verify(token, { [kid]: method.publicKeyJwk })).toMatchObject({ verified: true });
      const foreign = await sign({ issuer: 'https://bank.example/', iss: 'https://bank.example/' }, { kid });
      expect(await failed(foreign, { [kid]: method.publicKeyJwk })).toEqual([
        expect.stringMatching(/not at an address of the issuer/),
      ]);
    });
  });
});

describe('C13 Open Badges 2.0', () => {
  const id = `${SCHOOL}/assertions/1`;
  const assertion = {
    ...{ '@context': 'https://w3id.org/openbadges/v2', id, type: 'Assertion', issuedOn: '2026-01-01T00:00:00Z' },
    ...{ badge: `${SCHOOL}/class`, verification: { type: 'HostedBadge' } },
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
          ...{
            name: 'Welding',
            issuer: { id: 'https://bank.example/', name: 'Bank', verification: { allowedOrigins: 'school.example' } },
          },
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
});
