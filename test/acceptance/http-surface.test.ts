import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readApiDescription } from '../support/api-description.ts';
import { rawRequest } from '../support/raw-request.ts';
import { newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();

/** Every path of the description with what it takes. */
const PATHS = [...Map.groupBy(readApiDescription(), (operation) => operation.path)].map(([path, operations]) => ({
  path: path.replace('{type}', 'schema.org.Thing').replace('{uid}', 'x').replace('{version}', '1'),
  methods: operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
}));
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND'];

describe('H12 methods', () => {
  test.each(PATHS)(
    'H12 $path accepts $methods and OPTIONS, and 405 lists them for all others',
    async ({ path, methods }) => {
      for (const method of METHODS.filter((candidate) => !methods.includes(candidate))) {
        const answer = await rawRequest({ port: server.port, method, path });
        expect(answer.status, method).toBe(405);
        expect(answer.headers.get('allow')?.split(', ').sort(), method).toEqual([...methods, 'OPTIONS'].sort());
        if (method === 'HEAD') continue;
        const { status, imsx_codeMajor: major, jsonrpc } = answer.json(); // CASE and MCP have errors of their own
        expect(major === 'failure' || jsonrpc === '2.0' || status === 405, method).toBe(true);
      }
    },
  );

  test.each(PATHS)('H12 OPTIONS of $path', async ({ path }) => {
    const answer = await client.call(path, { method: 'OPTIONS' });
    expect([answer.status, answer.text]).toEqual([204, '']);
  });

  test.each(PATHS.filter(({ methods }) => methods.includes('GET')))(
    'H12 HEAD of $path has the status and headers of GET and no body',
    async ({ path }) => {
      const [get, head] = await Promise.all([client.call(path), client.call(path, { method: 'HEAD' })]);
      expect(head.status).toBe(get.status);
      expect(head.text).toBe('');
      for (const name of ['content-type', 'etag', 'last-modified', 'vary', 'cache-control', 'allow']) {
        expect(head.headers.get(name), name).toBe(get.headers.get(name));
      }
    },
  );

  test('H12 TRACE and CONNECT reach nothing', async () => {
    for (const path of ['/api/ping', '/api/data/a/b']) {
      expect((await rawRequest({ port: server.port, method: 'TRACE', path })).status).toBe(405);
    }
    await expect(rawRequest({ port: server.port, method: 'CONNECT', path: 'localhost:1' })).rejects.toThrow();
    expect((await client.call('/livez')).status).toBe(200);
  });

  test.each(PATHS.filter(({ path }) => !path.endsWith('/')))(
    'a slash at the end of $path does not count',
    async ({ path, methods }) => {
      const { status, headers } = await rawRequest({ port: server.port, method: 'PROPFIND', path: `${path}/` });
      expect([status, headers.get('allow')?.split(', ').sort()]).toEqual([405, [...methods, 'OPTIONS'].sort()]);
    },
  );

  test('a slash at the end does not count for reads, saves of forms and searches', async () => {
    const thing = newThing(server, { name: 'slashed' });
    expect((await client.call(`${thing['@id']}/`, { form: { data: JSON.stringify(thing) } })).status).toBe(200);
    expect((await client.call(`${shortId(thing)}/`)).json()).toEqual(thing);
    expect((await client.call('/api/sky/repo/search/?q=slashed')).json()).toEqual([thing]);
    expect((await client.call('/api/ping/')).json()).toHaveProperty('ping', 'pong');
    expect((await client.call('/api/openapi/')).headers.get('content-type')).toMatch(/^text\/html/);
  });

  test('a slash at the end of an id belongs to it', async () => {
    const thing = { ...newThing(server), '@id': `https://elsewhere.example/${randomUUID()}/` };
    await client.save(thing);
    const address = `/api/data/${encodeURIComponent(thing['@id'])}`;
    expect((await client.call(address)).json()).toEqual(thing);
    expect((await client.call(`/api/data/${encodeURIComponent(thing['@id'].slice(0, -1))}`)).status).toBe(404);
  });

  test('an unknown address answers 404 to every method, including POST of a bare id', async () => {
    for (const path of [
      `/api/${randomUUID()}`,
      '/nothing',
      '/api/custom/data/x',
      '/api/sky/repo/types',
      '/apix',
      '/api/sky/id/x',
    ]) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        expect((await client.call(path, { method })).status, `${method} ${path}`).toBe(404);
      }
      expect((await client.call(path, { form: { data: '{}' } })).status).toBe(404);
    }
  });
});

describe('406 for forms that are not offered', () => {
  test.each(['application/trig', 'application/rdf+json', 'image/png'])('Accept: %s', async (accept) => {
    const thing = newThing(server);
    await client.save(thing);
    const calls = [{}, { method: 'HEAD' }, { form: {} }, { json: { ...thing, name: 'changed' } }];
    for (const call of calls) {
      const answer = await client.call(shortId(thing), { ...call, headers: { accept } });
      expect(answer.status).toBe(406);
      if (!('method' in call)) expect(answer.text).toMatch(/application\/ld\+json/);
    }
    expect((await client.call(shortId(thing))).json()).toEqual(thing);
  });

  test.each([
    '*/*',
    'application/json',
    'application/ld+json',
    'text/turtle;q=0.1, */*',
    'text/turtle;q=0, */*;q=0.1',
    'application/*',
    'text/plain',
    '',
    'APPLICATION/JSON',
    'application/json;q=0.5',
  ])('Accept: "%s" is served JSON', async (accept) => {
    const thing = newThing(server);
    await client.save(thing);
    const answer = await client.call(shortId(thing), { headers: { accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(answer.json()).toEqual(thing);
  });
});

describe('cross-origin requests (specification: Network access controls 5)', () => {
  test('pages of every origin may read answers and errors, without credentials', async () => {
    for (const path of ['/api/ping', '/api/data/none', '/api/nothing']) {
      const answer = await client.call(path, { headers: { origin: 'https://editor.example' } });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase().split(/, */) ?? [];
      expect(exposed).toEqual(expect.arrayContaining(['etag', 'link', 'location', 'last-modified', 'x-request-id']));
    }
  });

  test('a success without content has a type: gateways add JSON if there is none, and clients parse that', async () => {
    const thing = newThing(server);
    await client.save(thing);
    const json = { username: randomUUID(), password: 'one', credentials: { contacts: [], credentials: [] } };
    const answers = {
      deleted: await client.call(shortId(thing), { method: 'DELETE' }),
      created: await client.call('/api/sky/id/create', { json }),
      redirected: await client.call('/api/openapi'),
    };
    for (const [name, { text, headers }] of Object.entries(answers)) {
      expect([text, headers.get('content-type')], name).toEqual(['', 'text/plain; charset=utf-8']);
    }
  });

  test('a preflight allows the methods of the API and the requested headers', async () => {
    const headers = {
      origin: 'https://editor.example',
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'signaturesheet,content-type,if-match',
    };
    for (const path of ['/api/data/schema.org.Thing/x', '/api/sky/repo/search', '/api/data/x']) {
      const answer = await client.call(path, { method: 'OPTIONS', headers });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(/, */);
      expect(allowed).toEqual(['signaturesheet', 'content-type', 'if-match']);
      expect(answer.headers.get('vary')).toMatch(/Access-Control-Request-Headers/i);
    }
    const methods = (await client.call('/api/data/a/b', { method: 'OPTIONS', headers })).headers.get(
      'access-control-allow-methods',
    );
    expect(methods?.split(/, */).sort()).toEqual(expect.arrayContaining(['DELETE', 'GET', 'HEAD', 'POST']));
  });
});

describe('health and documentation (specification)', () => {
  test('ping returns the values that clients need, of the right types', async () => {
    const answer = (await client.call('/api/ping')).json();
    expect(answer).toMatchObject({
      ping: 'pong',
      version: expect.any(String),
      adminPublicKeys: [expect.stringMatching(/^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=]+-----END PUBLIC KEY-----$/)],
      postMaxSize: 52_428_800,
      signatureSheetHashAlgorithm: 'SHA-256',
      fips: 0,
      ssoViaP1: null,
    });
    expect(Math.abs(answer.time - Date.now())).toBeLessThan(60_000);
    for (const name of ['plugins', 'banner', 'motd', 'ssoLogin', 'corsOrigins'])
      expect(answer).not.toHaveProperty(name);
  });

  test('ping with fields gives those, and ignores unknown ones', async () => {
    expect((await client.call('/api/ping?fields=ping,fips,nothing,__proto__')).json()).toEqual({
      ping: 'pong',
      fips: 0,
    });
  });

  test('sky/admin is the array of admin keys; full=true adds the configuration', async () => {
    const keys = (await client.call('/api/sky/admin')).json();
    expect(keys).toEqual((await client.call('/api/ping')).json().adminPublicKeys);
    const full = await client.call('/api/sky/admin?full=true');
    expect(full.json()).toMatchObject({ adminPublicKeys: keys, postMaxSize: 52_428_800 });
    expect(full.text).not.toMatch(/PRIVATE|keys\/|\/tmp/);
  });

  test('the description is OpenAPI 3.0.3, titled CaSS 1.7.7, with openId declared, under both names', async () => {
    const answer = await client.call('/api/openapi.json');
    const description = answer.json();
    expect(description).toMatchObject({
      openapi: '3.0.3',
      info: { title: 'CaSS', version: '1.7.7' },
      servers: [{ url: '/' }],
      components: { securitySchemes: { openId: { type: 'openIdConnect' } } },
    });
    expect(description.security).toContainEqual({ openId: [] });
    expect((await client.call('/api/swagger.json')).text).toBe(answer.text);
  });

  test('the page of the API needs nothing from elsewhere', async () => {
    for (const address of ['/api/openapi/', '/api/swagger/']) {
      const page = await client.call(address);
      expect(page.headers.get('content-type')).toMatch(/^text\/html/);
      expect(page.text).not.toMatch(/https?:\/\//);
      const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect((await client.call(`${address}${link}`)).status, link).toBe(200);
      expect((await client.call(`${address}nothing.js`)).status).toBe(404);
      expect((await client.call(`${address}..%2f..%2fpackage.json`)).status).toBe(404);
    }
  });

  test('the addresses above lead to the page', async () => {
    for (const path of ['/api', '/api/openapi', '/api/swagger']) {
      const answer = await client.call(path);
      expect(answer.status, path).toBe(302);
      const target = new URL(answer.headers.get('location') ?? '', `${server.url}api`);
      expect((await client.call(target.href)).headers.get('content-type')).toMatch(/^text\/html/);
    }
  });

  test('every answer has a request id of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.call('/api/ping')));
    expect(new Set(answers.map((answer) => answer.headers.get('x-request-id'))).size).toBe(20);
  });

  test('there is no kill without the setting', async () => {
    expect((await client.call('/api/kill')).status).toBe(404);
  });
});
