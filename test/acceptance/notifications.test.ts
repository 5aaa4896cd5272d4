import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { mapLimit } from '../../shared/base/concurrency/map-limit.ts';
import { createClient } from '../support/client.ts';
import { startServer } from '../support/server.ts';
import { SOON } from '../support/subscriber.ts';
import { newThing, nextVersion, shortId, THING } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';
import { useSubscribers } from '../support/use-subscribers.ts';

const { server, client } = useServer();
const cast = useCast(server);
const { listen, settled } = useSubscribers(server, client);

describe('subscribers receive (specification: Notification channel)', () => {
  test('a save and a delete: the id without version, as bare text', async () => {
    const { received } = await listen();
    const thing = newThing(server);
    await client.save(thing);
    await client.call(thing['@id'], { form: { data: JSON.stringify(nextVersion(thing)) } });
    await client.call(shortId(thing), { method: 'DELETE' });
    expect(await settled(received)).toEqual([shortId(thing), shortId(thing), shortId(thing)]);
  });

  test('an id from elsewhere as it is', async () => {
    const { received } = await listen();
    const thing = { ...THING, '@id': 'https://elsewhere.example/items/12345' };
    await client.save(thing);
    expect(await settled(received)).toEqual([thing['@id']]);
  });

  test('K4 a batch: a JSON array of the ids that were actually written', async () => {
    const { received } = await listen();
    const things = [newThing(server), newThing(server), newThing(server)];
    await client.call('/api/sky/repo/multiPut', { json: [...things, { bad: true }] });
    await client.call('/api/sky/repo/multiPut', { form: { data: JSON.stringify(things.slice(0, 1)) } });
    await client.call('/api/sky/repo/multiDelete', { json: things.slice(0, 2).map((thing) => shortId(thing)) });
    const messages = (await settled(received)).map((message) => JSON.parse(message));
    const ids = things.map(shortId);
    expect(messages).toEqual([ids, ids.slice(0, 1), ids.slice(0, 2)]);
  });

  test('nothing of reads, searches, refused writes and deletes of nothing', async () => {
    const thing = newThing(server, { '@owner': [cast.owner.pem] });
    await client.save(thing);
    const { received } = await listen();
    await client.call(shortId(thing));
    await client.find('*');
    await client.call(thing['@id'], { json: nextVersion(thing) });
    await client.call(shortId(thing), { method: 'DELETE' });
    await client.call('/api/data/absent', { method: 'DELETE' });
    await client.call('/api/sky/repo/multiPut', { json: [nextVersion(thing)] });
    expect(await settled(received)).toEqual([]);
  });

  test('K1 ids of hidden objects only if they may read them; with NOTIFY_HIDDEN always', async () => {
    const hidden = newThing(server, { '@reader': [cast.reader.pem], '@owner': [cast.owner.pem] });
    const open = newThing(server);
    const subscribers = await Promise.all(
      [undefined, cast.sheets.other, cast.sheets.reader, cast.sheets.owner, cast.sheets.admin].map((sheet) =>
        listen({ sheet }),
      ),
    );
    await client.save(hidden);
    await client.call('/api/sky/repo/multiPut', { json: [open, nextVersion(hidden)], sheet: cast.sheets.owner });
    const last = newThing(server);
    await client.save(last);
    for (const { received } of subscribers) await expect.poll(() => received.at(-1)).toBe(shortId(last));
    const [nobody, other, reader, owner, admin] = subscribers.map(({ received }) => received.slice(0, -1));
    for (const messages of [nobody, other]) expect(messages).toEqual([JSON.stringify([shortId(open)])]);
    for (const messages of [reader, owner, admin]) {
      expect(messages).toEqual([shortId(hidden), JSON.stringify([shortId(open), shortId(hidden)])]);
    }

    const compatible = await startServer({ NOTIFY_HIDDEN: 'true' });
    const { received } = await listen({}, compatible);
    const also = newThing(compatible, { '@reader': [cast.reader.pem] });
    await createClient(compatible).save(also);
    await expect.poll(() => received).toEqual([shortId(also)]);
    await compatible.dispose();
  });

  test('K5 each of 10,000 concurrent writes, single and in batches, exactly once', async () => {
    const subscribers = await Promise.all([listen(), listen(), listen()]);
    const singles = Array.from({ length: 2000 }, () => newThing(server));
    const batches = Array.from({ length: 80 }, () => Array.from({ length: 100 }, () => newThing(server)));
    await Promise.all([
      mapLimit(singles, 12, (thing) => client.save(thing)),
      mapLimit(batches, 4, (things) => client.call('/api/sky/repo/multiPut', { json: things })),
    ]);
    const wanted = [
      ...singles.map((thing) => shortId(thing)),
      ...batches.map((things) => JSON.stringify(things.map((thing) => shortId(thing)))),
    ].sort();
    for (const { received } of subscribers) {
      await expect.poll(() => received.length, SOON).toBe(wanted.length);
      expect([...received].sort()).toEqual(wanted);
    }
  }, 300_000);
});

describe('the channel accepts', () => {
  test.each([
    '/ws',
    '/ws/',
    '/ws/custom/',
    '/ws/custom/x',
    '/ws/other',
    '/',
    '/api/ws/custom',
    '/api/data/a/b',
    '//ws/custom',
    '/ws/custom%2f',
    '/WS/CUSTOM',
    '/ws/../ws/custom',
  ])('K2 an upgrade of %s closes the socket without an answer', async (path) => {
    const received = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
      const upgrade =
        'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost:${server.port}\r\n${upgrade}\r\n`);
    });
    expect(received).toBe('');
  });

  test('K2 the same path with a query string', async () => {
    const { received } = await listen({ query: { x: 'y' } });
    expect(await settled(received)).toEqual([]);
  });

  test('K3 without CORS_ORIGINS pages of every origin may listen', async () => {
    const { socket } = await listen({ origin: 'https://editor.example' });
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  test('a subscriber with an invalid sheet as an anonymous one', async () => {
    for (const sheet of ['garbage', '[{}]', '[]']) {
      const { received } = await listen({ sheet });
      expect(await settled(received)).toEqual([]);
    }
  });

  test('messages from subscribers, which are ignored; bytes that are not a frame close only the connection', async () => {
    const { socket, received } = await listen();
    for (const message of ['hello', '{"a":1}', '\u0000']) socket.send(message);
    expect(await settled(received)).toEqual([]);
    await new Promise<void>((resolve) => {
      const raw = connect(server.port, '127.0.0.1');
      raw.on('close', () => resolve());
      raw.on('error', () => undefined);
      const upgrade =
        'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
      raw.write(`GET /ws/custom HTTP/1.1\r\nhost: localhost:${server.port}\r\n${upgrade}\r\n`);
      raw.once('data', () => raw.write(Buffer.alloc(64, 0xff)));
    });
    expect((await client.call('/livez')).status).toBe(200);
  });

  test('only WebSocket handshakes: a plain GET is 404', async () => {
    expect((await client.call('/ws/custom')).status).toBe(404);
  });

  test('when the server stops, it closes the connections of subscribers', async () => {
    const other = await startServer();
    const { socket } = await listen({}, other);
    const closed = once(socket, 'close');
    await other.dispose();
    expect((await closed)[0]).toBe(1001);
  });
});
