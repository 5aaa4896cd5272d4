import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { decodeBase64 } from '../../shared/base/crypto/base64.ts';
import { importPrivateKey } from '../../shared/base/crypto/private-key.ts';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { createSignatureVerifier, sign } from '../../shared/base/crypto/rsa.ts';
import { signingBytes } from '../../shared/base/crypto/text-encoding.ts';
import { signableObjectText } from '../../shared/repository/access/canonical-text.ts';
import { sealText } from '../../shared/repository/access/testing/encrypted-value.ts';
import { makeRekeyRequest } from '../../shared/repository/access/testing/rekey.ts';
import { adminOf } from '../support/cast.ts';
import { createClient, type Thing } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { person, sheet } from '../support/signer.ts';
import { newThing, nextVersion, shortId } from '../support/things.ts';
import { bearer, JWT_MODE } from '../support/tokens.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer({
  ...JWT_MODE,
  AUTH_ALLOW_ENV_ADMINS: 'true',
  AUTH_ENV_ADMIN_EMAILS: 'chief@example.org',
  AUTH_ENV_ADMIN_GROUPS: 'chiefs',
});

type Headers = Record<string, string>;

/** What ping says to a user. */
async function ping(headers: Headers = {}, of: TestServer = server) {
  return (await createClient(of).call('/api/ping', { headers })).json();
}

/** The public key that the server holds for a user. */
async function keyOf(headers: Headers): Promise<string> {
  return (await ping(headers)).ssoPublicKey;
}

let ada: Headers;
let adaKey: string;
let bo: Headers;

beforeAll(async () => {
  [ada, bo] = await Promise.all([bearer('ada'), bearer('bo')]);
  adaKey = await keyOf(ada);
});

describe('the key of a user', () => {
  test('is the same with every token, and shown in ping', async () => {
    expect(await keyOf(await bearer('ada', { jti: '2' }))).toBe(adaKey);
    expect(await ping(ada)).toMatchObject({ ssoAdditionalPublicKeys: [], ssoViaP1: null });
    expect(await ping()).not.toHaveProperty('ssoPublicKey');
  });

  test('J9 differs from the keys of other users, of other issuers, and of groups of the same name', async () => {
    const inGroup = await ping(await bearer('bo', { groups: ['ada', 'admin', 'skyAdmin2'] }));
    const keys = [
      adaKey,
      inGroup.ssoPublicKey,
      ...inGroup.ssoAdditionalPublicKeys,
      await keyOf(await bearer('ada', { iss: 'https://other.example' })),
      await keyOf(await bearer('../../skyAdmin2')),
      await keyOf(await bearer('skyAdmin2.pem')),
    ];
    expect(new Set([...keys, ...inGroup.adminPublicKeys]).size).toBe(keys.length + 1);
  });

  test('comes with the key of each of their groups, which the members share', async () => {
    const [one, other] = await Promise.all([
      bearer('one', { groups: ['team'] }),
      bearer('other', { groups: ['team'] }),
    ]);
    const { ssoAdditionalPublicKeys: shared } = await ping(one);
    expect((await ping(other)).ssoAdditionalPublicKeys).toEqual(shared);
    const thing = newThing(server, { '@owner': shared });
    expect((await client.call(thing['@id'], { json: thing, headers: one })).status).toBe(200);
    const again = nextVersion(thing);
    expect((await client.call(again['@id'], { json: again, headers: ada })).status).toBe(401);
    expect((await client.call(again['@id'], { json: again, headers: other })).status).toBe(200);
  });

  test('is the same for two instances that need it at the same time', async () => {
    const second = await startServer(JWT_MODE, server.directory);
    onTestFinished(() => second.stop());
    const users = await Promise.all(['u1', 'u2', 'u3', 'u4'].map((user) => bearer(user, { groups: ['both'] })));
    for (const user of users) {
      const keys = await Promise.all([server, second].map(async (one) => (await ping(user, one)).ssoPublicKey));
      expect(new Set(keys).size).toBe(1);
    }
  });

  test.runIf(process.env['STORE'] === undefined)('B26 is in a file that only the service may read', async () => {
    const directory = join(server.directory, 'keys', 'users');
    const [name = ''] = await readdir(directory);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
  });

  test('comes with a Person that names them, signed by the admin key', async () => {
    const named = await bearer('cleo', { name: 'Cleo', email: 'cleo@example.org', preferred_username: 'c' });
    const key = parsePublicKey(await keyOf(named));
    const found = await client.call(`${server.api}data/schema.org.Person/${key.fingerprint}`);
    expect(found.json()).toMatchObject({
      '@type': 'Person',
      name: 'Cleo',
      email: 'cleo@example.org',
      identifier: 'cleo',
      username: 'c',
      owner: [key.pem],
    });
    const admin = await adminOf(server);
    expect(found.json().ssoSignature).toBe(await sign(admin.privateKey, key.pem, 'SHA-1'));
  });
});

describe('a user acts without a signature sheet', () => {
  test('objects that they save under their key are signed with it', async () => {
    for (const owner of ['owner', '@owner']) {
      const thing = newThing(server, { [owner]: [adaKey], name: 'é', signatureSha256: ['b2xk'] });
      const saved = (await client.call(thing['@id'], { json: thing, headers: ada })).json();
      const signatures = saved.signatureSha256 ?? saved['@signatureSha256'];
      expect(signatures).toHaveLength(1);
      const bytes = signingBytes(signableObjectText(saved));
      const signature = decodeBase64(signatures[0]) ?? new Uint8Array();
      const key = parsePublicKey(adaKey);
      expect(await createSignatureVerifier().verify(key, signature, bytes, 'SHA-256')).toBe(true);
    }
  });

  test('what is theirs, nobody else reads or changes', async () => {
    const thing = newThing(server, { '@owner': [adaKey], '@reader': [adaKey], name: 'private' });
    await client.call(thing['@id'], { json: thing, headers: ada });
    const changed = nextVersion(thing);
    expect((await client.call(thing['@id'], { headers: ada })).json().name).toBe('private');
    for (const headers of [{}, bo]) {
      expect((await client.call(thing['@id'], { headers })).status).toBe(404);
      expect((await client.call(changed['@id'], { json: changed, headers })).status).toBe(401);
      expect((await client.call(shortId(thing), { method: 'DELETE', headers })).status).toBe(401);
    }
    expect((await client.call(changed['@id'], { form: { data: JSON.stringify(changed) }, headers: ada })).status).toBe(
      200,
    );
    expect((await client.call(shortId(thing), { method: 'DELETE', headers: ada })).status).toBe(200);
  });

  test('their key and those of a sheet count together', async () => {
    const own = await person();
    const thing = newThing(server, { '@owner': [own.pem], '@reader': [own.pem, adaKey] });
    const signed = await sheet(server.api, [own]);
    expect((await client.call(thing['@id'], { json: thing, headers: bo, sheet: signed })).status).toBe(200);
    const other = newThing(server, { '@owner': [adaKey], '@reader': [adaKey] });
    await client.call(other['@id'], { json: other, headers: ada });
    const ids = [thing, other].map((one) => new URL(shortId(one)).pathname.slice('/api/'.length));
    const both = await client.call('/api/sky/repo/multiGet', { json: ids, headers: ada, sheet: signed });
    expect(both.json()).toHaveLength(2);
    const one = await client.call('/api/sky/repo/multiGet', { json: ids, headers: bo, sheet: signed });
    expect(one.json()).toHaveLength(1);
  });

  test('secrets for their key come decrypted, and are never stored', async () => {
    const key = parsePublicKey(adaKey);
    const nested = await sealText('secret', { id: 'https://x.example/1', owners: [key], readers: [] });
    const thing = newThing(server, { '@owner': [adaKey], subject: nested });
    const [first] = nested['secret'] as string[];
    await client.call(thing['@id'], { json: thing, headers: ada });
    const query = `/api/sky/repo/search?q=${encodeURIComponent(`@id:"${shortId(thing)}"`)}`;
    const read = async (headers: Headers) => [
      (await client.call(thing['@id'], { headers })).json(),
      (await client.call(query, { headers })).json()[0],
      (await client.call(`${shortId(thing)}?history=true`, { headers })).json()[0],
    ];
    for (const { subject } of await read(ada)) {
      expect(subject.decryptedSecret).toMatchObject({
        type: 'EncryptedSecret',
        secret: expect.stringMatching(/^.{22}==$/),
      });
      expect(subject.secret[0]).toBe(first);
    }
    for (const object of await read(bo)) expect(object).not.toHaveProperty('subject');
    const [opened] = await read(ada);
    const again = nextVersion(opened);
    await client.call(again['@id'], { json: again, headers: ada });
    const signedSheet = await sheet(server.api, [await adminOf(server)]);
    expect((await client.call(shortId(thing), { sheet: signedSheet })).text).not.toContain('decryptedSecret');
  });
});

describe('a token that is not accepted', () => {
  test('adds no identity, and is the answer only where an identity was needed', async () => {
    const thing = newThing(server, { '@owner': [adaKey], '@reader': [adaKey] });
    await client.call(thing['@id'], { json: thing, headers: ada });
    const open = newThing(server);
    for (const headers of [await bearer('ada', { exp: 1 }), { authorization: 'Bearer x' }]) {
      expect((await client.call(open['@id'], { json: open, headers })).status).toBe(200);
      const refused = await client.call(shortId(thing), { method: 'DELETE', headers });
      expect([refused.status, refused.json().type]).toEqual([401, expect.stringMatching(/token-refused$/)]);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(await ping(headers)).not.toHaveProperty('ssoPublicKey');
    }
  });
});

describe('admins', () => {
  test('are those of the configuration, by verified address or by group', async () => {
    const { adminPublicKeys: usual } = await ping(ada);
    for (const claims of [{ email: 'Chief@example.org', email_verified: true }, { groups: ['chiefs'] }]) {
      const headers = await bearer('chief', claims);
      const { adminPublicKeys, ssoPublicKey } = await ping(headers);
      expect(adminPublicKeys).toEqual([...usual, ssoPublicKey]);
      expect((await client.call('/api/util/operations', { headers })).status).toBe(200);
    }
  });

  test.each<[string, Record<string, unknown>]>([
    ['an address that is not verified', { email: 'chief@example.org' }],
    ['an address that is verified in other words', { email: 'chief@example.org', email_verified: 'True' }],
    ['a name', { name: 'chief@example.org', preferred_username: 'chief@example.org' }],
    ['a group called admin', { groups: ['admin', 'Administrators', 'chief'] }],
  ])('J9 %s does not make a user an admin', async (_name, claims) => {
    const headers = await bearer('chief', claims);
    expect((await client.call('/api/util/operations', { headers })).status).toBe(401);
  });
});

describe('GET /api/sky/id/keys', () => {
  const path = '/api/sky/id/keys';

  test('gives users the key that the server holds for them', async () => {
    const answer = await client.call(path, { headers: ada });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { publicKey, privateKey } = answer.json();
    expect([publicKey, (await importPrivateKey(privateKey)).publicKey.pem]).toEqual([adaKey, adaKey]);
  });

  test('needs a user who authenticated within the last five minutes', async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const claims of [{ iat: now - 400 }, { auth_time: now - 400 }, { iat: undefined }]) {
      expect((await client.call(path, { headers: await bearer('ada', claims) })).status).toBe(403);
    }
    for (const headers of [{}, { authorization: 'Bearer x' }]) {
      expect((await client.call(path, { headers })).status).toBe(401);
    }
  });
});

describe('a RekeyRequest moves a user', () => {
  const id = (): string =>
    `${server.api}data/schema.cassproject.org.0.4.kbac.RekeyRequest/rekey_${crypto.randomUUID()}/1000`;

  /** An object that only the holders of a key may read. */
  async function owned(pem: string, by: { readonly headers?: Headers; readonly sheet?: string }): Promise<Thing> {
    const thing = newThing(server, { '@owner': [pem], '@reader': [pem] });
    expect((await client.call(thing['@id'], { json: thing, ...by })).status).toBe(200);
    return thing;
  }

  test('from a key of their own to the one that the server holds', async () => {
    const [dora, own] = [await bearer('dora'), await person()];
    const held = await importPrivateKey((await client.call('/api/sky/id/keys', { headers: dora })).json().privateKey);
    const thing = await owned(own.pem, { sheet: await sheet(server.api, [own]) });
    expect((await client.call(shortId(thing), { headers: dora })).status).toBe(404);
    const { signatureSha256: _left, ...request } = await makeRekeyRequest(own.privateKey, held);
    const signed = { ...request, '@id': id() };
    expect((await client.call(signed['@id'], { json: signed, headers: dora })).status).toBe(200);
    await expect.poll(async () => (await client.call(shortId(thing), { headers: dora })).status).toBe(200);
  });

  test('from the key that the server holds to one of their own', async () => {
    const [emma, own] = [await bearer('emma'), await person()];
    const held = await importPrivateKey((await client.call('/api/sky/id/keys', { headers: emma })).json().privateKey);
    const thing = await owned(held.publicKey.pem, { headers: emma });
    const request = { ...(await makeRekeyRequest(held, own.privateKey)), '@id': id() };
    const signed = await sheet(server.api, [own]);
    expect((await client.call(request['@id'], { json: request, sheet: signed })).status).toBe(200);
    await expect.poll(async () => (await client.call(shortId(thing), { sheet: signed })).status).toBe(200);
    expect((await client.call(shortId(thing), { headers: emma })).status).toBe(404);
  });
});

test('ANONYMIZE_USERS: what is stored and logged does not name users', async () => {
  const anonymous = await startServer({ ...JWT_MODE, ANONYMIZE_USERS: 'true', LOG_LEVEL: 'info' });
  onTestFinished(() => anonymous.dispose());
  // Long enough not to occur by chance in a key or a signature.
  const named = /florentine|smithson|subject-of/i;
  const claims = {
    name: 'Florentine Smithson',
    email: 'florentine@example.org',
    preferred_username: 'florentine.smithson',
  };
  const { ssoPublicKey } = await ping(await bearer('subject-of-florentine', claims), anonymous);
  const address = `${anonymous.api}data/schema.org.Person/${parsePublicKey(ssoPublicKey).fingerprint}`;
  const { text } = await createClient(anonymous).call(address);
  expect(text).toContain('"name":"Anonymous User"');
  expect(text).not.toMatch(named);
  const thing = newThing(anonymous, { '@owner': [ssoPublicKey] });
  const headers = await bearer('subject-of-florentine', claims);
  await createClient(anonymous).call(thing['@id'], { json: thing, headers });
  const trail = await createClient(anonymous).call(`${shortId(thing)}?audit=true`, { headers });
  const keys = [parsePublicKey(ssoPublicKey).fingerprint];
  expect(trail.json()).toMatchObject([{ operation: 'create', actor: { keys } }]);
  for (const text of [trail.text, anonymous.output()]) expect(text).not.toMatch(named);
  const names = (await readdir(join(anonymous.directory, 'keys'), { recursive: true })).join();
  expect(names).not.toMatch(named);
});

test.runIf(process.env['STORE'] === 'opensearch')(
  'on a cluster, keys of users are in the store, encrypted',
  async () => {
    expect(await readdir(join(server.directory, 'keys'))).not.toContain('users');
    const masterKey = await readFile(join(server.directory, 'keys', 'masterKey'), 'utf8');
    expect(Buffer.from(masterKey, 'base64')).toHaveLength(32);
  },
);
