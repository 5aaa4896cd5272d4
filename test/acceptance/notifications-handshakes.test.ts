import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { SOON } from '../support/subscriber.ts';
import { newEncryptedValue, saveNew, shortId, THING } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';
import { useSubscribers } from '../support/use-subscribers.ts';

const { server, client } = useServer({ CORS_ORIGINS: 'https://editor.example' });
const cast = useCast(server);
const { listen, settled } = useSubscribers(server, client);

const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

describe('a refused handshake', () => {
  test.each([
    [400, 'type', '?type=a..b', {}],
    [400, 'framework', '?framework=', {}],
    [400, 'framework', '?framework=%ff', {}],
    [400, 'framework', '?framework=%C3%28&type=*', {}],
    [400, 'x', '?x=%ed%a0%80', {}],
    [400, 'since', '?since=yesterday', {}],
    [400, 'since', '?since=%f0%9f%8e', {}],
    [400, 'cursors', '?cursors=yes', {}],
    [400, undefined, '', { 'sec-websocket-key': 'x' }],
    [400, undefined, '', { 'sec-websocket-version': '7' }],
    [400, undefined, '', { 'sec-websocket-protocol': 'a b' }],
    [403, 'Origin', '', { origin: 'https://elsewhere.example' }],
    [404, 'framework', '?framework=https://elsewhere.example/none', {}],
  ])('%i: a problem that names %s, with a request id: /ws/custom%s %o', async (status, where, query, headers) => {
    const path = `/ws/custom${query}`;
    const answer = await rawRequest({ port: server.port, path, headers: { ...HANDSHAKE, ...headers } });
    const requestId = answer.headers.get('x-request-id');
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    const { where: named, ...problem } = answer.json();
    expect(named).toBe(where);
    expect(problem).toMatchObject({ status, requestId, detail: expect.stringMatching(/\.$/) });
    expect(answer.status).toBe(status);
  });
});

test('K3 pages of CORS_ORIGINS, and of the service itself, are accepted', async () => {
  for (const origin of ['https://editor.example', new URL(server.url).origin]) {
    const { socket } = await listen({ origin });
    expect(socket.readyState).toBe(socket.OPEN);
  }
});

describe('a framework is listened to', () => {
  test.each([
    ['Competency', 404],
    ['Thing', 404],
    ['Framework', 101],
    ['CompetencyFramework', 101],
  ])('the id of a %s answers %i', async (type, status) => {
    const object = await saveNew(server, client, { '@type': type });
    const query = { framework: shortId(object) };
    if (status === 101) {
      const { received } = await listen({ query });
      await client.save({ ...object, name: 'changed' });
      await expect.poll(() => received, SOON).toEqual([shortId(object)]);
      return;
    }
    const path = `/ws/custom?${new URLSearchParams(query)}`;
    const answer = await rawRequest({ port: server.port, path, headers: HANDSHAKE });
    expect([answer.status, answer.json().where]).toEqual([404, 'framework']);
  });

  test('also if it is encrypted', async () => {
    const framework = newEncryptedValue(server, { encryptedType: 'Framework', reader: [cast.reader.pem] });
    await client.save(framework);
    const { socket } = await listen({ query: { framework: shortId(framework) }, sheet: cast.sheets.reader });
    expect(socket.readyState).toBe(socket.OPEN);
  });

  test('also if its id is not ASCII', async () => {
    const framework = { ...THING, '@type': 'Framework', '@id': `${server.api}data/T.Framework/grün%20` };
    await client.call('/api/data/T.Framework/green', { json: framework });
    const { received } = await listen({ query: { framework: framework['@id'] } });
    await client.call('/api/data/T.Framework/green', { method: 'DELETE' });
    await expect.poll(() => received, SOON).toEqual([framework['@id']]);
  });
});

describe('messages from subscribers are ignored, and they still receive changes', () => {
  test.each([0, 1, 125, 126, 1024, 1025, 65_536, 1_000_000, 20_000_000])('a message of %i bytes', async (size) => {
    const { socket, received } = await listen();
    socket.send('x'.repeat(size));
    socket.send(Buffer.alloc(size));
    const pong = once(socket, 'pong');
    socket.ping('between');
    expect(String((await pong)[0])).toBe('between');
    expect(await settled(received)).toEqual([]);
    const closed = once(socket, 'close');
    socket.close(1000);
    expect((await closed)[0]).toBe(1000);
  });

  test('a message in a thousand fragments, with pings in between', async () => {
    const { socket, received } = await listen();
    let pongs = 0;
    socket.on('pong', () => pongs++);
    for (let sent = 0; sent < 1000; sent++) {
      socket.send('x'.repeat(100), { fin: sent === 999 });
      if (sent % 100 === 0) socket.ping();
    }
    await expect.poll(() => pongs, SOON).toBe(10);
    expect(await settled(received)).toEqual([]);
  });
});
