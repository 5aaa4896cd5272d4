import { createPublicKey, verify } from 'node:crypto';
import { decodeList } from '@digitalbazaar/vc-bitstring-status-list';
import extractChunks from 'png-chunks-extract';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { formErrorsOf } from '../support/badge-schemas.ts';
import { createBadgeKit, verifyProofOf } from '../support/badges.ts';
import { guid, newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer({ BADGE_JWT_ALGORITHM: 'ES256', BADGE_ISSUER_NAME: 'Example School' });
let kit: Awaited<ReturnType<typeof createBadgeKit>>;

beforeAll(async () => {
  kit = await createBadgeKit(server, client);
});

const credentialAt = (id: string, accept?: string) =>
  client.call(`/api/badge/v3/credential/${id}`, accept === undefined ? {} : { headers: { accept } });

async function newBadge(claim = {}) {
  return kit.publish((await kit.newCompetency({ description: 'Joins metals.' }))['@id'], claim);
}

const verifyProof = (credential: object) => verifyProofOf(client, credential);

/** The header and claims of a token, whose signature is verified with the published keys. */
async function verifyToken(token: string) {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { keys } = (await client.call('/.well-known/jwks.json')).json();
  const jwk = keys.find(({ kid }: { kid: string }) => kid === parse(header).kid);
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  const valid = verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
  return { valid, header: parse(header), claims: parse(payload) };
}

describe('C13 Open Badges 3.0', () => {
  test('a badge is a credential with a proof, which another implementation verifies', async () => {
    const assertion = await newBadge({ evidence: ['https://portfolio.example/1'], expires: Date.parse('2099-01-01') });
    const answer = await credentialAt(guid(assertion));
    expect(answer.headers.get('content-type')).toBe('application/vc');
    const credential = answer.json();
    expect(credential).toMatchObject({
      id: `${server.api}badge/v3/credential/${guid(assertion)}`,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: expect.stringMatching(/^did:web:localhost%3A\d+$/), name: 'Example School' },
      validFrom: '2026-01-31T12:00:00.000Z',
      validUntil: '2099-01-01T00:00:00.000Z',
      credentialSubject: {
        identifier: [{ hashed: true, identityType: 'emailAddress' }],
        source: { name: 'Ada Teacher' },
        achievement: { name: 'Welding', description: 'Joins metals.', criteria: { narrative: 'Joins metals.' } },
      },
      evidence: [{ id: 'https://portfolio.example/1', type: ['Evidence'] }],
    });
    expect(formErrorsOf('badge', credential)).toEqual([]);
    const verified = await verifyProof(credential);
    expect(verified.error).toBeUndefined();
    expect(verified.verified).toBe(true);
    const changed = { ...credential, validUntil: '2100-01-01T00:00:00.000Z' };
    expect((await verifyProof(changed)).verified).toBe(false);
  });

  test.each([
    ['without criteria', /"criteria":\{[^}]*\},/, ''],
    ['with a misspelled member', '"achievementType"', '"achievmentType"'],
    ['with an image of more members than there are', '"type":"Image"', '"type":"Image","width":2'],
    ['with a term that no vocabulary has', '"emailAddress"', '"mail"'],
    [
      'with the context of another version',
      '"https://www.w3.org/ns/credentials/v2"',
      '"https://www.w3.org/ns/credentials/v1"',
    ],
    ['that is valid from a time without a zone', /("validFrom":"[^"]*)Z"/, '$1"'],
  ])('one %s would not be of the published form', async (_case, part, spoiled) => {
    const { text } = await credentialAt(guid(await newBadge()));
    const changed = text.replace(part, spoiled);
    expect(changed).not.toBe(text);
    expect(formErrorsOf('badge', JSON.parse(changed))).not.toEqual([]);
  });

  test.each([
    ['application/vc+jwt', 'vc+jwt'],
    ['application/jwt', 'JWT'],
  ])('it is a signed token for callers that accept %s', async (accept, typ) => {
    const id = guid(await newBadge({ expires: Date.parse('2099-01-01') }));
    const answer = await credentialAt(id, accept);
    expect(answer.headers.get('content-type')).toBe(accept);
    const { valid, header, claims } = await verifyToken(answer.text);
    expect(valid).toBe(true);
    expect(formErrorsOf('badge', claims)).toEqual([]);
    expect(header).toMatchObject({ typ, alg: 'ES256' });
    const { proof: _proof, ...credential } = (await credentialAt(id)).json();
    expect(claims).toEqual({
      ...credential,
      iss: credential.issuer.id,
      jti: credential.id,
      nbf: Date.parse(credential.validFrom) / 1000,
      exp: Date.parse('2099-01-01') / 1000,
    });
  });

  test('the keys are those of the DID of the service, RSA among them', async () => {
    const { id, verificationMethod, assertionMethod } = (await client.call('/.well-known/did.json')).json();
    expect(verificationMethod.map((method: { id: string }) => method.id)).toEqual(assertionMethod);
    const { keys } = (await client.call('/.well-known/jwks.json')).json();
    expect(keys).toMatchObject([
      { kid: `${id}#es256`, kty: 'EC' },
      { kid: `${id}#rs256`, kty: 'RSA' },
    ]);
  });

  test('a withdrawn badge is gone, and revoked in its list', async () => {
    const badges = await Promise.all([newBadge(), newBadge(), newBadge()]);
    const places = await Promise.all(
      badges.map(async (badge) => (await credentialAt(guid(badge))).json().credentialStatus),
    );
    const indices = places.map(({ statusListIndex }) => Number(statusListIndex));
    expect(new Set(indices).size).toBe(3);
    expect((await credentialAt(guid(badges[0] ?? { '@id': '' }))).json().credentialStatus).toEqual(places[0]);
    await client.call(badges[1]?.['@id'] ?? '', { method: 'DELETE', sheet: kit.own });
    expect(await credentialAt(guid(badges[1] ?? { '@id': '' }))).toMatchObject({ status: 410 });
    expect(await credentialAt(`${guid(badges[1] ?? { '@id': '' })}/image`)).toMatchObject({ status: 410 });
    const list = (await client.call(places[0].statusListCredential)).json();
    expect(list).toMatchObject({
      id: places[0].statusListCredential,
      credentialSubject: { statusPurpose: 'revocation' },
    });
    expect(formErrorsOf('status list', list)).toEqual([]);
    expect((await verifyProof(list)).verified).toBe(true);
    const bits = await decodeList({ encodedList: list.credentialSubject.encodedList });
    expect(bits.length).toBe(131_072);
    expect(indices.map((index) => bits.getStatus(index))).toEqual([false, true, false]);
  });

  test('the image of a badge holds the credential where platforms of Open Badges 3.0 look for it', async () => {
    const picture = PNG.sync.write(new PNG({ width: 2, height: 2 }));
    const image = `data:image/png;base64,${picture.toString('base64')}`;
    const id = guid(await kit.publish((await kit.newCompetency({ image }))['@id']));
    const png = await fetch(`${server.api}badge/v3/credential/${id}/image`);
    expect(png.headers.get('content-type')).toBe('image/png');
    const chunks = extractChunks(new Uint8Array(await png.arrayBuffer())).filter(({ name }) => name === 'iTXt');
    const [keyword, ...rest] = chunks.map(({ data }) => Buffer.from(data).toString('utf8'))[0]?.split('\0') ?? [];
    expect(chunks).toHaveLength(1);
    expect(keyword).toBe('openbadgecredential');
    expect((await verifyProof(JSON.parse(rest.at(-1) ?? ''))).verified).toBe(true);

    const svg = await client.call(`/api/badge/v3/credential/${guid(await newBadge())}/image`);
    expect(svg.headers.get('content-type')).toBe('image/svg+xml');
    const element =
      /<openbadges:credential xmlns:openbadges="https:\/\/purl.imsglobal.org\/ob\/v3p0"><!\[CDATA\[(.*)\]\]><\/openbadges:credential>/s;
    expect((await verifyProof(JSON.parse(element.exec(svg.text)?.[1] ?? ''))).verified).toBe(true);
  });

  test('requests for other lists, forms and badges are refused', async () => {
    expect(await client.call('/api/badge/v3/status/00000000-0')).toMatchObject({ status: 404 });
    expect(await credentialAt('unknown')).toMatchObject({ status: 404 });
    expect(await credentialAt('unknown/image')).toMatchObject({ status: 404 });
    expect(await credentialAt(guid(await newBadge()), 'image/png')).toMatchObject({ status: 406 });
  });
});

describe('C13 Comprehensive Learner Record 2.0', () => {
  const record = (query: Record<string, string>, call: object = { sheet: kit.own }) =>
    client.call(`/api/badge/v3/clr?${new URLSearchParams(query)}`, call);

  async function frameworkOf(...competencies: readonly { readonly '@id': string }[]) {
    const framework = newThing(server, {
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Framework',
      name: 'Metal',
      competency: competencies.map(shortId),
    });
    await client.save(framework);
    return framework['@id'];
  }

  test('the badges of a person in a framework are one signed record, in which each is proved', async () => {
    const [one, other, elsewhere] = await Promise.all([1, 2, 3].map(() => kit.newCompetency()));
    if (one === undefined || other === undefined || elsewhere === undefined) throw new Error('There are three.');
    const frameworkId = await frameworkOf(one, other);
    const badges = await Promise.all([one, other, elsewhere].map((competency) => kit.publish(competency['@id'])));
    await kit.publish(one['@id'], { negative: true });
    await client.save(await kit.assertionOf(one['@id']), kit.own);
    const subject = parsePublicKey(kit.learner.pem).fingerprint;
    const answer = await record({ subject, frameworkId });
    expect(answer.headers.get('content-type')).toBe('application/vc+jwt');
    const { valid, claims } = await verifyToken(answer.text);
    expect(valid).toBe(true);
    expect(claims).toMatchObject({ type: ['VerifiableCredential', 'ClrCredential'], name: 'Metal' });
    expect(formErrorsOf('record', claims)).toEqual([]);
    const inside = claims.credentialSubject.verifiableCredential;
    expect(inside.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      badges
        .slice(0, 2)
        .map((badge) => `${server.api}badge/v3/credential/${guid(badge)}`)
        .toSorted(),
    );
    for (const credential of inside) expect((await verifyProof(credential)).verified).toBe(true);
    expect((await record({ subject: kit.learner.pem, frameworkId })).status).toBe(200);
  });

  test('a caller who may not read the assertions with a key gets no record', async () => {
    const competency = await kit.newCompetency();
    const frameworkId = await frameworkOf(competency);
    await client.save({ ...(await kit.publish(competency['@id'])), reader: [(await kit.badgeKey()).pem] }, kit.own);
    const subject = parsePublicKey(kit.learner.pem).fingerprint;
    expect(await record({ subject, frameworkId }, {})).toMatchObject({ status: 404 });
    expect(await record({ subject: '0'.repeat(32), frameworkId })).toMatchObject({ status: 404 });
    expect(await record({ subject, frameworkId: 'https://example.org/none' })).toMatchObject({ status: 404 });
    for (const query of [{}, { subject }, { subject: 'x', frameworkId }]) {
      expect(await record(query as Record<string, string>)).toMatchObject({ status: 400 });
    }
  });
});
