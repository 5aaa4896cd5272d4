import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isPreferred } from '../../shared/repository/store/preferred-text.ts';
import { type Cast, castOf } from '../support/cast.ts';
import { type Client, createClient, type Thing } from '../support/client.ts';
import { runCommand } from '../support/command.ts';
import { showAsExisting } from '../support/existing-server.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { type Person, person } from '../support/signer.ts';
import { md5, newEncryptedValue, newThing, nextVersion, shortId, THING } from '../support/things.ts';

/** Two idle servers agree within this time. */
const AGREEMENT_MS = 30_000;

/** A server with its client and callers. */
type Place = { readonly server: TestServer; readonly client: Client; readonly cast: Cast };

const opened: TestServer[] = [];
afterAll(() => Promise.all(opened.map((server) => server.dispose())));

async function open(settings: Record<string, string> = {}, directory?: string): Promise<Place> {
  const server = await startServer(settings, directory);
  opened.push(server);
  return { server, client: createClient(server), cast: await castOf(server) };
}

/** The data of a new server with this admin. */
async function directoryWithAdmin({ privatePem }: Person): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'competency-'));
  await mkdir(join(directory, 'keys'), { mode: 0o700 });
  await writeFile(join(directory, 'keys', 'skyAdmin2.pem'), privatePem, { mode: 0o600 });
  return directory;
}

/** The lines of an export without those of identities, which stay where they are. */
async function exported({ client, cast }: Place): Promise<readonly string[]> {
  const { text } = await client.call('/api/util/export', { sheet: cast.sheets.admin });
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('{"identity"'));
  return lines.sort();
}

const pemOf = (server: TestServer) => readFile(join(server.directory, 'keys', 'skyAdmin2.pem'), 'utf8');

/** Runs `replicate` on the store of a server, from another one. */
function replicate({ server }: Place, args: readonly string[], settings: Record<string, string>) {
  return runCommand(['replicate', ...args], { ...server.storeSettings, ...settings });
}

describe('from a server of this kind', () => {
  let from: Place;
  let to: Place;
  let settings: Record<string, string>;

  beforeAll(async () => {
    [from, to] = await Promise.all([open(), open()]);
    const keys = await Promise.all([pemOf(from.server), pemOf(to.server)]);
    settings = { SVC_REPLICATION_ENDPOINT: from.server.api, SVC_REPLICATION_PPK: keys.join('\n') };
  });

  test('all versions, deletions, names, owners and readers come, and what changes afterwards', async () => {
    const { owner, reader, sheets } = from.cast;
    const versions = newThing(from.server, { name: 'one' });
    const hidden = newThing(from.server, { '@owner': [owner.pem], '@reader': [reader.pem], name: 'hidden' });
    const deleted = newThing(from.server, { '@owner': [owner.pem], name: 'gone' });
    const foreign = { ...THING, '@id': 'https://elsewhere.example/things/12345', name: 'first' };
    const encrypted = newEncryptedValue(from.server, { owner: [owner.pem], reader: [reader.pem] });
    for (const thing of [versions, hidden, deleted, foreign, encrypted]) await from.client.save(thing);
    await from.client.save(nextVersion(versions, { name: 'two' }));
    await from.client.call('/api/data/schema.org.Thing/another-name', { json: newThing(from.server) });
    await from.client.call(shortId(deleted), { method: 'DELETE', sheet: sheets.owner });
    const first = await replicate(to, ['once'], settings);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toMatch(
      /by its changes[\s\S]*Up to date[\s\S]*7 versions stored, 0 present already, 0 refused/,
    );
    expect(await exported(to)).toEqual(await exported(from));
    const address = `/api/data/${md5(hidden)}`;
    expect((await to.client.call(address)).status).toBe(404);
    expect((await to.client.call('/api/data/another-name')).status).toBe(200);
    expect(await to.client.find('two')).toEqual([expect.stringContaining(shortId(versions))]);

    await from.client.save(nextVersion(versions, { name: 'three' }, 5));
    await from.client.call(shortId(hidden), { method: 'DELETE', sheet: sheets.owner });
    await from.client.save(nextVersion(deleted, { name: 'back' }, 9), sheets.owner);
    const second = await replicate(to, ['once'], settings);
    expect(second).toMatchObject({ code: 0 });
    expect(await exported(to)).toEqual(await exported(from));
    expect(await to.client.find('gone')).toEqual([]);
    const status = await replicate(to, ['status'], settings);
    expect(status).toMatchObject({ code: 0 });
    expect(status.stdout).toContain('0 refused');
  });

  test('A11 what the keys may not write stays as it is, is counted and listed, and comes once they may', async () => {
    const { owner, sheets } = from.cast;
    const thing = newThing(from.server, { '@owner': [owner.pem], name: 'first' });
    await from.client.save(thing);
    await replicate(to, ['once'], settings);
    const next = nextVersion(thing, { name: 'second' });
    await from.client.save(next, sheets.owner);
    const limited = { ...settings, SVC_REPLICATION_PPK: await pemOf(from.server) };
    const refused = await replicate(to, ['once'], limited);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain(`${next['@id']}: Only an owner of an object may change it.`);
    expect(refused.stdout).toContain('1 refused');
    expect((await to.client.call(`/api/data/${md5(thing)}`)).json()).toMatchObject({ name: 'first' });
    await from.client.call(shortId(thing), { method: 'DELETE', sheet: sheets.owner });
    expect((await replicate(to, ['once'], limited)).code).toBe(1);
    expect((await to.client.call(`/api/data/${md5(thing)}`)).status).toBe(200);
    expect((await replicate(to, ['once', '--restart'], settings)).stdout).toContain('0 refused');
    expect(await exported(to)).toEqual(await exported(from));
  });

  test('with a key that is not its admin’s, what its search shows to that key comes', async () => {
    const target = await open();
    const reader = await person();
    const shown = newThing(from.server, { '@reader': [reader.pem], name: 'shown' });
    const hidden = newThing(from.server, { '@reader': [from.cast.reader.pem], name: 'hidden' });
    for (const thing of [shown, hidden]) await from.client.save(thing);
    await from.client.save(nextVersion(shown, { name: 'shown again' }));
    const { stdout } = await replicate(target, ['once'], { ...settings, SVC_REPLICATION_PPK: reader.privatePem });
    expect(stdout).toContain('by its search');
    expect(stdout).toContain('accepts none of the keys as an admin');
    const sheet = target.cast.sheets.admin;
    const found = await target.client.call(`/api/data/${md5(shown)}?history=true`, { sheet });
    expect(found.json()).toMatchObject([{ name: 'shown again' }, { name: 'shown' }]);
    expect((await target.client.call(`/api/data/${md5(hidden)}`, { sheet })).status).toBe(404);
  });

  test('that cannot be reached, the command says so', async () => {
    const target = await open();
    const nowhere = { ...settings, SVC_REPLICATION_ENDPOINT: `http://localhost:${await freePort()}/api/` };
    const { code, stdout } = await replicate(target, ['once'], nowhere);
    expect(code).toBe(1);
    expect(stdout).toContain('It has failed 1 times: The server cannot be reached');
  });
});

test('of one version that both servers have written one text stays, under another entity tag than that of the other', async () => {
  const [from, to] = await Promise.all([open(), open()]);
  const keys = await Promise.all([pemOf(from.server), pemOf(to.server)]);
  const settings = { SVC_REPLICATION_ENDPOINT: from.server.api, SVC_REPLICATION_PPK: keys.join('\n') };
  const thing = newThing(from.server);
  const [one, other] = [
    { ...thing, name: 'one' },
    { ...thing, name: 'other' },
  ];
  const isFirst = isPreferred(JSON.stringify(one), JSON.stringify(other));
  const [winner, loser] = isFirst ? [one, other] : [other, one];
  await Promise.all([from.client.save(winner), to.client.save(loser)]);
  const path = `/api/data/${md5(thing)}`;
  const before = await to.client.call(path);
  expect(before.json()).toEqual(loser);
  const old = before.headers.get('etag') ?? '';
  await replicate(to, ['once'], settings);
  const read = (etag: string) => to.client.call(path, { headers: { 'if-none-match': etag } });
  const after = await read(old);
  expect([after.status, after.json()]).toEqual([200, winner]);
  const tag = after.headers.get('etag') ?? '';
  expect(tag).not.toBe(old);
  expect((await read(tag)).status).toBe(304);

  const ifMatch = (etag: string) => to.client.call(path, { headers: { 'if-match': etag } });
  for (const known of [tag, old]) expect((await ifMatch(known)).status).toBe(200);
  expect((await ifMatch('"1"')).status).toBe(412);
});

test('from an existing server, what its search shows comes, and what is written afterwards', async () => {
  const [upstream, to] = await Promise.all([open(), open()]);
  const existing = await showAsExisting(upstream.server, 10_000);
  try {
    const { owner } = upstream.cast;
    const settings = { SVC_REPLICATION_ENDPOINT: `${existing.url}api/`, SVC_REPLICATION_PPK: owner.privatePem };
    const mine = newThing(upstream.server, { '@owner': [owner.pem], '@reader': [owner.pem], name: 'mine' }, Date.now());
    const open = newThing(upstream.server, { name: 'one' }, Date.now());
    for (const thing of [mine, open]) await upstream.client.save(thing);
    await upstream.client.save(nextVersion(open, { name: 'two' }));
    expect((await replicate(to, ['once'], settings)).stdout).toMatch(
      /by its search.*offers no changes[\s\S]*3 versions stored/,
    );
    await upstream.client.save(nextVersion(open, { name: 'three' }, 2));
    await replicate(to, ['once'], settings);
    const history = await to.client.call(`/api/data/${md5(open)}?history=true`);
    expect(history.json().map(({ name }: { name: string }) => name)).toEqual(['three', 'two', 'one']);
  } finally {
    await existing.close();
  }
});

test('from an existing server, what its notifications name comes too, whatever its version', async () => {
  const upstream = await open();
  const existing = await showAsExisting(upstream.server, 10_000);
  onTestFinished(() => existing.close());
  const recent = newThing(upstream.server, { name: 'recent' }, Date.now());
  await upstream.client.save(recent);
  const to = await open({ SVC_REPLICATION_ENDPOINT: `${existing.url}api/` });
  const has = (thing: Thing) => async () => expect((await to.client.call(`/api/data/${md5(thing)}`)).status).toBe(200);
  await vi.waitFor(has(recent), { timeout: AGREEMENT_MS, interval: 500 });
  const old = newThing(upstream.server, { name: 'old' }, 1000);
  const { owner } = upstream.cast;
  const hidden = newThing(upstream.server, { owner: [owner.pem], reader: [owner.pem], name: 'hidden' }, 1000);
  const several = ['first', 'second'].map((name) => newThing(upstream.server, { name }, 1000));
  for (const thing of [hidden, old]) await upstream.client.save(thing);
  await upstream.client.call('/api/sky/repo/multiPut', { form: { data: JSON.stringify(several) } });
  for (const thing of [old, ...several]) await vi.waitFor(has(thing), { timeout: AGREEMENT_MS, interval: 500 });
  const admin = { sheet: to.cast.sheets.admin };
  expect((await to.client.call(`/api/data/${md5(hidden)}`, admin)).status).toBe(404);
  expect((await to.client.call('/readyz?full')).json().replication).toMatchObject({ refusedCount: 0, failures: 0 });
});

describe('servers that replicate each other', () => {
  let left: Place;
  let right: Place;
  /** Of the first, and of the second. */
  let settings: (own: number) => Record<string, string>;

  beforeAll(async () => {
    const admin = await person();
    const ports = [await freePort(), await freePort()];
    settings = (own) => ({
      PORT: String(ports[own]),
      SVC_REPLICATION_ENDPOINT: `http://localhost:${ports[1 - own]}/api/`,
      SVC_REPLICATION_PPK: admin.privatePem,
      METRICS_PUBLIC: 'true',
    });
    const directories = await Promise.all([directoryWithAdmin(admin), directoryWithAdmin(admin)]);
    [left, right] = await Promise.all([open(settings(0), directories[0]), open(settings(1), directories[1])]);
  });

  const agree = () =>
    vi.waitFor(async () => expect(await exported(left)).toEqual(await exported(right)), {
      timeout: AGREEMENT_MS,
      interval: 1_000,
    });

  test(
    'agree on writes and deletions of both sides, and come to rest',
    async () => {
      const here = newThing(left.server, { name: 'left' });
      const there = newThing(right.server, { name: 'right' });
      await Promise.all([left.client.save(here), right.client.save(there)]);
      await agree();
      await right.client.call(`/api/data/${md5(here)}`, { method: 'DELETE' });
      await left.client.call(`/api/data/${md5(there)}`, { json: nextVersion(there, { name: 'from the left' }) });
      await agree();
      expect(await left.client.find('left')).toEqual([expect.stringContaining(shortId(there))]);
      const changes = async ({ client, cast }: Place, query = '') =>
        client.call(`/api/util/changes${query || '?maxBytes=32000000'}`, { sheet: cast.sheets.admin });
      const before = await Promise.all([left, right].map((place) => changes(place)));
      for (const [index, place] of [left, right, left, right].entries()) {
        const pulled = async () =>
          expect((await replicate(place, ['once'], settings(index % 2))).stdout).toContain('s ago');
        await vi.waitFor(pulled, { timeout: AGREEMENT_MS, interval: 1_000 }); // the server may be pulling
      }
      for (const [index, place] of [left, right].entries()) {
        const next = /<([^>]*)>/.exec(before[index]?.headers.get('link') ?? '')?.[1];
        const { text, headers } = await changes(place, next);
        expect([text, headers.get('x-up-to-date')], 'nothing is written any more').toEqual(['', 'true']);
      }
    },
    2 * AGREEMENT_MS,
  );

  test('show their lag in readyz and in metrics', async () => {
    const { replication } = (await left.client.call('/readyz?full')).json();
    expect(replication).toMatchObject({ way: 'changes', lagSeconds: expect.any(Number), refusedCount: 0, failures: 0 });
    expect(replication.lagSeconds).toBeLessThan(30);
    expect((await left.client.call('/readyz')).json()).not.toHaveProperty('replication');
    const { text } = await left.client.call('/metrics');
    expect(text).toMatch(/^competency_replication_lag_seconds \d/m);
  });
});
