import { createHash } from 'node:crypto';
import extractChunks from 'png-chunks-extract';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { formErrorsOf } from '../support/badge-schemas.ts';
import { createBadgeKit } from '../support/badges.ts';
import { createClient } from '../support/client.ts';
import { startServer } from '../support/server.ts';
import { person, sheet } from '../support/signer.ts';
import { guid, nextVersion } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const SERVICE = 'https://schema.cassproject.org/0.4';
let kit: Awaited<ReturnType<typeof createBadgeKit>>;

beforeAll(async () => {
  kit = await createBadgeKit(server, client);
});

const badgeAt = (id: string, call = {}) => client.call(`/api/badge/assertion/${id}`, call);

describe('C13 Open Badges 2.0', () => {
  test('an assertion that is shared with the key of badges is a badge; class, issuer and key lead to one another', async () => {
    const competency = await kit.newCompetency({ description: 'Joins metals.' });
    const assertion = await kit.publish(competency['@id']);
    const answer = await badgeAt(guid(assertion));
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get('content-type')).toBe('application/ld+json');
    const badge = answer.json();
    expect(badge).toMatchObject({
      '@context': 'https://w3id.org/openbadges/v2',
      type: 'Assertion',
      id: `${server.api}badge/assertion/${guid(assertion)}`,
      issuedOn: '2026-01-31T12:00:00.000Z',
      verification: { type: 'HostedBadge' },
    });
    for (const absent of ['expires', 'evidence']) expect(badge).not.toHaveProperty(absent);
    const { salt, identity } = badge.recipient;
    expect(badge.recipient).toMatchObject({ type: 'email', hashed: true });
    expect(identity).toBe(`sha256$${createHash('sha256').update(`bob@example.org${salt}`).digest('hex')}`);
    expect(salt).not.toBe(parsePublicKey(kit.learner.pem).fingerprint);
    const badgeClass = (await client.call(badge.badge)).json();
    expect(badgeClass).toMatchObject({
      id: badge.badge,
      type: 'BadgeClass',
      name: 'Welding',
      description: 'Joins metals.',
    });
    expect(badgeClass.alignment[0]).toMatchObject({
      targetName: 'Welding',
      targetUrl: competency['@id'].replace(/\/1000$/, ''),
    });
    const issuer = (await client.call(badgeClass.issuer)).json();
    expect(issuer).toMatchObject({
      id: badgeClass.issuer,
      type: 'Issuer',
      name: 'Ada Teacher',
      email: 'ada@school.example',
      url: 'https://school.example/ada',
      verification: { type: 'VerificationObject' },
    });
    const key = (await client.call(issuer.publicKey)).json();
    expect(key).toMatchObject({ id: issuer.publicKey, type: 'CryptographicKey', owner: issuer.id });
    expect(parsePublicKey(key.publicKeyPem).pem).toBe(kit.teacher.pem);
    expect([
      ...formErrorsOf('assertion of 2.0', badge),
      ...formErrorsOf('class of 2.0', badgeClass),
      ...formErrorsOf('issuer of 2.0', issuer),
      ...formErrorsOf('key of 2.0', key),
    ]).toEqual([]);
  });

  test('every badge of a person has another salt', async () => {
    const competency = await kit.newCompetency();
    const badges = await Promise.all(
      [1, 2].map(async () => (await badgeAt(guid(await kit.publish(competency['@id'])))).json().recipient.salt),
    );
    expect(new Set(badges).size).toBe(2);
  });

  test('the competency may be of another server', async () => {
    const id = `https://example.org/competency/${crypto.randomUUID()}`;
    await client.save({ '@context': SERVICE, '@type': 'Competency', '@id': id, name: 'Elsewhere' });
    const badge = (await badgeAt(guid(await kit.publish(id)))).json();
    expect(badge.badge).toContain(`/badge/class/${createHash('md5').update(id).digest('hex')}/`);
    expect((await client.call(badge.badge)).json()).toMatchObject({ name: 'Elsewhere' });
  });

  test('an xAPI statement as evidence publishes the activity, and not the actor', async () => {
    const statement = {
      actor: { mbox: 'mailto:bob@example.org' },
      verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
      object: { id: 'https://lms.example/course/7', definition: { name: { en: 'Final exam' } } },
    };
    const evidence = ['https://portfolio.example/1', 'Seen at work', JSON.stringify(statement)];
    const answer = await badgeAt(guid(await kit.publish((await kit.newCompetency())['@id'], { evidence })));
    expect(answer.json().evidence).toEqual([
      'https://portfolio.example/1',
      { type: 'Evidence', narrative: 'Seen at work' },
      { type: 'Evidence', id: 'https://lms.example/course/7', name: 'Final exam' },
    ]);
    expect(answer.text).not.toContain('bob@example.org');
    expect(formErrorsOf('assertion of 2.0', answer.json())).toEqual([]);
  });

  test('an expiration date is shown', async () => {
    const expires = Date.parse('2030-01-01T00:00:00Z');
    const badge = (await badgeAt(guid(await kit.publish((await kit.newCompetency())['@id'], { expires })))).json();
    expect(badge.expires).toBe('2030-01-01T00:00:00.000Z');
    expect(formErrorsOf('assertion of 2.0', badge)).toEqual([]);
  });

  test('answers are plain JSON on request, 304 when nothing changed, 406 for what is not offered', async () => {
    const id = guid(await kit.publish((await kit.newCompetency())['@id']));
    const accept = 'application/json';
    const plain = await badgeAt(id, { headers: { accept } });
    expect(plain.headers.get('content-type')).toBe('application/json');
    const etag = plain.headers.get('etag') ?? '';
    expect(await badgeAt(id, { headers: { accept, 'if-none-match': etag } })).toMatchObject({ status: 304 });
    expect(await badgeAt(id, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 200 });
    expect(await badgeAt(id, { headers: { accept: 'image/png' } })).toMatchObject({ status: 406 });
  });
});

describe('what is not published', () => {
  test('a public assertion without the key of badges is refused with what to do', async () => {
    const assertion = { ...(await kit.assertionOf((await kit.newCompetency())['@id'])), reader: [] };
    await client.save(assertion, kit.own);
    const answer = await badgeAt(guid(assertion));
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ detail: expect.stringContaining('/api/badge/pk') });
  });

  test('a hidden assertion without the key of badges does not exist', async () => {
    const assertion = await kit.assertionOf((await kit.newCompetency())['@id']);
    await client.save(assertion, kit.own);
    expect(await badgeAt(guid(assertion))).toMatchObject({ status: 404 });
  });

  test('another object does not exist as a badge, nor a Person under a key that is not its own', async () => {
    const competency = await kit.newCompetency();
    expect(await badgeAt(guid(competency))).toMatchObject({ status: 404 });
    const { fingerprint } = parsePublicKey((await person()).pem);
    const forged = {
      '@context': 'http://schema.org/',
      '@type': 'Person',
      '@id': `https://x.example/${fingerprint}`,
      name: 'X',
    };
    await client.save({ ...forged, email: 'x@example.org', owner: [kit.teacher.pem] }, kit.own);
    for (const path of ['profile', 'cryptographicKey']) {
      expect(await client.call(`/api/badge/${path}/${fingerprint}`)).toMatchObject({ status: 404 });
    }
  });

  test.each<[string, (assertion: Awaited<ReturnType<typeof kit.publish>>) => Promise<unknown>]>([
    ['deleted', (assertion) => client.call(assertion['@id'], { method: 'DELETE', sheet: kit.own })],
    [
      'not shared any more',
      async (assertion) => client.save({ ...nextVersion(assertion), reader: [kit.teacher.pem] }, kit.own),
    ],
    [
      'negative now',
      async (assertion) => {
        const negative = await kit.assertionOf(assertion.competency, { negative: true }, [await kit.badgeKey()]);
        return client.save({ ...negative, '@id': nextVersion(assertion)['@id'] }, kit.own);
      },
    ],
  ])('one that was withdrawn is revoked: %s', async (_how, withdraw) => {
    const assertion = await kit.publish((await kit.newCompetency())['@id']);
    const before = (await badgeAt(guid(assertion))).json();
    await withdraw(assertion);
    for (const path of ['', '/image']) {
      const answer = await badgeAt(guid(assertion) + path);
      expect(answer.status).toBe(410);
      expect(answer.json()).toMatchObject({ id: before.id, type: 'Assertion', revoked: true });
      expect(formErrorsOf('revoked assertion of 2.0', answer.json())).toEqual([]);
    }
  });
});

test('of assertions in the name of somebody else, none is a badge where BADGE_AUTHORS is agent', async () => {
  const strict = await startServer({ BADGE_AUTHORS: 'agent' });
  try {
    const caller = createClient(strict);
    const { teacher, own, newCompetency, assertionOf, badgeKey, publish } = await createBadgeKit(strict, caller);
    const at = (id: string) => caller.call(`/api/badge/assertion/${id}`);
    const competency = (await newCompetency())['@id'];
    const genuine = await publish(competency);
    expect(await at(guid(genuine))).toMatchObject({ status: 200 });
    const forger = await person();
    const forged = { ...(await assertionOf(competency, {}, [await badgeKey()])), owner: [teacher.pem, forger.pem] };
    await caller.save(forged, await sheet(strict.api, [forger]));
    expect(await at(guid(forged))).toMatchObject({ status: 401 });
    expect(await caller.call(`/api/badge/v3/credential/${guid(forged)}`)).toMatchObject({ status: 401 });
    await caller.save(nextVersion(forged), own);
    expect(await at(guid(forged))).toMatchObject({ status: 200 });
  } finally {
    await strict.dispose();
  }
});

describe('images', () => {
  const png = () => {
    const image = new PNG({ width: 4, height: 4 });
    image.data.fill(120);
    return PNG.sync.write(image);
  };
  const imageOf = async (id: string) => {
    const response = await fetch(`${server.api}badge/assertion/${id}/image`);
    return {
      type: response.headers.get('content-type'),
      response,
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  };

  test('a PNG image of the competency holds the badge, and is still the same picture', async () => {
    const image = `data:image/png;base64,${png().toString('base64')}`;
    const id = guid(await kit.publish((await kit.newCompetency({ image }))['@id']));
    const { type, bytes } = await imageOf(id);
    expect(type).toBe('image/png');
    expect(PNG.sync.read(Buffer.from(bytes)).data).toEqual(PNG.sync.read(png()).data);
    const texts = extractChunks(bytes).filter(({ name }) => name === 'iTXt');
    expect(texts).toHaveLength(1);
    const [keyword, ...rest] = Buffer.from(texts[0]?.data ?? [])
      .toString('utf8')
      .split('\0');
    expect(keyword).toBe('openbadges');
    expect(JSON.parse(rest.at(-1) ?? '')).toEqual((await badgeAt(id)).json());
  });

  test('a competency without an image gets one with its name, which holds the badge too, and no script runs in it', async () => {
    const competency = await kit.newCompetency({ name: 'Cut & weld <script>' });
    const id = guid(await kit.publish(competency['@id']));
    const { type, bytes, response } = await imageOf(id);
    expect(type).toBe('image/svg+xml');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    const text = Buffer.from(bytes).toString('utf8');
    expect(text.replace(/<!\[CDATA\[.*\]\]>/s, '')).not.toContain('<script>');
    const [, json = ''] = /<openbadges:assertion [^>]*><!\[CDATA\[(.*)\]\]><\/openbadges:assertion>/s.exec(text) ?? [];
    expect(JSON.parse(json)).toEqual((await badgeAt(id)).json());
    const { image } = (await client.call((await badgeAt(id)).json().badge)).json();
    expect((await client.call(image)).text).toContain('weld');
  });
});
