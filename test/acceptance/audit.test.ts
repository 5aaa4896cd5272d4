import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adminOf } from '../support/cast.ts';
import { createClient } from '../support/client.ts';
import { runCommand } from '../support/command.ts';
import { startServer } from '../support/server.ts';
import { newThing, nextVersion, shortId } from '../support/things.ts';
import { bearer, JWT_MODE, TOKEN_SECRET } from '../support/tokens.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer({
  ...JWT_MODE,
  LOG_LEVEL: 'info',
  PRODUCTION: 'true',
  ADMIN_SECRET_IN_QUERY: 'true',
});
const cast = useCast(server);

const logFile = () => join(server.directory, 'service.log');
const lines = async () => (await readFile(logFile(), 'utf8')).trimEnd().split('\n');

/** The lines of the log about an object, or of a request. */
async function entries(wanted: Readonly<Record<string, unknown>>) {
  const all = (await lines()).map((line) => JSON.parse(line));
  return all.filter((line) => Object.entries(wanted).every(([name, value]) => line[name] === value));
}

const verify = (...files: readonly string[]) => runCommand(['audit', 'verify', ...files], server.storeSettings);

describe('the audit log', () => {
  test('tells who created, changed and deleted an object, from where, and by which request', async () => {
    const thing = newThing(server, { '@owner': [cast.owner.pem] });
    const { owner } = cast.sheets;
    await client.save(thing, owner);
    await client.save(nextVersion(thing), owner);
    const deleted = await client.call(shortId(thing), { method: 'DELETE', sheet: owner });
    const logged = await entries({ object: shortId(thing) });
    const keys = cast.owner.privateKey.publicKey.fingerprint;
    const by = { severity: 'INFO', category: 'DATA', keys, client: expect.stringMatching(/127\.0\.0\.1|::1/) };
    expect(logged).toEqual([
      expect.objectContaining({ ...by, msg: 'Object created', version: 1000 }),
      expect.objectContaining({ ...by, msg: 'Object changed', version: 1001 }),
      expect.objectContaining({ ...by, msg: 'Object deleted', requestId: deleted.headers.get('x-request-id') }),
    ]);
  });

  test('is all that the process writes where no terminal shows it', async () => {
    await client.call('/api/ping');
    const written = server.output().trimEnd().split('\n');
    expect(written.filter((line) => !line.startsWith('{"'))).toEqual([]);
  });

  test('tells which user was signed in, by issuer and subject', async () => {
    const thing = newThing(server);
    await client.call(thing['@id'], { json: thing, headers: await bearer('ada') });
    const user = { issuer: 'https://tokens.example', subject: 'ada' };
    expect(await entries({ object: shortId(thing) })).toMatchObject([{ msg: 'Object created', ...user }]);
  });

  test('tells when an admin overrode the keys of an object', async () => {
    const thing = newThing(server, { '@owner': [cast.owner.pem] });
    await client.save(thing, cast.sheets.owner);
    await client.save(nextVersion(thing), cast.sheets.admin);
    const admin = cast.admin.privateKey.publicKey.fingerprint;
    expect(await entries({ object: shortId(thing), action: 'change' })).toMatchObject([
      { severity: 'WARNING', category: 'AUTH', admin, msg: 'An admin key overrode the keys of an object' },
    ]);
  });

  test('has one line for every request, with its outcome and without its query', async () => {
    const thing = newThing(server, { '@owner': [cast.owner.pem] });
    await client.save(thing, cast.sheets.owner);
    const requests: readonly (readonly [string, object])[] = [
      ['/api/ping?fields=version', { operation: 'GET /api/ping', method: 'GET', path: '/api/ping', status: 200 }],
      [shortId(thing), { operation: 'GET /api/data/*', status: 200 }],
      ['/api/nowhere', { operation: null, status: 404, problem: 'no-such-route' }],
    ];
    for (const [path, outcome] of requests) {
      const { headers } = await client.call(path);
      const logged = await entries({ requestId: headers.get('x-request-id'), msg: 'Request' });
      expect(logged).toEqual([expect.objectContaining({ ms: expect.any(Number), ...outcome })]);
    }
    const refused = await client.call(shortId(thing), { method: 'DELETE', sheet: cast.sheets.other });
    expect(await entries({ requestId: refused.headers.get('x-request-id'), msg: 'Request' })).toMatchObject([
      { status: 401, problem: 'not-owner', keys: cast.other.privateKey.publicKey.fingerprint },
    ]);
  });
});

describe('identities in the audit log', () => {
  const person = { username: `user ${Date.now()}`, password: 'a password of the tests' };
  const of = (operation: string, json: object) => client.call(`/api/sky/id/${operation}`, { json });
  const logged = async (answer: { headers: Headers }) => {
    const lines = await entries({ requestId: answer.headers.get('x-request-id'), category: 'AUTH' });
    expect(lines).toHaveLength(1);
    return lines[0];
  };

  test('creations, changes and logins, with their outcomes, and without the name of the account', async () => {
    const created = await logged(await of('create', { ...person, credentials: {} }));
    const { account } = created;
    expect(created).toMatchObject({ msg: 'An identity was created', severity: 'INFO', client: expect.any(String) });
    expect(account).toMatch(/^[0-9a-f]{32}$/);
    const refused = { severity: 'WARNING', account };
    const taken = await of('create', { ...person, credentials: {} });
    expect(await logged(taken)).toMatchObject({
      ...refused,
      msg: 'An identity was not created',
      problem: 'invalid-identity',
    });
    const wrong = await of('login', { ...person, password: 'another' });
    expect(await logged(wrong)).toMatchObject({ ...refused, msg: 'A login failed', problem: 'credentials-refused' });
    const login = await of('login', person);
    expect(await logged(login)).toMatchObject({ msg: 'A login succeeded', severity: 'INFO', account });
    const changed = await of('commit', { ...person, token: login.json().token, credentials: {} });
    expect(await logged(changed)).toMatchObject({ msg: 'An identity was changed', account });
    const late = await of('commit', { ...person, token: 'no token of a login', credentials: {} });
    expect(await logged(late)).toMatchObject({
      ...refused,
      msg: 'An identity was not changed',
      problem: 'credentials-refused',
    });
    expect(JSON.stringify(await entries({ account }))).not.toContain(person.username);
  });

  test('J10 a login of an unknown user has the same line as one with a wrong password', async () => {
    const facts = async (username: string) => {
      const {
        account,
        requestId: _id,
        time: _time,
        hash: _hash,
        seq: _seq,
        ...rest
      } = await logged(await of('login', { username, password: 'wrong' }));
      return [rest, account];
    };
    await of('create', { ...person, username: 'somebody known', credentials: {} });
    const [[known, oneAccount], [unknown, otherAccount]] = [
      await facts('somebody known'),
      await facts('somebody else'),
    ];
    expect(unknown).toEqual(known);
    expect(otherAccount).not.toBe(oneAccount);
  });
});

describe('I14 requests in the log', () => {
  test('cannot write many lines, or long ones, or lines that they chose', async () => {
    const forged = '\r\n{"level":30,"msg":"Object deleted","object":"x"}\r\n';
    const long = 'a'.repeat(20_000);
    const sheets = [forged, long].map((server) => JSON.stringify([{ '@owner': server, server, expiry: 1 }]));
    const secret = (text: string) => `secret-${encodeURIComponent(text)}`; // a path is in the log
    const requests = [forged, long].flatMap((text): (() => Promise<unknown>)[] => [
      () => client.call(`/api/data/thing/${encodeURIComponent(text)}`),
      () => client.call(`/api/${encodeURIComponent(text)}`),
      () => client.call(`/api/ping?fields=${encodeURIComponent(text)}`),
      () => client.call('/api/data/thing/x', { form: { signatureSheet: sheets[0] ?? '', [text]: text } }),
      () => client.call('/api/data/thing/x', { form: { signatureSheet: sheets[1] ?? '' } }),
      () => client.call('/api/sky/id/login', { json: { username: text, password: text } }),
      () => client.call('/api/sky/id/create', { json: { username: text, password: text, credentials: text } }),
      () => client.call('/api/sky/repo/search', { json: text }),
      () => client.call(newThing(server)['@id'], { json: { ...newThing(server), '@id': text } }),
      () => client.call('/api/util/cull', { method: 'POST', headers: { 'x-admin-secret': secret(text) } }),
      () => client.call('/api/ping', { headers: { authorization: `Bearer ${secret(text)}` } }),
      () => client.call('/api/ping', { headers: { cookie: `session=${secret(text)}` } }),
    ]);
    const before = (await lines()).length;
    for (const request of requests) await request();
    const written = (await lines()).slice(before);
    expect(written.length).toBeGreaterThanOrEqual(requests.length);
    expect(written.length).toBeLessThanOrEqual(2 * requests.length);
    expect(Math.max(...written.map((line) => line.length))).toBeLessThan(2_000);
    const messages = written.map((line) => JSON.parse(line).msg);
    expect(messages).not.toContain('Object deleted');
    expect(await verify(logFile())).toMatchObject({ code: 0 });
  });
});

describe('audit verify', () => {
  test('accepts a log as it was written', async () => {
    await client.call('/api/ping');
    expect(await verify(logFile())).toMatchObject({ code: 0, stdout: expect.stringContaining('as they were written') });
  });

  test.each([
    ['changed', (all: string[]) => [...all.slice(0, 2), all[2]?.replace('"msg":"', '"msg":"x'), ...all.slice(3)], 3],
    ['removed', (all: string[]) => [...all.slice(0, 2), ...all.slice(3)], 3],
    ['repeated', (all: string[]) => [...all.slice(0, 3), all[2], ...all.slice(3)], 4],
    ['removed at the start', (all: string[]) => all.slice(1), 1],
    ['added by hand', (all: string[]) => [...all, '{"msg":"Request"}'], -1],
  ])('names the line where one was %s', async (_what, falsify, line) => {
    for (let count = 0; count < 4; count++) await client.call('/api/ping');
    const falsified = falsify(await lines());
    const file = join(server.directory, 'falsified.log');
    await writeFile(file, `${falsified.join('\n')}\n`);
    const place = `Line ${line === -1 ? falsified.length : line} of ${file} does not fit`;
    expect(await verify(file)).toMatchObject({ code: 1, stdout: expect.stringContaining(place) });
  });

  test('refuses a log that another server signed', async () => {
    const key = join(server.directory, 'other.pem');
    await writeFile(key, cast.other.pem);
    const { code, stdout } = await verify(logFile(), '--key', key);
    expect([code, stdout]).toEqual([1, expect.stringContaining('which is not one of the keys')]);
  });

  test('accepts each file of a rotated log', async () => {
    const first = join(server.directory, 'service.log.1');
    await rename(logFile(), first);
    server.process.kill('SIGHUP');
    await expect
      .poll(() =>
        client
          .call('/api/ping')
          .then(lines)
          .then(
            (all) => all.length,
            () => 0,
          ),
      )
      .toBeGreaterThan(1);
    for (const files of [[first], [logFile()], [first, logFile()]]) {
      expect(await verify(...files)).toMatchObject({ code: 0 });
    }
  });
});

describe('B25', () => {
  test('a test fails whose server has logged a secret: a cookie, a token, or what objects say', async () => {
    const logged = randomUUID();
    const exchanges: readonly (readonly [Record<string, string>, string])[] = [
      [{ cookie: `session=${logged}` }, ''],
      [{ authorization: `Bearer ${logged}` }, ''],
      [{ signatureSheet: JSON.stringify([{ '@signatureSha256': logged }]) }, ''],
      [{}, JSON.stringify({ description: logged })],
    ];
    for (const [headers, body] of exchanges) {
      const other = await startServer();
      const { url, secrets } = other;
      await createClient(other).call(`/api/data/${logged}`);
      expect(secrets.findIn(other.output())).toEqual([]);
      secrets.note({ url, headers: new Headers(headers), body }, { headers: new Headers(), text: '' });
      await expect(other.stop()).rejects.toThrow(logged);
      await other.dispose();
    }
  });

  test('nothing that the server writes has a key, a signature, a password or a token in it', async () => {
    const admin = await adminOf(server);
    const secret = (await readFile(join(server.directory, 'keys', 'skyId.secret'), 'utf8')).trim();
    const account = { username: 'name-of-the-account', password: 'password-of-the-account' };
    const credentials = { pad: 'pad-of-the-account', credentials: [{ ppk: 'encrypted-key-of-the-account' }] };
    const hidden = newThing(server, { '@reader': [cast.reader.pem], description: 'text-for-readers' });

    await client.save(hidden, cast.sheets.owner);
    await client.call(shortId(hidden), { sheet: cast.sheets.reader });
    await client.call('/api/sky/repo/search?q=text-for-searching', { sheet: cast.sheets.reader });
    await client.call(shortId(hidden), { method: 'DELETE', sheet: `${cast.sheets.reader.slice(0, -20)}` });
    await client.call('/api/sky/id/create', { json: { ...account, credentials } });
    const login = (await client.call('/api/sky/id/login', { json: account })).json();
    await client.call('/api/sky/id/commit', { json: { ...account, token: login.token, credentials } });
    await client.call('/api/sky/id/login', { json: { ...account, password: 'wrong-password' } });
    await client.call('/api/util/cull', { method: 'POST', headers: { 'x-admin-secret': secret } });
    await client.call(`/api/util/cull?secret=${encodeURIComponent(secret)}`, { method: 'POST' });
    await client.call('/api/util/cull', { method: 'POST', headers: { 'x-admin-secret': 'wrong-secret' } });
    await client.call('/api/ping', {
      headers: { authorization: 'Bearer bearer-token', cookie: 'session=session-cookie' },
    });

    const { authorization = '' } = await bearer('ada');
    const sealed = newThing(server, { '@reader': [cast.reader.pem], description: 'text-of-a-user' });
    await client.call(sealed['@id'], { json: sealed, headers: { authorization } });
    await client.call('/api/sky/id/keys', { headers: { authorization } });

    const texts = [
      authorization.replace('Bearer ', ''),
      TOKEN_SECRET,
      'text-of-a-user',
      account.username,
      account.password,
      'wrong-password',
      'pad-of-the-account',
      'encrypted-key-of-the-account',
      login.token,
      secret,
      encodeURIComponent(secret),
      'wrong-secret',
      'bearer-token',
      'session-cookie',
      'text-for-readers',
      'text-for-searching',
      'PRIVATE KEY',
      ...[admin.privatePem, cast.owner.privatePem].map((pem) => pem.split('\n')[1] ?? ''),
      ...Object.values(cast.sheets).flatMap((sheet) => signaturesIn(sheet)),
    ];
    const written = server.output() + (await readFile(logFile(), 'utf8'));
    expect(texts.filter((text) => text === '' || written.includes(text))).toEqual([]);
  });
});

function signaturesIn(sheet: string): readonly string[] {
  return sheet === '' ? [] : JSON.parse(sheet).map((entry: Record<string, string>) => entry['@signatureSha256']);
}
