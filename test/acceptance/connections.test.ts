import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { rawExchange } from '../support/raw-exchange.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { useServer } from '../support/use-server.ts';

const HEAD = 'POST /api/data/schema.org.Thing/slow HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Everything that a connection receives until it is closed. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await new Promise((resolve) => socket.once('close', resolve)); // also after a reset
  return text;
}

describe('timeouts', () => {
  const { server } = useServer({ HEAD_TIMEOUT: '700', REQUEST_TIMEOUT: '1400', IDLE_TIMEOUT: '300' });

  test('I3 headers that do not arrive in time get 408', async () => {
    const [answer] = await rawExchange(server.port, 'GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Slow:');
    expect([answer?.status, answer?.headers['content-type']]).toEqual([408, 'application/problem+json']);
  });

  test('I3 a body that does not arrive in time gets 408', async () => {
    const [answer] = await rawExchange(server.port, `${HEAD}Content-Length: 10\r\n\r\n{`);
    expect([answer?.status, answer?.headers['content-type']]).toEqual([408, 'application/problem+json']);
    expect(answer?.headers['access-control-allow-origin']).toBe('*');
  });

  test('I3 a connection without a further request is closed', async () => {
    const socket = await open(server.port);
    socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('more connections than MAX_CONNECTIONS', () => {
  const { server } = useServer({ MAX_CONNECTIONS: '3' });

  test('I4 are closed at once, and the others are served', async () => {
    await fetch(`${server.url}livez`, { headers: { connection: 'close' } });
    const sockets = [await open(server.port), await open(server.port), await open(server.port)];
    const dropped = await open(server.port);
    expect(await received(dropped)).toBe('');
    const [first] = sockets;
    first?.write('GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(first && (await received(first))).toMatch(/^HTTP\/1\.1 200 /);
    const next = await open(server.port);
    next.write('GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await received(next)).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of sockets) socket.destroy();
    expect(server.output()).toContain('Connections above MAX_CONNECTIONS are closed');
  });
});

describe('SIGTERM', () => {
  let server: TestServer | undefined;
  afterEach(() => server?.dispose());

  async function untilRefused(port: number): Promise<void> {
    await expect
      .poll(
        async () => {
          const probe = connect(port, '127.0.0.1').on('error', () => {});
          return once(probe, 'connect').then(
            () => {
              probe.destroy();
              return 'accepted';
            },
            () => 'refused',
          );
        },
        { timeout: 20_000 },
      )
      .toBe('refused');
  }

  test('lets requests under way finish, closes idle connections, and exits with 0', async () => {
    server = await startServer();
    const { api, port } = server;
    const thing = { '@context': 'https://schema.org/', '@type': 'Thing', '@id': `${api}data/schema.org.Thing/slow` };
    const body = JSON.stringify(thing);
    const idle = await open(port);
    const closed = received(idle);
    const busy = await open(port);
    busy.write(`${HEAD}Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`);
    const [goOn] = (await once(busy, 'data')) as [Buffer]; // the service has the head of the request
    expect(goOn.toString()).toMatch(/^HTTP\/1\.1 100 /);
    const answered = received(busy);
    const stopped = server.stop();
    await untilRefused(port);
    expect(await closed).toBe('');
    busy.write(body);
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
    await stopped;
    expect(server.process.exitCode).toBe(0);
  });

  test('does not wait longer than SHUTDOWN_TIMEOUT for a request that never arrives in full', async () => {
    server = await startServer({ SHUTDOWN_TIMEOUT: '300' });
    const busy = await open(server.port);
    busy.write(`${HEAD}Content-Length: 10\r\n\r\n{`);
    const closed = received(busy);
    await server.stop();
    expect(await closed).toBe('');
    expect(server.process.exitCode).toBe(0);
  });
});
