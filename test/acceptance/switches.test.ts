import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Client, createClient } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { subscribeTo } from '../support/subscriber.ts';
import { newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

describe('SVC_BASE', () => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    const started = await startServer({ SVC_BASE: '/competencies' });
    server = { ...started, api: `${started.url}competencies/api/` };
    client = createClient(server, '/competencies');
  });
  afterAll(() => server.dispose());

  test('all addresses are under the prefix, and nothing is outside', async () => {
    for (const path of [
      '/api/ping',
      '/api/sky/admin',
      '/api/openapi.json',
      '/api/openapi/',
      '/livez',
      '/readyz',
      '/api/sky/id/salts',
    ]) {
      expect((await client.call(path)).status, path).toBe(200);
      expect((await client.fetch(`${server.url}${path.slice(1)}`)).status, path).toBe(404);
    }
    expect((await client.call('/api')).headers.get('location')).toBe('/competencies/api/openapi/');
  });

  test('ids under the prefixed address are local, and objects live there', async () => {
    const thing = newThing(server, { name: 'prefixed' });
    const saved = await client.call(thing['@id'], { json: thing });
    expect(saved.headers.get('location')).toBe(shortId(thing));
    expect((await client.call(shortId(thing))).json()).toEqual(thing);
    expect((await client.call(thing['@id'], { json: thing })).json()['@id']).toBe(`${shortId(thing)}/1001`);
    expect(await client.find('prefixed')).toEqual([`${shortId(thing)}/1001`]);
    expect((await client.call(shortId(thing), { method: 'DELETE' })).status).toBe(200);
  });

  test('the description names the prefixed address', async () => {
    expect((await client.call('/api/openapi.json')).json().servers).toEqual([{ url: '/competencies/' }]);
  });

  test('the notification channel is available with and without the prefix', async () => {
    for (const path of ['competencies/ws/custom', 'ws/custom']) {
      const subscriber = await subscribeTo(server, { path });
      await subscriber.leave();
    }
  });
});

describe('KILL', () => {
  test('/api/kill ends the process, with exit code 0 and after its answer', async () => {
    const server = await startServer({ KILL: 'true' });
    const gone = once(server.process, 'exit');
    const answer = await createClient(server).call('/api/kill');
    expect([answer.status, answer.text]).toEqual([200, 'Killing process.']);
    expect((await gone)[0]).toBe(0);
    await server.dispose();
  });
});

describe('CORS_ORIGINS and CORS_CREDENTIALS', () => {
  const { server, client } = useServer({
    CORS_ORIGINS: 'https://editor.example,https://second.example',
    CORS_CREDENTIALS: 'true',
  });

  test.each(['https://editor.example', 'https://second.example'])(
    'pages of %s may call, with credentials',
    async (origin) => {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await client.call('/api/ping', { method, headers: { origin } });
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
        expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
        expect(answer.headers.get('vary')).toMatch(/Origin/);
      }
    },
  );

  test.each(['https://evil.example', 'https://editor.example.evil.example', 'http://editor.example', 'null', ''])(
    'J8 pages of "%s" may not read what is served, and credentials never go with *',
    async (origin) => {
      const answer = await client.call('/api/ping', { headers: { origin } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    },
  );

  test('errors and objects carry the same headers', async () => {
    const thing = newThing(server);
    await client.save(thing);
    for (const path of [shortId(thing), '/api/data/none', '/api/nothing']) {
      const answer = await client.call(path, { headers: { origin: 'https://editor.example' } });
      expect(answer.headers.get('access-control-allow-origin'), path).toBe('https://editor.example');
      expect(answer.headers.get('vary'), path).toMatch(/Origin/);
    }
    expect((await client.call(shortId(thing))).headers.get('vary')).toMatch(/signatureSheet.*Origin/);
  });

  test('ping names the origins', async () => {
    expect((await client.call('/api/ping')).json().corsOrigins).toEqual([
      'https://editor.example',
      'https://second.example',
    ]);
  });

  test('K3 the notification channel refuses pages of other origins', async () => {
    const open = (origin?: string) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws/custom`, origin === undefined ? {} : { origin });
        socket.on('open', () => {
          socket.close();
          resolve(true);
        });
        socket.on('error', () => resolve(false));
      });
    expect(await open('https://editor.example')).toBe(true);
    expect(await open()).toBe(true);
    for (const origin of ['https://evil.example', 'https://editor.example.evil.example', 'null']) {
      expect(await open(origin), origin).toBe(false);
    }
  });
});

describe('ping: banner and message of the day', () => {
  test('banner, message of the day, plugins and version', async () => {
    const server = await startServer({
      SVC_BANNER_MESSAGE: 'Down on Friday',
      SVC_BANNER_TEXT_COLOR: 'white',
      CASS_BANNER_BACKGROUND_COLOR: 'red',
      MOTD_TITLE: 'Hello',
      MOTD_MESSAGE: 'World',
      DEFAULT_PLUGINS: '["https://plugins.example/a.js"]',
      VERSION: '9.9.9',
      POST_MAX_SIZE: '4096',
    });
    expect((await createClient(server).call('/api/ping')).json()).toMatchObject({
      version: '9.9.9',
      postMaxSize: 4096,
      banner: { message: 'Down on Friday', color: 'white', background: 'red' },
      motd: { title: 'Hello', message: 'World' },
      plugins: '["https://plugins.example/a.js"]',
    });
    await server.dispose();
  });
});

describe('settings that cannot work', () => {
  test.each([
    [{ PORT: '0' }, /PORT/],
    [{ CORS_CREDENTIALS: 'true' }, /CORS_ORIGINS/],
    [{ POST_MAX_SIZE: 'much' }, /POST_MAX_SIZE/],
    [{ SEARCH_ENDPOINT: 'localhost' }, /SEARCH_ENDPOINT/],
    [{ SVC_LOOPBACK: 'http://localhost/' }, /SVC_LOOPBACK.*\/api\//],
  ] as const)('%o: the service names the setting and does not start', async (environment, sentence) => {
    await expect(startServer({ ...environment })).rejects.toThrow(sentence);
  });
});
