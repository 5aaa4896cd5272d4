import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const LIMIT = 65_536;
const { server, client } = useServer({ POST_MAX_SIZE: String(LIMIT) });

/** JSON text of a new object, exactly so many bytes long. */
function ofSize(size: number) {
  const thing = newThing(server, { filler: '' });
  const filler = 'x'.repeat(size - JSON.stringify(thing).length);
  return { thing, text: JSON.stringify({ ...thing, filler }) };
}

describe('C18 POST_MAX_SIZE', () => {
  test('C18 a body of the limit is taken, of one byte more is 413, in both bindings', async () => {
    expect((await client.call('/api/ping')).json().postMaxSize).toBe(LIMIT);
    const within = ofSize(LIMIT);
    expect((await client.call(within.thing['@id'], { json: within.text })).status).toBe(200);
    const above = ofSize(LIMIT + 1);
    expect((await client.call(above.thing['@id'], { json: above.text })).status).toBe(413);
    expect((await client.call(shortId(above.thing))).status).toBe(404);
    const fits = ofSize(LIMIT);
    expect((await client.call(fits.thing['@id'], { form: { data: fits.text } })).status).toBe(200);
    expect((await client.call(fits.thing['@id'], { form: { data: `${fits.text} ` } })).status).toBe(413);
  });

  test('C18 the same for batches, searches and identities', async () => {
    const body = JSON.stringify([ofSize(LIMIT).text]);
    for (const path of [
      '/api/sky/repo/multiPut',
      '/api/sky/repo/multiGet',
      '/api/sky/repo/multiDelete',
      '/api/sky/repo/search',
      '/api/data/',
      '/api/sky/id/create',
      '/api/sky/id/commit',
      '/api/sky/id/login',
    ]) {
      expect((await client.call(path, { json: body })).status, path).toBe(413);
      expect((await client.call(path, { form: { data: body } })).status, path).toBe(413);
    }
  });

  test('C18 a length announced above the limit is refused before anything is read', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1');
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk.toString();
        if (received.includes('}')) socket.destroy();
      });
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
      const announced = 'content-type: application/json\r\ncontent-length: 99999999999\r\n';
      socket.write(`POST /api/data/a/b HTTP/1.1\r\nhost: localhost:${server.port}\r\n${announced}\r\n`);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('C18 chunks without an announced length are read up to the limit and no further', async () => {
    const post = (chunks: Iterable<string>) =>
      rawRequest({
        port: server.port,
        method: 'POST',
        path: '/api/data/schema.org.Thing/chunked',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        body: chunks,
      });
    const small = newThing(server);
    const text = JSON.stringify(small);
    expect((await post([text.slice(0, 10), text.slice(10)])).status).toBe(200);
    const large = Array<string>(20).fill('x'.repeat(LIMIT / 10));
    expect((await post(large)).status).toBe(413);
    expect((await client.call('/livez')).status).toBe(200);
  });

  test('C18 clients that go away in the middle of a body leave the server well', async () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      await new Promise<void>((resolve) => {
        const socket = connect(server.port, '127.0.0.1', () => {
          const head = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 5000\r\n';
          socket.write(`POST /api/data/a/b HTTP/1.1\r\nhost: localhost:${server.port}\r\n${head}\r\n--b\r\nContent-`);
          setTimeout(() => socket.destroy(), 5);
        });
        socket.on('close', () => resolve());
      });
    }
    expect((await client.call('/livez')).status).toBe(200);
    expect(server.process.exitCode).toBeNull();
    expect(server.output()).not.toContain('failed unexpectedly');
  });
});
