import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLERS, type CallerName, type Cast, castOf } from '../support/cast.ts';
import { type Call, type Client, createClient, type Thing } from '../support/client.ts';
import { runCommand } from '../support/command.ts';
import type { Answer } from '../support/described-fetch.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { md5, newEncryptedValue, newThing, nextVersion, shortId, THING } from '../support/things.ts';

const NDJSON = 'application/x-ndjson';
const LIMIT = 1_000_000;

/** A service with its client and callers. */
type Place = { readonly server: TestServer; readonly client: Client; readonly cast: Cast };

let from: Place;
let to: Place;
let directory: string;
/** The objects stored at `from`, by the names in the tests. */
let things: Awaited<ReturnType<typeof seed>>;

beforeAll(async () => {
  [from, to] = await Promise.all([open(), open()]);
  directory = await mkdtemp(join(tmpdir(), 'files-'));
  things = await seed(from);
});
afterAll(async () => {
  await Promise.all([from.server.dispose(), to.server.dispose()]);
  await rm(directory, { recursive: true });
});

/** @param kept directory with the keys of an earlier one */
async function open(kept?: string): Promise<Place> {
  const server = await startServer({ POST_MAX_SIZE: String(LIMIT) }, kept);
  return { server, client: createClient(server), cast: await castOf(server) };
}

/** Objects of every kind: versions, owners, readers, encrypted, foreign, deleted, saved to another address, odd. */
async function seed({ server, client, cast }: Place) {
  const { owner, reader, sheets } = cast;
  const versions = newThing(server, { name: 'one' });
  const owned = newThing(server, { '@owner': [owner.pem], name: 'mine' });
  const hidden = newThing(server, { '@owner': [owner.pem], '@reader': [reader.pem], name: 'for one' });
  const encrypted = newEncryptedValue(server, { owner: [owner.pem], reader: [reader.pem] });
  const deleted = newThing(server, { '@owner': [owner.pem], name: 'gone' });
  const foreign: Thing = { ...THING, '@id': 'https://elsewhere.example/things/12345', name: 'first' };
  const odd = newThing(server, { name: { '@language': 'de', '@value': 'Größe 中文 😀' }, a: [null, false, 0, '', {}] });
  for (const thing of [versions, owned, hidden, encrypted, deleted, foreign, odd]) await client.save(thing);
  await client.save(nextVersion(versions, { name: 'two' }));
  await client.save(nextVersion(versions, { name: 'three' }, 7));
  await client.save({ ...foreign, name: 'second' });
  await client.save(nextVersion(hidden, { '@reader': [reader.pem, owner.pem] }), sheets.owner);
  await client.call(shortId(deleted), { method: 'DELETE', sheet: sheets.owner });
  const exact = newThing(server);
  await client.call(shortId(exact), { json: JSON.stringify(exact).replace('}', ',"n":12345678901234567890.5}') });
  const renamed = newThing(server);
  await client.call('/api/data/schema.org.Thing/another-name', { json: renamed });
  return { versions, owned, hidden, encrypted, deleted, foreign, odd, exact, renamed };
}

const exportFrom = ({ client, cast }: Place, call: Call = {}): Promise<Answer> =>
  client.call('/api/util/export', { sheet: cast.sheets.admin, ...call });

function importInto({ client, cast }: Place, body: NonNullable<Call['body']>, call: Call = {}): Promise<Answer> {
  const headers = { 'content-type': NDJSON, ...call.headers };
  return client.call('/api/util/import', { method: 'POST', sheet: cast.sheets.admin, ...call, body, headers });
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .sort();

describe('permissions', () => {
  const expected: Record<CallerName, number> = { anonymous: 401, other: 401, reader: 401, owner: 401, admin: 200 };

  test.each(CALLERS)('A26 take everything out or in: %s', async (caller) => {
    const { sheets } = from.cast;
    expect((await exportFrom(from, { sheet: sheets[caller] })).status).toBe(expected[caller]);
    expect((await exportFrom(from, { sheet: sheets[caller], method: 'HEAD' })).status).toBe(expected[caller]);
    expect((await importInto(from, '', { sheet: sheets[caller] })).status).toBe(expected[caller]);
  });

  test('A26 with the secret of the server, and with no other', async () => {
    const secret = await readFile(join(from.server.directory, 'keys', 'skyId.secret'), 'utf8');
    for (const [given, status] of [
      [secret, 200],
      ['wrong', 401],
    ] as const) {
      const call = { sheet: '', headers: { 'x-admin-secret': given } };
      expect((await exportFrom(from, call)).status).toBe(status);
      expect((await importInto(from, '', call)).status).toBe(status);
    }
  });

  test('methods and media types are as described', async () => {
    expect((await from.client.call('/api/util/export', { method: 'POST' })).status).toBe(405);
    expect((await from.client.call('/api/util/import')).status).toBe(405);
    const json = { method: 'POST', json: {}, sheet: from.cast.sheets.admin };
    expect((await from.client.call('/api/util/import', json)).status).toBe(415);
    const brotli = { headers: { 'content-encoding': 'br' } };
    expect((await importInto(from, '', brotli)).status).toBe(415);
  });
});

describe('export and import over HTTP', () => {
  test('G15 bring everything: an export of the copy has the same lines', async () => {
    const exported = await exportFrom(from);
    expect(exported.headers.get('content-type')).toBe(NDJSON);
    const result = (await importInto(to, exported.text)).json();
    expect(result).toMatchObject({ read: linesOf(exported.text).length, present: 0, failedCount: 0, failed: [] });
    expect(result.restored).toBe(result.read);
    expect(linesOf((await exportFrom(to)).text)).toEqual(linesOf(exported.text));

    const again = (await importInto(to, gzipSync(exported.text), { headers: { 'content-encoding': 'gzip' } })).json();
    expect(again).toMatchObject({ read: result.read, restored: 0, present: result.read, failedCount: 0 });
  });

  test('G15 imported objects are read, found, hidden and owned as before', async () => {
    const { sheets } = from.cast;
    const same = async (path: string, sheet = ''): Promise<Answer> => {
      const [there, here] = await Promise.all([from, to].map(({ client }) => client.call(path, { sheet })));
      if (there === undefined || here === undefined) throw new Error('Both were asked.');
      expect([path, here.status]).toEqual([path, there.status]);
      if (here.status === 200) expect(here.text).toBe(there.text);
      return here;
    };
    for (const thing of Object.values(things)) {
      for (const sheet of ['', sheets.reader, sheets.owner]) {
        const address = `/api/data/${md5(thing)}`;
        await same(address, sheet);
        await same(`${address}?history=true`, sheet);
        await same(`/api/data/schema.org.Thing/${md5(thing)}/1000`, sheet);
        await same(`/api/sky/repo/search?q=${encodeURIComponent(`@id:"${shortId(thing)}"`)}`, sheet);
      }
    }
    expect((await same('/api/data/schema.org.Thing/another-name')).json()).toEqual(things.renamed);
    expect((await same(`/api/data/${md5(things.deleted)}`, sheets.owner)).status).toBe(404);
    expect((await same('/api/data/12345')).json().name).toBe('second');
    const words = await same(`/api/sky/repo/search?q=${encodeURIComponent('name:größe')}&ids=true`);
    expect(words.json()).toEqual([things.odd['@id']]);

    const change = { json: nextVersion(things.owned, { name: 'changed' }, 10) };
    const address = `/api/data/schema.org.Thing/${md5(things.owned)}`;
    expect((await to.client.call(address, { ...change, sheet: sheets.other })).status).toBe(401);
    expect((await to.client.call(address, { ...change, sheet: sheets.owner })).status).toBe(200);
    expect((await importInto(to, (await exportFrom(from)).text)).json()).toMatchObject({ restored: 0, failedCount: 0 });
    expect((await to.client.call(address)).json().name).toBe('changed');
  });

  test('a line that cannot be imported is reported by its number, and does not stop others', async () => {
    const good = newThing(to.server);
    const lines = [
      '{"@id":',
      JSON.stringify(good),
      '',
      JSON.stringify({ ...good, '@id': 'relative' }),
      JSON.stringify({ ...newThing(to.server), filler: 'x'.repeat(3 * LIMIT) }),
      JSON.stringify({ object: { ...THING, '@id': 'https://elsewhere.example/things/12345' }, version: 2 }),
    ];
    const result = (await importInto(to, lines.join('\r\n'))).json();
    expect(result).toMatchObject({ read: 5, restored: 1, present: 0, failedCount: 4 });
    const failed = [...result.failed].sort((left, right) => left.line - right.line);
    expect(failed.map((failure) => failure.line)).toEqual([1, 4, 5, 6]);
    expect(failed[1]['@id']).toBe('relative');
    expect((await to.client.call(shortId(good))).status).toBe(200);
  });

  test('a dry run of an import is refused, and writes nothing', async () => {
    const thing = newThing(to.server);
    const answer = await to.client.call('/api/util/import?dryRun=true', {
      method: 'POST',
      body: JSON.stringify(thing),
      headers: { 'content-type': NDJSON },
      sheet: to.cast.sheets.admin,
    });
    expect([answer.status, answer.json().detail]).toEqual([400, expect.stringContaining('dryRun')]);
    expect((await to.client.call(shortId(thing))).status).toBe(404);
  });

  test('only the first hundred failures are listed, and all are counted', async () => {
    const result = (await importInto(to, '{}\n'.repeat(250))).json();
    expect([result.read, result.failedCount, result.failed.length]).toEqual([250, 250, 100]);
  });

  test('an import streams its progress and its result on request', async () => {
    const answer = await importInto(to, `${JSON.stringify(newThing(to.server))}\n`, { headers: { accept: NDJSON } });
    const progress = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(progress.at(0)).toMatchObject({ read: 0 });
    expect(progress.at(-1)).toMatchObject({ read: 1, restored: 1, done: true });
  });

  test('a body that is truncated or not compressed as declared is refused, after its complete lines', async () => {
    const thing = newThing(to.server);
    const whole = gzipSync(`${JSON.stringify(thing)}\n${'{}\n'.repeat(1000)}`);
    const gzip = { headers: { 'content-encoding': 'gzip' } };
    expect((await importInto(to, whole.subarray(0, whole.length - 9), gzip)).status).toBe(400);
    expect((await to.client.call(shortId(thing))).status).toBe(200);
    expect((await importInto(to, 'no gzip', gzip)).status).toBe(400);
    expect((await to.client.call('/livez')).status).toBe(200);
  });

  test('all members of a gzip file go in, as several files make when they are put together', async () => {
    const made = Array.from({ length: 30 }, () => newThing(to.server));
    const lines = made.map((thing) => JSON.stringify(thing));
    const [first, second, third] = [lines.slice(0, 10), lines.slice(10, 11), lines.slice(11)].map((some) =>
      gzipSync(`${some.join('\n')}\n`),
    );
    const body = Buffer.concat([first ?? '', gzipSync(''), second ?? '', third ?? ''].map((one) => Buffer.from(one)));
    const answer = await importInto(to, body, { headers: { 'content-encoding': 'gzip' } });
    expect(answer.json()).toMatchObject({ read: 30, restored: 30, failedCount: 0 });
  });

  test.each<[string, (whole: Buffer) => Buffer, RegExp]>([
    ['something else behind it', (whole) => Buffer.concat([whole, Buffer.from('{}\n')]), /other data follows its end/],
    ['a second member that is cut', (whole) => Buffer.concat([whole, whole.subarray(0, -12)]), /is truncated/],
    ['only the header of a second', (whole) => Buffer.concat([whole, whole.subarray(0, 5)]), /is truncated/],
    [
      'a wrong checksum',
      (whole) => Buffer.from(whole).fill(0, whole.length - 8, whole.length - 4),
      /checksum is wrong/,
    ],
  ])('a gzip body with %s is refused, and the answer says what is wrong', async (_name, spoil, words) => {
    const thing = newThing(to.server);
    const body = Uint8Array.from(spoil(gzipSync(`${JSON.stringify(thing)}\n`)));
    const answer = await importInto(to, body, { headers: { 'content-encoding': 'gzip' } });
    expect([answer.status, answer.json().detail]).toEqual([400, expect.stringMatching(words)]);
    expect(answer.json().detail).toContain('Lines before it may have been imported.');
  });

  test('bodies far above the limit of other requests stream through', async () => {
    const count = 60;
    const made = Array.from({ length: count }, () => newThing(to.server, { text: 'x'.repeat(LIMIT / 10) }));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = made.pop();
        if (next === undefined) return controller.close();
        controller.enqueue(Buffer.from(`${JSON.stringify(next)}\n`));
      },
    });
    const headers = { 'content-type': NDJSON, signatureSheet: to.cast.sheets.admin };
    const request = { method: 'POST', headers, body, duplex: 'half' }; // what a stream needs and the types do not know
    const answer = await fetch(`${to.server.api}util/import`, request);
    expect(await answer.json()).toMatchObject({ read: count, restored: count });
  });
});

describe('an export in parts over HTTP', () => {
  /** Follows the links from part to part. */
  async function partsOf(maxBytes: number): Promise<readonly Answer[]> {
    const parts: Answer[] = [];
    for (let path: string | null = `/api/util/export?maxBytes=${maxBytes}`; path !== null; ) {
      const part: Answer = await from.client.call(path, { sheet: from.cast.sheets.admin });
      expect([part.status, part.headers.get('content-type')]).toEqual([200, NDJSON]);
      parts.push(part);
      const link = part.headers.get('link');
      const next = link === null ? null : /^<(\?[^>]*)>; rel="next"$/.exec(link)?.[1];
      if (next === undefined) throw new Error(`No link: ${link}`);
      path = next === null ? null : `/api/util/export${next}`;
    }
    return parts;
  }

  test.each([1, 1_000, 3_000_000])('has the lines of the whole, none above %d bytes but single ones', async (size) => {
    const parts = await partsOf(size);
    expect(linesOf(parts.map(({ text }) => text).join(''))).toEqual(linesOf((await exportFrom(from)).text));
    for (const { text } of parts) {
      if (Buffer.byteLength(text) > size) expect(linesOf(text)).toHaveLength(1);
    }
    if (size === 1) expect(parts.every(({ text }) => linesOf(text).length === 1)).toBe(true);
  });

  test('is for admins alone, and refuses parameters that are none, by name', async () => {
    expect((await exportFrom(from, { sheet: from.cast.sheets.owner })).status).toBe(401);
    for (const [query, where] of [
      ['maxBytes=0', 'maxBytes'],
      ['maxBytes=-1', 'maxBytes'],
      ['maxBytes=', 'maxBytes'],
      ['maxBytes=many', 'maxBytes'],
      ['maxBytes=100000000', 'maxBytes'],
      ['maxBytes=1000&cursor=', 'cursor'],
      ['maxBytes=1000&cursor=nonsense', 'cursor'],
      ['maxBytes=1000&cursor=e30', 'cursor'],
      ['cursor=e30', 'cursor'],
    ] as const) {
      const answer = await from.client.call(`/api/util/export?${query}`, { sheet: from.cast.sheets.admin });
      expect([query, answer.status, answer.json().detail]).toEqual([query, 400, expect.stringContaining(where)]);
    }
  });
});

describe('the move of a service with its keys', () => {
  const account = {
    username: 'ada',
    password: 'correct horse',
    credentials: { pad: 'p', credentials: [], contacts: [] },
  };
  const login = ({ client }: Place): Promise<Answer> => client.call('/api/sky/id/login', { json: account });

  test('G15 brings its objects, versions and names, and its users log in as before', async () => {
    const old = await open();
    await seed(old);
    const long = newThing(old.server, { text: 'x'.repeat(LIMIT * 0.9) });
    await old.client.save(long);
    for (let version = 2; version <= 6; version++) await old.client.save(nextVersion(long, {}, version));
    expect((await old.client.call('/api/sky/id/create', { json: account })).status).toBe(200);
    expect((await login(old)).status).toBe(200);

    const kept = await mkdtemp(join(tmpdir(), 'moved-'));
    await cp(join(old.server.directory, 'keys'), join(kept, 'keys'), { recursive: true });
    const moved = await open(kept);
    try {
      expect((await login(moved)).status).toBe(403);
      const secret = join(old.server.directory, 'keys', 'skyId.secret');
      const copy = () =>
        runCommand(['import', '--from', old.server.url, '--secret', secret], moved.server.storeSettings);
      const lines = linesOf((await exportFrom(old)).text);
      const words =
        'Copied everything from the server by its export, including deleted objects and stored identities.\n';
      const counts = `${lines.length} versions and identities read`;
      expect(await copy()).toEqual({
        code: 0,
        stdout: `${words}${counts}, ${lines.length} imported, 0 present already, 0 refused.\n`,
        stderr: '',
      });
      expect(linesOf((await exportFrom(moved)).text)).toEqual(lines);
      expect((await login(moved)).json()).toMatchObject(account.credentials);
      expect((await moved.client.call('/api/data/schema.org.Thing/another-name')).status).toBe(200);

      // Once the user has logged in here, this identity counts.
      expect(await copy()).toMatchObject({
        code: 0,
        stdout: `${words}${counts}, 0 imported, ${lines.length} present already, 0 refused.\n`,
      });
      expect((await login(moved)).status).toBe(200);
    } finally {
      await Promise.all([old.server.dispose(), moved.server.dispose()]);
    }
  });
});

describe('export and import on the command line', () => {
  const settings = (place: Place): Record<string, string> => ({
    ...place.server.storeSettings,
    POST_MAX_SIZE: String(LIMIT),
  });

  test('G15 bring everything through a file, compressed or not, beside services that run', async () => {
    const copy = await open();
    const expected = linesOf((await exportFrom(from)).text);
    for (const name of ['all.ndjson', 'all.ndjson.gz']) {
      const file = join(directory, name);
      const written = await runCommand(['export', '--out', file], settings(from));
      expect(written).toEqual({
        code: 0,
        stdout: '',
        stderr: `Exported ${expected.length} versions; stored identities: 0.\n`,
      });
      expect((await stat(file)).mode & 0o077).toBe(0);
      const bytes = await readFile(file);
      expect(linesOf((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())).toEqual(expected);
      const read = await runCommand(['import', file], settings(copy));
      const counts = name.endsWith('.gz')
        ? `0 imported, ${expected.length} present already`
        : `${expected.length} imported, 0 present already`;
      expect(read).toEqual({
        code: 0,
        stdout: `${expected.length} versions and identities read, ${counts}, 0 refused.\n`,
        stderr: '',
      });
    }
    expect(linesOf((await exportFrom(copy)).text)).toEqual(expected);
    expect((await copy.client.call(`/api/data/${md5(things.versions)}`)).json().name).toBe('three');
    await copy.server.dispose();
  });

  test('use standard output and input', async () => {
    const exported = await runCommand(['export'], settings(from));
    expect(linesOf(exported.stdout)).toEqual(linesOf((await exportFrom(from)).text));
    const { code, stdout } = await runCommand(['import', '-'], settings(from), `${exported.stdout}nonsense\n`);
    expect(code).toBe(1);
    expect(stdout).toMatch(/, 1 refused\.\n {2}line \d+: The line is not JSON: .*\n$/);
  });

  test('report the error, with an exit code', async () => {
    const missing = await runCommand(['import', join(directory, 'missing')], settings(from));
    expect([missing.code, missing.stdout]).toEqual([1, '']);
    expect(missing.stderr).toMatch(/^The import failed\. .*ENOENT/);
    const file = join(directory, 'parts.gz');
    const whole = gzipSync('{}\n'.repeat(100));
    await writeFile(file, whole.subarray(0, 20));
    expect((await runCommand(['import', file], settings(from))).stderr).toMatch(/compressed data is truncated/);
    await writeFile(file, Buffer.concat([whole, whole, Buffer.from('more')]));
    expect((await runCommand(['import', file], settings(from))).stderr).toMatch(/other data follows its end/);
    await writeFile(file, Buffer.concat([whole, whole]));
    expect((await runCommand(['import', file], settings(from))).stdout).toMatch(/^200 versions and identities read/);
    expect((await runCommand(['export', '--out', join(directory, 'no/such/file')], settings(from))).code).toBe(1);
  });

  test.each([
    [['dance'], 'There is no command "dance".'],
    [['import'], 'import takes one file'],
    [['import', 'a', '--from', 'http://b'], 'import takes a file or --from, not both.'],
    [['import', '--frm', 'b'], '--frm'],
    [['import', '--from', 'http://b', '--window', 'x'], '--window must be'],
  ])('%j is refused with the usage', async (args, words) => {
    const { code, stdout, stderr } = await runCommand(args, settings(from));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(stderr).toContain('Usage: competency-service');
  });

  test('--help and --version answer', async () => {
    for (const args of [['--help'], ['-h'], ['import', '--help']]) {
      const { code, stdout } = await runCommand(args, {});
      expect([code, stdout.startsWith('Usage: competency-service')]).toEqual([0, true]);
    }
    expect((await runCommand(['--version'], {})).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
