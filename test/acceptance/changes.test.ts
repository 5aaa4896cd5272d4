import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { castOf } from '../support/cast.ts';
import { allChanges, type ChangeLine, changesAfter, cursorNow, idsOf } from '../support/changes.ts';
import { createClient, type Thing } from '../support/client.ts';
import { startServer } from '../support/server.ts';
import { person, sheet } from '../support/signer.ts';
import { newEncryptedValue, newThing, nextVersion, saveNew, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const run = promisify(execFile);
const SETTINGS = { NOTIFY_POLL: '50' };
const { server, client } = useServer(SETTINGS);
const cast = useCast(server);

const putAll = (things: readonly Thing[]) => client.call('/api/sky/repo/multiPut', { json: things });
const remove = (thing: Thing, by?: string) =>
  client.call(shortId(thing), { method: 'DELETE', ...(by !== undefined && { sheet: by }) });
const refusalOf = async (query: string, headers: Record<string, string> = {}) => {
  const answer = await client.call(`/api/changes${query}`, { headers });
  return { status: answer.status, ...answer.json() };
};

/** Saves new objects in one batch. */
async function saveThings(count: number): Promise<readonly Thing[]> {
  const made = Array.from({ length: count }, () => newThing(server));
  await putAll(made);
  return made;
}

describe('GET /api/changes tells what has changed since a cursor', () => {
  test('each object once, in the order of the last changes, in its latest state', async () => {
    const since = await cursorNow(client);
    const [first, second, gone] = [newThing(server), newThing(server), newThing(server)];
    for (const thing of [first, second, gone]) await client.save(thing);
    await client.save(nextVersion(first));
    await remove(gone);
    const { changes, more } = await changesAfter(client, { since });
    expect([...changes].sort(byId)).toEqual(
      [
        { id: shortId(second), version: 1000, type: 'schema.org.thing', deleted: false },
        { id: shortId(first), version: 1001, type: 'schema.org.thing', deleted: false },
        { id: shortId(gone), version: 1000, type: 'schema.org.thing', deleted: true },
      ].sort(byId),
    );
    if (process.env.STORE !== 'opensearch') expect(idsOf({ changes })).toEqual([second, first, gone].map(shortId));
    expect(more).toBe(false);
  });

  test('pages are compressed for clients that accept it, unless they are short', async () => {
    const since = await cursorNow(client);
    const address = `${server.api}changes?since=${since}`;
    const plain = () => run('curl', ['-sf', address]);
    const asked = (extra: readonly string[] = []) =>
      run('curl', ['-sf', '-H', 'Accept-Encoding: gzip', ...extra, address], { encoding: 'buffer' });
    expect(JSON.parse(String((await asked()).stdout))).toMatchObject({ more: false });
    await saveThings(50);
    const { stdout } = await asked();
    const lines = (text: string) => text.trimEnd().split('\n').slice(0, -1); // the cursor is sealed anew in each answer
    expect(lines(String(gunzipSync(stdout)))).toEqual(lines((await plain()).stdout));
    expect(lines(String(gunzipSync(stdout)))).toHaveLength(50);
    const head = String((await asked(['-I'])).stdout).toLowerCase();
    expect(head).toContain('content-encoding: gzip');
    expect(head).toMatch(/vary: .*accept-encoding/);
  });

  test('page by page: the Link header of each answer leads to the next one', async () => {
    const since = await cursorNow(client);
    const expected = (await saveThings(200)).map(shortId);
    const received: string[] = [];
    let path = `/api/changes?limit=64&since=${since}`;
    for (let more = true; more; ) {
      const answer = await client.call(path);
      expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const lines = answer.text.trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(65);
      received.push(...lines.slice(0, -1).map((line) => JSON.parse(line).id));
      more = JSON.parse(lines.at(-1) ?? '').more;
      path = `/api/changes${/<(.*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]}`;
    }
    expect(path).toContain('limit=64');
    expect([...received].sort()).toEqual([...expected].sort());
  });

  test('nothing is missed, and nothing comes twice, while others write', async () => {
    let { cursor } = await changesAfter(client, { since: 'now' });
    const made = Array.from({ length: 600 }, () => newThing(server));
    const queue = [...made];
    const writer = async (): Promise<void> => {
      for (let thing = queue.pop(); thing !== undefined; thing = queue.pop()) {
        if (queue.length % 10 === 0) await putAll([thing, ...queue.splice(0, 9)]);
        else await client.save(thing);
      }
    };
    let writing = true;
    const done = Promise.all(Array.from({ length: 8 }, writer)).finally(() => {
      writing = false;
    });
    const received: string[] = [];
    for (let last = false; !last; ) {
      last = !writing;
      const page = await allChanges(client, { since: cursor, limit: 64, wait: last ? 0 : 1 });
      received.push(...idsOf(page));
      cursor = page.cursor;
    }
    await done;
    expect([...received].sort()).toEqual(made.map(shortId).sort());
  });

  test('without since, everything from the beginning', async () => {
    const other = await startServer(SETTINGS);
    const to = createClient(other);
    expect(await changesAfter(to)).toMatchObject({ changes: [], more: false, purged: false });
    const [kept, gone] = [await saveNew(other, to), await saveNew(other, to)];
    await to.call(shortId(gone), { method: 'DELETE' });
    expect(Object.fromEntries((await changesAfter(to)).changes.map(({ id, deleted }) => [id, deleted]))).toEqual({
      [shortId(kept)]: false,
      [shortId(gone)]: true,
    });
    await other.dispose();
  });

  test('a cursor holds after a restart of the service, and on the notification channel', async () => {
    const other = await startServer(SETTINGS);
    const since = await cursorNow(createClient(other));
    const thing = newThing(other);
    await createClient(other).save(thing);
    await other.stop();
    const again = await startServer(SETTINGS, other.directory);
    expect(idsOf(await changesAfter(createClient(again), { since }))).toEqual([shortId(thing)]);
    await again.dispose();
  });

  test('since takes a date-time', async () => {
    const since = new Date().toISOString();
    const thing = await saveNew(server, client);
    expect(idsOf(await allChanges(client, { since }))).toContain(shortId(thing));
  });

  test('type and framework select, as on the notification channel', async () => {
    const since = await cursorNow(client);
    const [thing, person, other] = [newThing(server), newThing(server, { '@type': 'Person' }), newThing(server)];
    await putAll([thing, person, other]);
    const framework = newThing(server, { '@type': 'Framework', competency: [shortId(thing)] });
    await client.save(framework);
    expect(idsOf(await changesAfter(client, { since, type: '*.Person' }))).toEqual([shortId(person)]);
    const ofFramework = idsOf(await changesAfter(client, { since, framework: shortId(framework) }));
    expect([...ofFramework].sort()).toEqual([thing, framework].map(shortId).sort());
  });
});

const byId = (one: ChangeLine, other: ChangeLine): number => one.id.localeCompare(other.id);

describe('a caller is told only of what it may read, or could before', () => {
  const hidden = () => ({ '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] });

  test('K1 hidden objects come for their owners, readers and admins alone', async () => {
    const since = await cursorNow(client);
    const thing = newThing(server, hidden());
    const encrypted = newEncryptedValue(server, { owner: [cast.owner.pem], reader: [cast.reader.pem] });
    for (const one of [thing, encrypted]) await client.save(one, cast.sheets.owner);
    const ids = async (by?: string) => [...idsOf(await changesAfter(client, { since }, by))].sort();
    expect(await ids()).toEqual([]);
    expect(await ids(cast.sheets.other)).toEqual([]);
    for (const by of ['reader', 'owner', 'admin'] as const) {
      expect(await ids(cast.sheets[by]), by).toEqual([thing, encrypted].map(shortId).sort());
    }
    await remove(thing, cast.sheets.owner);
    expect(await ids()).toEqual([]);
    expect((await changesAfter(client, { since, type: 'schema.org.*' }, cast.sheets.reader)).changes).toMatchObject([
      { id: shortId(thing), deleted: true },
    ]);
  });

  test('an object that becomes hidden is deleted for those who could read it, in the version that they could read', async () => {
    const open = newThing(server, { '@owner': [cast.owner.pem] });
    await client.save(open, cast.sheets.owner);
    const since = await cursorNow(client);
    await client.save(nextVersion(open, hidden()), cast.sheets.owner);
    await client.save(nextVersion(open, hidden(), 2), cast.sheets.owner);
    const line = { id: shortId(open), version: 1000, type: 'schema.org.thing', deleted: true };
    expect((await changesAfter(client, { since })).changes).toEqual([line]);
    expect((await changesAfter(client, { since }, cast.sheets.other)).changes).toEqual([line]);
    expect((await changesAfter(client, { since }, cast.sheets.reader)).changes).toEqual([
      { ...line, version: 1002, deleted: false },
    ]);
    await client.save(nextVersion(open, { '@owner': [cast.owner.pem] }, 3), cast.sheets.owner);
    expect((await changesAfter(client, { since })).changes).toEqual([{ ...line, version: 1003, deleted: false }]);
  });

  test('so is one that loses a reader, for that reader alone', async () => {
    const thing = newThing(server, hidden());
    await client.save(thing, cast.sheets.owner);
    const since = await cursorNow(client);
    const without = { '@owner': [cast.owner.pem], '@reader': [cast.owner.pem] };
    await client.save(nextVersion(thing, without), cast.sheets.owner);
    expect((await changesAfter(client, { since }, cast.sheets.reader)).changes).toMatchObject([
      { id: shortId(thing), version: 1000, deleted: true },
    ]);
    expect((await changesAfter(client, { since })).changes).toEqual([]);
  });

  test('an object that was public, then hidden, and then deleted is deleted for everybody', async () => {
    const open = newThing(server, { '@owner': [cast.owner.pem] });
    await client.save(open, cast.sheets.owner);
    const since = await cursorNow(client);
    await client.save(nextVersion(open, hidden()), cast.sheets.owner);
    await remove(open, cast.sheets.owner);
    expect((await changesAfter(client, { since })).changes).toMatchObject([{ id: shortId(open), deleted: true }]);
  });

  test('a framework that may not be read is as unknown as one that does not exist', async () => {
    const framework = newThing(server, { '@type': 'Framework', ...hidden() });
    await client.save(framework, cast.sheets.owner);
    const path = `?framework=${encodeURIComponent(shortId(framework))}`;
    expect(await refusalOf(path)).toMatchObject({ status: 404, where: 'framework' });
    expect(await refusalOf('?framework=none')).toMatchObject({ status: 404, where: 'framework' });
    expect((await client.call(`/api/changes${path}`, { sheet: cast.sheets.reader })).status).toBe(200);
  });

  test('a sheet that proves nothing is refused: what it lacks would look unchanged', async () => {
    const expired = await sheet(server.api, [await person()], -1_000);
    expect((await client.call('/api/changes', { sheet: expired })).status).toBe(419);
  });
});

test('after a purge, the first line says so', async () => {
  const other = await startServer(SETTINGS);
  const to = createClient(other);
  const [since, before] = [await cursorNow(to), await saveNew(other, to)];
  const waiting = changesAfter(to, { since: await cursorNow(to), wait: 20 });
  const { sheets } = await castOf(other);
  expect((await to.call('/api/util/purge', { method: 'POST', sheet: sheets.admin })).status).toBe(200);
  expect(await waiting).toMatchObject({ purged: true, changes: [] });
  const after = await saveNew(other, to);
  const page = await changesAfter(to, { since });
  expect(page).toMatchObject({ purged: true, more: false });
  expect(idsOf(page)).toEqual([shortId(after)]);
  expect(idsOf(page)).not.toContain(shortId(before));
  expect(await changesAfter(to, { since: page.cursor })).toMatchObject({ purged: false, changes: [] });
  expect(await changesAfter(to)).toMatchObject({ purged: false, changes: [{ id: shortId(after) }] });
  await other.dispose();
});

describe('with wait, an answer without changes waits for the first one', () => {
  test('that the caller may know of', async () => {
    const since = await cursorNow(client);
    const waiting = changesAfter(client, { since, wait: 20 });
    await client.save(newThing(server, { '@reader': [cast.reader.pem] }));
    const thing = await saveNew(server, client);
    expect(idsOf(await waiting)).toEqual([shortId(thing)]);
  });

  test('or until the time is up; its cursor is beyond what the caller may not know of', async () => {
    const since = await cursorNow(client);
    await client.save(newThing(server, { '@reader': [cast.reader.pem] }));
    const page = await changesAfter(client, { since, wait: 1 });
    expect(page).toMatchObject({ changes: [], more: false });
    expect(await changesAfter(client, { since: page.cursor }, cast.sheets.reader)).toMatchObject({ changes: [] });
  });

  test('HEAD does not wait', async () => {
    const answer = await client.call(`/api/changes?since=now&wait=55`, { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, text: '' });
  });
});

describe('invalid requests are refused with what is wrong', () => {
  test.each([
    ['?since=', 'since'],
    ['?since=garbage', 'since'],
    ['?since=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'since'],
    ['?since=2027-01-31', 'since'],
    ['?since=2027-01-31T12:00:00', 'since'],
    ['?since=now&since=2027-01-31T12:00:00Z', 'since'],
    ['?limit=63', 'limit'],
    ['?limit=1001', 'limit'],
    ['?wait=56', 'wait'],
    ['?wait=-1', 'wait'],
    ['?type=..', 'type'],
    ['?framework=', 'framework'],
  ])('%s', async (query, where) => {
    expect(await refusalOf(query)).toMatchObject({ status: 400, where });
    expect(await refusalOf(query, { accept: 'text/event-stream' })).toMatchObject({ status: 400, where });
  });

  test('a cursor that is longer than any', async () => {
    expect(await refusalOf(`?since=${'x'.repeat(17_000)}`)).toMatchObject({ status: 400, where: 'since' });
  });

  test('an event stream that cannot resume names the header', async () => {
    const headers = { accept: 'text/event-stream', 'last-event-id': 'garbage' };
    expect(await refusalOf('?since=now', headers)).toMatchObject({ status: 400, where: 'Last-Event-ID' });
  });

  test('a format that is not offered', async () => {
    const refusal = await refusalOf('', { accept: 'text/csv' });
    expect(refusal).toMatchObject({ status: 406, where: 'Accept' });
    expect(refusal.detail).toContain('application/x-ndjson, text/event-stream');
  });
});
