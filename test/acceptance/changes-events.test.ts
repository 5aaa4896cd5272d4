import { connect, type Socket } from 'node:net';
import { EventSource } from 'eventsource';
import { afterEach, describe, expect, test } from 'vitest';
import { castOf } from '../support/cast.ts';
import { allChanges, cursorNow } from '../support/changes.ts';
import { createClient, type Place } from '../support/client.ts';
import { freePort, startServer } from '../support/server.ts';
import { person, sheet } from '../support/signer.ts';
import { SOON } from '../support/subscriber.ts';
import { newThing, nextVersion, saveNew, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const SETTINGS = { NOTIFY_POLL: '50' };
const { server, client } = useServer(SETTINGS);
const cast = useCast(server);

/** For tests with many writes, or a restart. */
const LATER = { timeout: 60_000 };

const sources: EventSource[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const source of sources.splice(0)) source.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});

type Received = {
  readonly source: EventSource;
  /** Ids of changed objects, and the names of other events, in their order. */
  readonly events: readonly string[];
  readonly ids: () => readonly string[];
  readonly cursor: () => string;
  readonly statuses: readonly (number | undefined)[];
};

/** Follows the changes with a client of server-sent events that reconnects by itself. */
function follow(place: Pick<Place, 'api'>, query: Record<string, string> = {}, by?: string): Received {
  const headers: Record<string, string> = by === undefined ? {} : { signatureSheet: by };
  const source = new EventSource(`${place.api}changes?${new URLSearchParams(query)}`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headers } } as RequestInit),
  });
  sources.push(source);
  const events: string[] = [];
  const statuses: (number | undefined)[] = [];
  let cursor = '';
  source.addEventListener('message', ({ data, lastEventId }) => {
    events.push(JSON.parse(data).id);
    cursor = lastEventId;
  });
  for (const name of ['purged', 'up-to-date']) source.addEventListener(name, () => void events.push(name));
  source.addEventListener('up-to-date', ({ data }) => {
    cursor = JSON.parse(data).cursor;
  });
  source.addEventListener('error', ({ code }) => void statuses.push(code));
  const ids = (): readonly string[] => events.filter((event) => event.includes(':'));
  return { source, events, statuses, ids, cursor: () => cursor };
}

describe('GET /api/changes as an event stream', () => {
  test('sends what was missed, says that it is up to date, and sends what follows', async () => {
    const since = await cursorNow(client);
    const missed = await saveNew(server, client);
    const { events, cursor } = follow(server, { since });
    await expect.poll(() => events, SOON).toEqual([shortId(missed), 'up-to-date']);
    const next = await saveNew(server, client);
    await expect.poll(() => events.slice(2), SOON).toEqual([shortId(next)]);
    expect((await allChanges(client, { since: cursor() })).changes).toEqual([]);
  });

  test('since=now: only what follows; type selects', async () => {
    await saveNew(server, client);
    const { events } = follow(server, { since: 'now', type: '*.person' });
    await expect.poll(() => events, SOON).toEqual(['up-to-date']);
    await saveNew(server, client);
    const someone = await saveNew(server, client, { '@type': 'Person' });
    await expect.poll(() => events.slice(1), SOON).toEqual([shortId(someone)]);
  });

  test('K1 hidden objects come for their readers alone, and go when they are hidden from them', async () => {
    const since = await cursorNow(client);
    const [reader, anyone] = [follow(server, { since }, cast.sheets.reader), follow(server, { since })];
    await expect.poll(() => [reader.events.length, anyone.events.length], SOON).toEqual([1, 1]);
    const lines: string[] = [];
    anyone.source.addEventListener('message', ({ data }) => void lines.push(data));
    const hidden = newThing(server, { '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] });
    await client.save(hidden, cast.sheets.owner);
    const open = newThing(server, { '@owner': [cast.owner.pem] });
    await client.save(open, cast.sheets.owner);
    await expect.poll(anyone.ids, SOON).toEqual([shortId(open)]);
    await expect.poll(() => [...reader.ids()].sort(), SOON).toEqual([hidden, open].map(shortId).sort());
    await client.save(nextVersion(open, { '@owner': [cast.owner.pem], '@reader': [] }), cast.sheets.owner);
    await client.save(nextVersion(open, { '@reader': [cast.owner.pem] }, 2), cast.sheets.owner);
    await expect.poll(() => JSON.parse(lines.at(-1) ?? '{}'), SOON).toMatchObject({ id: shortId(open), deleted: true });
  });

  test('a client that reconnects after a restart misses nothing while others write', async () => {
    const settings = { ...SETTINGS, PORT: String(await freePort()) };
    let current = await startServer(settings);
    const { events, ids, statuses } = follow(current);
    await expect.poll(() => events, LATER).toContain('up-to-date');
    const saved = new Set<string>();
    let writing = true;
    const writer = async (): Promise<void> => {
      while (writing) {
        const thing = newThing(current);
        await createClient(current)
          .save(thing)
          .then(() => saved.add(shortId(thing)))
          .catch(() => new Promise((resolve) => setTimeout(resolve, 50)));
      }
    };
    const writers = Promise.all(Array.from({ length: 4 }, writer));
    await expect.poll(() => saved.size, LATER).toBeGreaterThan(20);
    const before = saved.size;
    await current.stop();
    current = await startServer(settings, current.directory);
    await expect.poll(() => saved.size, LATER).toBeGreaterThan(before + 20);
    writing = false;
    await writers;
    await expect.poll(() => [...saved].filter((id) => !ids().includes(id)), LATER).toEqual([]);
    expect(new Set(ids()).size).toBe(ids().length);
    expect(statuses.every((status) => status === undefined)).toBe(true);
    await current.dispose();
  }, 180_000);

  test('a purge is told', async () => {
    const other = await startServer(SETTINGS);
    const { events } = follow(other);
    await expect.poll(() => events, SOON).toEqual(['up-to-date']);
    const first = await saveNew(other, createClient(other));
    await expect.poll(() => events, SOON).toHaveLength(2);
    const { sheets } = await castOf(other);
    await createClient(other).call('/api/util/purge', { method: 'POST', sheet: sheets.admin });
    await expect.poll(() => events, SOON).toHaveLength(3);
    const second = await saveNew(other, createClient(other));
    await expect.poll(() => events, SOON).toEqual(['up-to-date', shortId(first), 'purged', shortId(second)]);
    await other.dispose();
  });

  test('K1 a stream ends when the signature of its caller expires, and cannot be resumed with it', async () => {
    const reader = await person();
    const { events, statuses } = follow(server, { since: 'now' }, await sheet(server.api, [reader], 5_000));
    await expect.poll(() => events, SOON).toEqual(['up-to-date']);
    await expect.poll(() => statuses, LATER).toEqual([undefined, 419]);
  });

  test('streams end when the service stops', async () => {
    const other = await startServer(SETTINGS);
    const response = await fetch(`${other.api}changes`, { headers: { accept: 'text/event-stream' } });
    const waiting = fetch(`${other.api}changes?since=now&wait=55`);
    const text = response.text();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await other.stop();
    expect(await text).toContain('event: up-to-date');
    expect((await waiting).status).toBe(200);
    await other.dispose();
  });

  test('HEAD opens none', async () => {
    const answer = await client.call('/api/changes', { method: 'HEAD', headers: { accept: 'text/event-stream' } });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
  });
});

test('a client that does not read delays nobody, and misses nothing when it reads on', async () => {
  const socket = await stalledStream();
  const reading = follow(server, { since: 'now' });
  await expect.poll(() => reading.events, SOON).toEqual(['up-to-date']);
  const things = Array.from({ length: 600 }, () => newThing(server));
  for (let at = 0; at < things.length; at += 50) {
    await client.call('/api/sky/repo/multiPut', { json: things.slice(at, at + 50) });
  }
  const saved = things.map(shortId).sort();
  await expect.poll(() => [...reading.ids()].sort(), LATER).toEqual(saved);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.resume();
  await expect.poll(() => [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id).sort(), LATER).toEqual(saved);
});

/** A stream of new changes whose client stops reading after the first bytes. */
async function stalledStream(): Promise<Socket> {
  const socket = connect({ port: server.port, host: '127.0.0.1' });
  sockets.push(socket);
  socket.write('GET /api/changes?since=now HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n');
  await new Promise<void>((resolve) => {
    let text = '';
    socket.on('data', function read(chunk: Buffer) {
      text += chunk.toString();
      if (!text.includes('up-to-date')) return;
      socket.pause().off('data', read);
      resolve();
    });
  });
  return socket;
}
