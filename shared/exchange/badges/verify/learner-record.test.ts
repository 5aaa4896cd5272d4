import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { CLR_CONTEXT, failed, keyIssuer, toolsWith, verifyAmong } from '../../../../test/support/badge-issuers.ts';
import { hashedIdentity } from '../recipient.ts';
import { MAX_INNER_CREDENTIALS } from './learner-record.ts';
import { verifyBadge } from './verify.ts';

/** A learner record with these credentials. */
const recordOf = (verifiableCredential: unknown, identifier: readonly object[] = []) => ({
  '@context': [
    'https://www.w3.org/ns/credentials/v2',
    CLR_CONTEXT,
    'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  ],
  id: 'urn:uuid:9a6d2a66-19b7-4c28-86b2-2a0f5ba9ea4e',
  type: ['VerifiableCredential', 'ClrCredential'],
  name: 'Record',
  credentialSubject: { type: ['ClrSubject'], identifier, verifiableCredential },
});

/** A credential as a token, which is signed for an issuer whose document is at its address. */
async function tokenOf(claims: { readonly id?: string; readonly [name: string]: unknown }) {
  const did = 'did:web:tokens.example';
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = `${did}#1`;
  const method = { id, type: 'JsonWebKey', controller: did, publicKeyJwk: await exportJWK(publicKey) };
  const token = await new SignJWT({
    ...claims,
    issuer: did,
    iss: did,
    ...(claims.id !== undefined && { jti: claims.id }),
  })
    .setProtectedHeader({ alg: 'ES256', kid: id })
    .sign(privateKey);
  const document = { id: did, verificationMethod: [method], assertionMethod: [id] };
  return { token, pages: { 'https://tokens.example/.well-known/did.json': document } };
}

describe('C13 Comprehensive Learner Record 2.0', () => {
  test('each credential in it is verified, by its own issuer', async () => {
    const [university, school, club] = [await keyIssuer(), await keyIssuer(), await keyIssuer()];
    const record = await university.issue(recordOf([await school.issue(), await club.issue({ id: 'urn:uuid:2' })]));
    const { verified, checks, credentials } = await verifyAmong(record);
    expect(verified).toBe(true);
    expect(checks).toContainEqual({ name: 'credentials', ok: true, detail: 'All of its 2 credentials are verified.' });
    expect(credentials?.map(({ id }) => id)).toEqual(['urn:uuid:4c5ec4ba-6d3b-4ae3-9f6f-9f1dbb0ecf6b', 'urn:uuid:2']);
    for (const one of credentials ?? []) {
      expect(one.verified).toBe(true);
      expect(one.checks.map(({ name }) => name)).toEqual(['source', 'format', 'proof', 'validity', 'status']);
    }
  });

  test('one credential in it that is not genuine, or expired, is named, and spoils the record alone', async () => {
    const [university, school] = [await keyIssuer(), await keyIssuer()];
    const genuine = await school.issue();
    const forged = { ...genuine, name: 'Surgery' };
    const expired = await school.issue({ validUntil: '2026-02-01T00:00:00Z' });
    const record = await university.issue(recordOf([genuine, forged, expired]));
    expect(await failed(record)).toEqual(['credentials: 2 of its 3 credentials are not verified.']);
    const { credentials = [] } = await verifyAmong(record);
    expect(credentials.map(({ verified }) => verified)).toEqual([true, false, false]);
    expect(credentials.map(({ checks }) => checks.filter(({ ok }) => !ok).map(({ name }) => name))).toEqual([
      [],
      ['proof'],
      ['validity'],
    ]);
  });

  test('a token in it is verified, bare or in an envelope', async () => {
    const { token, pages } = await tokenOf({
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      credentialSubject: { type: ['AchievementSubject'] },
    });
    const id = `data:application/vc+jwt,${token}`;
    const envelope = { '@context': 'https://www.w3.org/ns/credentials/v2', id, type: 'EnvelopedVerifiableCredential' };
    const record = await tokenOf(recordOf([token, envelope]));
    const [header, payload = '', signature] = token.split('.');
    const cut = [header, payload.slice(0, -4), signature].join('.');
    const { credentials } = await verifyAmong(record.token, { ...pages, ...record.pages });
    expect(credentials?.map(({ checks }) => checks[0]?.ok)).toEqual([true, true]);
    const spoiled = await verifyAmong((await tokenOf(recordOf([cut, 7]))).token, pages);
    for (const one of spoiled.credentials ?? []) {
      expect(one).toMatchObject({ verified: false, checks: [{ name: 'source', ok: false }] });
    }
    expect(spoiled.credentials).toHaveLength(2);
  });

  test('a record in a record is verified too', async () => {
    const [university, school] = [await keyIssuer(), await keyIssuer()];
    const inner = await school.issue(recordOf([{ ...(await school.issue()), name: 'Surgery' }]));
    expect(await failed(await university.issue(recordOf([inner])))).toEqual([
      'credentials: 1 of its 1 credentials are not verified.',
    ]);
  });

  test('every credential in it has to be of the person who shows it', async () => {
    const { issue } = await keyIssuer();
    const of = (email: string) => ({
      type: 'IdentityObject',
      hashed: true,
      salt: 's',
      identityHash: hashedIdentity(email, 's'),
      identityType: 'emailAddress',
    });
    const badgeOf = async (email: string) =>
      issue({ credentialSubject: { type: ['AchievementSubject'], identifier: [of(email)] } });
    const verdictOn = async (badge: object) =>
      (await verifyBadge({ value: JSON.parse(JSON.stringify(badge)) }, ['bob@example.org'], toolsWith({}))).verdict;
    const own = await issue(recordOf([await badgeOf('bob@example.org')], [of('bob@example.org')]));
    const foreign = await issue(recordOf([await badgeOf('eve@example.org')], [of('bob@example.org')]));
    expect(await verdictOn(own)).toMatchObject({ verified: true });
    expect(await verdictOn(foreign)).toMatchObject({ verified: false });
  });

  test('there may be many in it, each with its own contexts', async () => {
    const [university, school] = [await keyIssuer(), await keyIssuer()];
    const badge = await school.issue();
    const record = await university.issue(recordOf(Array.from({ length: 60 }, () => badge)));
    expect(await verifyAmong(record)).toMatchObject({ verified: true });
  });

  test('one with more credentials than are verified is not verified', async () => {
    const many = recordOf(Array.from({ length: MAX_INNER_CREDENTIALS + 1 }, () => ({})));
    const { token, pages } = await tokenOf(many);
    expect(await failed(token, pages)).toEqual(['credentials: There are more than 500.']);
  });
});
