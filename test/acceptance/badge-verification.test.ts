import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { multikeyOfJwk } from '../../shared/exchange/badges/credential/multikey.ts';
import {
  decryptWithSecret,
  parseEncryptedValue,
  secretsToTry,
} from '../../shared/repository/access/encrypted-value.ts';
import { createBadgeKit } from '../support/badges.ts';
import { type Person, person, sheet } from '../support/signer.ts';
import { guid, newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();
let kit: Awaited<ReturnType<typeof createBadgeKit>>;

beforeAll(async () => {
  kit = await createBadgeKit(server, client);
});

const image = () => `data:image/png;base64,${PNG.sync.write(new PNG({ width: 2, height: 2 })).toString('base64')}`;
const newBadge = async (members = {}) => guid(await kit.publish((await kit.newCompetency(members))['@id']));
const verify = async (json: unknown) => (await client.call('/api/badge/verify', { json })).json();
const verifyImage = async (id: string, path = 'assertion') => {
  const { status, headers, body } = await fetch(`${server.api}badge/${path}/${id}/image`);
  expect(status).toBe(200);
  const headersOfImage = { 'content-type': headers.get('content-type') ?? '' };
  return (
    await client.call('/api/badge/verify', { body: await new Response(body).blob(), headers: headersOfImage })
  ).json();
};
const credentialOf = async (id: string, accept = 'application/vc') =>
  (await client.call(`/api/badge/v3/credential/${id}`, { headers: { accept } })).text;

/** A list of revoked badges that took long to make, as on a busy machine, is kept for some seconds. */
async function revoked(credential: unknown): Promise<void> {
  await expect.poll(async () => (await verify({ credential })).verified).toBe(false);
}

describe('C13 a badge of the service is verified', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['of Open Badges 2.0, by its address', async (id) => verify({ credential: `${server.api}badge/assertion/${id}` })],
    [
      'of Open Badges 2.0, as an object',
      async (id) => verify({ credential: (await client.call(`/api/badge/assertion/${id}`)).json() }),
    ],
    [
      'of Open Badges 3.0, by its address',
      async (id) => verify({ credential: `${server.api}badge/v3/credential/${id}` }),
    ],
    ['of Open Badges 3.0, as an object', async (id) => verify({ credential: JSON.parse(await credentialOf(id)) })],
    [
      'of Open Badges 3.0, as a token',
      async (id) => verify({ credential: await credentialOf(id, 'application/vc+jwt') }),
    ],
    ['of Open Badges 2.0, in an SVG image', async (id) => verifyImage(id)],
    ['of Open Badges 3.0, in an SVG image', async (id) => verifyImage(id, 'v3/credential')],
    [
      'in a form',
      async (id) => (await client.call('/api/badge/verify', { form: { credential: await credentialOf(id) } })).json(),
    ],
  ])('%s', async (_form, check) => {
    expect(await check(await newBadge())).toMatchObject({ verified: true });
  });

  test.each(['assertion', 'v3/credential'])('when it is in a PNG image, of %s', async (path) => {
    expect(await verifyImage(await newBadge({ image: image() }), path)).toMatchObject({ verified: true });
  });

  test('also in a learner record, with each badge in it', async () => {
    const competencies = [await kit.newCompetency(), await kit.newCompetency()];
    const framework = newThing(server, {
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Framework',
      name: 'Metal',
      competency: competencies.map(shortId),
    });
    await client.save(framework);
    const [, other] = await Promise.all(competencies.map((competency) => kit.publish(competency['@id'])));
    const query = new URLSearchParams({ subject: kit.learner.pem, frameworkId: framework['@id'] });
    const record = await client.call(`/api/badge/v3/clr?${query}`, { sheet: kit.own });
    const { verified, credentials } = await verify({ credential: record.text });
    expect(verified).toBe(true);
    expect(credentials).toMatchObject([{ verified: true }, { verified: true }]);
    const taken = await client.call('/api/badge/import', {
      json: { credential: record.text },
      sheet: await sheet(server.api, [kit.learner]),
    });
    expect(taken.json().assertions).toHaveLength(2);

    await client.call(other?.['@id'] ?? '', { method: 'DELETE', sheet: kit.own });
    await revoked(record.text);
    const withdrawn = await verify({ credential: record.text });
    expect(withdrawn.verified).toBe(false);
    expect(withdrawn.credentials.filter((one: { verified: boolean }) => one.verified)).toHaveLength(1);
  });

  test('as revoked once it is withdrawn', async () => {
    const assertion = await kit.publish((await kit.newCompetency())['@id']);
    const hosted = (await client.call(`/api/badge/assertion/${guid(assertion)}`)).json();
    const [credential, token] = [
      JSON.parse(await credentialOf(guid(assertion))),
      await credentialOf(guid(assertion), 'application/jwt'),
    ];
    await client.call(assertion['@id'], { method: 'DELETE', sheet: kit.own });
    expect(await verify({ credential: hosted })).toMatchObject({
      verified: false,
      checks: expect.arrayContaining([{ name: 'hosted', ok: false, detail: expect.stringContaining('revoked') }]),
    });
    for (const given of [credential, token]) {
      await revoked(given);
      const { checks } = await verify({ credential: given });
      expect(checks).toContainEqual({ name: 'status', ok: false, detail: expect.stringContaining('revocation') });
      expect(checks).toContainEqual({ name: 'proof', ok: true, detail: expect.any(String) });
    }
  });

  test('together with whose it is', async () => {
    const id = await newBadge();
    for (const credential of [`${server.api}badge/assertion/${id}`, JSON.parse(await credentialOf(id))]) {
      expect(await verify({ credential, recipient: 'bob@example.org' })).toMatchObject({ verified: true });
      const { verified, checks } = await verify({ credential, recipient: 'eve@example.org' });
      expect(verified).toBe(false);
      expect(checks).toContainEqual({ name: 'recipient', ok: false, detail: expect.any(String) });
    }
  });

  test('only if it was not changed', async () => {
    const credential = JSON.parse(await credentialOf(await newBadge()));
    const token = await credentialOf(await newBadge(), 'application/vc+jwt');
    const [header, payload = '', signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...claims, name: 'Surgery' })).toString('base64url');
    const forged = [{ ...credential, name: 'Surgery' }, [header, other, signature].join('.')];
    for (const one of forged) {
      const { verified, checks } = await verify({ credential: one });
      expect(verified).toBe(false);
      expect(checks).toContainEqual({ name: 'proof', ok: false, detail: expect.any(String) });
    }
  });

  test('what is not a badge is answered with what is wrong, and no badge at all with 400', async () => {
    for (const credential of ['x', {}, `${server.api}ping`, 'http://127.0.0.1:1/', 'a.b.c', { '@context': [] }]) {
      expect(await verify({ credential })).toMatchObject({ verified: false });
    }
    for (const json of [
      {},
      { credential: 3 },
      [],
      { credential: 'x', recipient: 1 },
      { credential: 'x', recipient: null },
    ]) {
      expect(await client.call('/api/badge/verify', { json })).toMatchObject({ status: 400 });
    }
  });
});

describe('C13 a token of an issuer with a did:key', () => {
  const HOUR = 3600;
  async function tokenOf(kit: { readonly competency: string; readonly claims?: object }) {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
    const key = multikeyOfJwk({ ...(await exportJWK(publicKey)) });
    const [did, id, now] = [`did:key:${key}`, `urn:uuid:${randomUUID()}`, Math.floor(Date.now() / 1000)];
    const credential = {
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      ],
      id,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: did, type: ['Profile'], name: 'Club' },
      validFrom: new Date((now - HOUR) * 1000).toISOString(),
      credentialSubject: {
        type: ['AchievementSubject'],
        identifier: [
          { type: 'IdentityObject', hashed: false, identityHash: 'bob@example.org', identityType: 'emailAddress' },
        ],
        achievement: {
          id: 'urn:uuid:1',
          type: ['Achievement'],
          name: 'Sailing',
          criteria: { narrative: 'Sails' },
          alignment: [{ type: ['Alignment'], targetName: 'Sailing', targetUrl: kit.competency }],
        },
      },
    };
    const claims = { iss: did, jti: id, nbf: now - HOUR, ...kit.claims };
    return new SignJWT({ ...credential, ...claims })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: `${did}#${key}` })
      .sign(privateKey);
  }
  const past = () => Math.floor(Date.now() / 1000) - 60;

  test('is verified and imported, and is neither once it is expired by its claims', async () => {
    const competency = shortId(await kit.newCompetency());
    const own = async () => ({ sheet: await sheet(server.api, [kit.learner]) });
    const good = await tokenOf({ competency });
    expect(await verify({ credential: good, recipient: 'bob@example.org' })).toMatchObject({ verified: true });
    const taken = await client.call('/api/badge/import', { json: { credential: good }, ...(await own()) });
    expect(taken.json().assertions).toHaveLength(1);
    const expired = await tokenOf({ competency, claims: { exp: past() } });
    const { verified, checks } = await verify({ credential: expired });
    expect(verified).toBe(false);
    expect(checks).toContainEqual({ name: 'validity', ok: false, detail: expect.stringContaining('It expired on') });
    const refused = await client.call('/api/badge/import', { json: { credential: expired }, ...(await own()) });
    expect(refused.json()).toMatchObject({ verified: false, assertions: [] });
    const foreign = await tokenOf({ competency, claims: { jti: 'urn:uuid:2' } });
    expect(await verify({ credential: foreign })).toMatchObject({ verified: false });
  });
});

describe('a badge is imported', () => {
  const take = async (credential: unknown, by: Person) =>
    client.call('/api/badge/import', { json: { credential }, sheet: await sheet(server.api, [by]) });

  test('as an assertion on its competency, once, with the badge as evidence', async () => {
    const competency = shortId(await kit.newCompetency());
    const id = guid(await kit.publish(competency));
    const credential = JSON.parse(await credentialOf(id));
    const { verified, assertions } = (await take(credential, kit.learner)).json();
    expect(verified).toBe(true);
    expect(assertions).toHaveLength(1);
    expect((await take(credential, kit.learner)).json().assertions).toEqual(assertions);
    const own = { sheet: await sheet(server.api, [kit.learner]) };
    const assertion = (await client.call(assertions[0], own)).json();
    expect(assertion).toMatchObject({ '@type': 'Assertion', competency });
    const value = parseEncryptedValue(assertion.evidence[0], parsePublicKey);
    const [secret = ''] = secretsToTry(value, kit.learner.privateKey.publicKey.id);
    const opened = await decryptWithSecret(secret, value, kit.learner.privateKey);
    expect(opened.ok && JSON.parse(opened.text)).toEqual(credential);
  });

  test('only for the person who earned it, and only if it is genuine', async () => {
    const credential = JSON.parse(await credentialOf(await newBadge()));
    expect((await take(credential, kit.teacher)).json()).toMatchObject({ verified: false, assertions: [] });
    expect((await take({ ...credential, name: 'Surgery' }, kit.learner)).json()).toMatchObject({
      verified: false,
      assertions: [],
    });
    expect(await client.call('/api/badge/import', { json: { credential } })).toMatchObject({ status: 401 });
    expect(await take(credential, await person())).toMatchObject({ status: 404 });
  });

  test('not for a caller who has written the address of another into their own Person', async () => {
    const credential = JSON.parse(await credentialOf(await newBadge()));
    const thief = await person();
    const { fingerprint } = kit.learner.privateKey.publicKey;
    const own = { sheet: await sheet(server.api, [kit.learner]) };
    const { email } = (await client.call(`/api/data/schema.org.Person/${fingerprint}`, own)).json();
    const name = thief.privateKey.publicKey.fingerprint;
    const object = { '@type': 'Person', '@id': `${server.api}data/schema.org.Person/${name}/1000`, email };
    await client.save({ '@context': 'https://schema.org/', ...object, owner: [thief.pem] });
    expect((await take(credential, thief)).json()).toMatchObject({ verified: false, assertions: [] });
    expect((await take(credential, kit.learner)).json()).toMatchObject({ verified: true });
  });

  test('only if it is aligned to a competency here', async () => {
    const competency = await kit.newCompetency();
    const id = guid(await kit.publish(competency['@id']));
    const credential = await credentialOf(id, 'application/vc+jwt');
    await client.call(competency['@id'], { method: 'DELETE', sheet: kit.own });
    expect((await take(credential, kit.learner)).json()).toMatchObject({ assertions: [] });
  });
});
