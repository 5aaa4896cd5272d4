import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminOf } from '../support/cast.ts';
import { createClient, type Thing } from '../support/client.ts';
import { runCommand } from '../support/command.ts';
import { newAssertion, newFramework, newOwnType } from '../support/profile-objects.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Person, person, sheet } from '../support/signer.ts';
import { newThing, shortId } from '../support/things.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.dispose());

const keys = (...args: readonly string[]) =>
  runCommand(['keys', ...args], { ...server.storeSettings, PRODUCTION: 'true' });

/** The lines of the log file about commands. */
async function loggedCommands(): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(server.directory, 'service.log'), 'utf8');
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'Log started');
}

describe('the command keys', () => {
  test('show lists them without showing them', async () => {
    const admin = await adminOf(server);
    const { code, stdout } = await keys('show');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`skyAdmin2.pem  ${admin.privateKey.publicKey.fingerprint}`),
    ]);
    expect(stdout).toContain('skyId.secret  a secret');
    expect(stdout).not.toContain('PRIVATE KEY');
    expect(stdout).not.toContain((await readFile(join(server.directory, 'keys', 'skyId.secret'), 'utf8')).trim());
  });

  test('B26 backup writes a file for its owner only, and restore adds missing keys, and replaces nothing', async () => {
    const file = join(server.directory, 'keys.backup');
    const secret = join(server.directory, 'keys', 'skyId.secret');
    const before = await readFile(secret, 'utf8');
    expect(await keys('backup', file)).toMatchObject({ code: 0 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await keys('backup', file)).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
    await rm(secret);
    expect(await keys('restore', file)).toMatchObject({ code: 0, stdout: expect.stringContaining('Restored 1 of') });
    expect([await readFile(secret, 'utf8'), (await stat(secret)).mode & 0o777]).toEqual([before, 0o600]);
    await writeFile(secret, 'another');
    expect(await keys('restore', file)).toMatchObject({ code: 1, stdout: expect.stringContaining('skyId.secret') });
    expect(await readFile(secret, 'utf8')).toBe('another');
    await writeFile(secret, before);
    const by = { category: 'AUTH', severity: 'WARNING', user: userInfo().username, machine: hostname() };
    expect(await loggedCommands()).toMatchObject([
      { ...by, msg: 'A key command has ended', command: 'backup', code: 0 },
      { ...by, msg: 'A key command has failed', command: 'backup', error: expect.stringContaining('exists already') },
      { ...by, msg: 'A key command has ended', command: 'restore', code: 0 },
      { ...by, msg: 'A key command has ended', command: 'restore', code: 1 },
    ]);
    const log = join(server.directory, 'service.log');
    expect(await runCommand(['audit', 'verify', log], server.storeSettings)).toMatchObject({ code: 0 });
  });

  test('rotate gives the rights of the old admin key to the new one, and the old one proves nothing', async () => {
    const old = await adminOf(server);
    const thing = newThing(server, { '@owner': [old.pem], '@reader': [old.pem], name: 'of the server' });
    await createClient(server).save(thing, await sheet(server.api, [old]));
    await server.stop();
    const { code, stdout } = await keys('rotate');
    expect([code, stdout]).toEqual([0, expect.stringContaining(old.privateKey.publicKey.fingerprint)]);
    expect(await loggedCommands()).toContainEqual(expect.objectContaining({ command: 'rotate', code: 0 }));
    server = await startServer({ PORT: String(server.port) }, server.directory);
    const next = await adminOf(server);
    expect(next.pem).not.toBe(old.pem);
    const admins = await createClient(server).call('/api/sky/admin');
    expect(admins.json()).toEqual([next.pem]);
    expect(await statuses(thing, old)).toEqual([404, 401]);
    expect(await statuses(thing, next)).toEqual([200, 200]);
  });

  test('rotate profile lets evidence for the former profile key count, and evidence for the new one', async () => {
    const [subject, owner] = [await person(), await person()];
    const client = createClient(server);
    const competency = newOwnType(server, 'Competency', { name: 'Tie a bowline' });
    const framework = newFramework(server, [competency]);
    for (const object of [competency, framework]) await client.save(object);
    const attest = async (): Promise<string> => {
      const service = { pem: (await client.call('/api/profile/pk')).text };
      const assertion = await newAssertion(server, { competency, subject, owner, readers: [service] });
      await client.save(assertion);
      return shortId(assertion);
    };
    const before = await attest();
    await server.stop();
    const { stdout } = await keys('rotate', 'profile');
    const [, kept = ''] = /PROFILE_PPK to the contents of (\S+),/.exec(stdout) ?? [];
    const PROFILE_PPK = await readFile(kept, 'utf8');
    server = await startServer({ PORT: String(server.port), PROFILE_PPK }, server.directory);
    const after = await attest();
    const query = new URLSearchParams({ frameworkId: shortId(framework), subject: subject.pem });
    const profile = await client.call(`/api/profile/latest?${query}`, { sheet: await sheet(server.api, [subject]) });
    const ids = profile.json().children[0].assertions.map(({ id }: { id: string }) => id);
    expect(ids.sort()).toEqual([before, after].sort());
  });

  test('rotate knows two keys', async () => {
    expect(await keys('rotate', 'skyId.secret')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('admin|profile'),
    });
  });
});

/** The responses to the holder of a key when reading and deleting an object. */
async function statuses(thing: Thing, caller: Person): Promise<readonly number[]> {
  const client = createClient(server);
  const own = await sheet(server.api, [caller]);
  const read = await client.call(shortId(thing), { sheet: own });
  const deleted = await client.call(shortId(thing), { method: 'DELETE', sheet: own });
  return [read.status, deleted.status];
}
