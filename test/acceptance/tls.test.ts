import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectHttp2, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Certificate, makeCertificate } from '../support/certificate.ts';
import { startServer, type TestServer } from '../support/server.ts';

const first = await makeCertificate();
const second = await makeCertificate();

type Answer = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** One request over HTTP/2, on a connection of its own. */
async function http2Request(url: string, ca: string, headers: OutgoingHttpHeaders, body = ''): Promise<Answer> {
  const session = connectHttp2(url, { ca });
  try {
    const stream = session.request(headers, { endStream: body === '' });
    if (body !== '') stream.end(body);
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    const [answered] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    if (!stream.readableEnded) await once(stream, 'end');
    return { headers: answered, body: Buffer.concat(chunks).toString() };
  } finally {
    session.close();
  }
}

/** The status of a request over HTTP/1.1. */
function http1Status(url: string, ca: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(url, { ca, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end();
  });
}

/** The fingerprint of the certificate that a server shows. */
function shownFingerprint(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.end();
    });
    socket.on('error', reject);
  });
}

describe.skipIf(first === null || second === null)('over HTTPS', () => {
  let directory: string;
  let server: TestServer;
  let ca: string;
  let files: { readonly HTTPS_CERTIFICATE_FILE: string; readonly HTTPS_KEY_FILE: string };

  async function install(certificate: Certificate | null): Promise<void> {
    await writeFile(files.HTTPS_CERTIFICATE_FILE, certificate?.cert ?? '');
    await writeFile(files.HTTPS_KEY_FILE, certificate?.key ?? '', { mode: 0o600 });
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tls-'));
    files = { HTTPS_CERTIFICATE_FILE: join(directory, 'own.crt'), HTTPS_KEY_FILE: join(directory, 'own.key') };
    ca = first?.cert ?? '';
    await install(first);
    server = await startServer({
      HTTPS: 'true',
      IDLE_TIMEOUT: '500',
      REQUEST_TIMEOUT: '1500',
      HEAD_TIMEOUT: '1500',
      LOG_LEVEL: 'info',
      INCLUDE_STRICT_TRANSPORT_SECURITY_HEADER: 'true',
      ...files,
    });
  });
  afterAll(async () => {
    await server?.dispose();
    await rm(directory, { recursive: true, force: true });
  });

  test('objects are saved and read over HTTP/2, with ids under the https address', async () => {
    const id = `${server.api}data/schema.org.Thing/over-http-2`;
    const thing = JSON.stringify({
      '@context': 'https://schema.org/',
      '@type': 'Thing',
      '@id': id,
      name: 'Over HTTP/2',
    });
    const path = new URL(id).pathname;
    const json = { 'content-type': 'application/json' };
    const saved = await http2Request(server.url, ca, { ':method': 'POST', ':path': path, ...json }, thing);
    expect([saved.headers[':status'], saved.body]).toEqual([200, expect.stringContaining('Over HTTP/2')]);
    const read = await http2Request(server.url, ca, { ':path': path });
    expect(read.headers[':status']).toBe(200);
    expect(read.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(JSON.parse(read.body)).toMatchObject({ name: 'Over HTTP/2' });
  });

  test('long signature sheets fit into the headers of HTTP/2, and longer ones are refused', async () => {
    const statusOf = async (length: number) => {
      const headers = { ':path': '/api/ping', signaturesheet: 'x'.repeat(length) };
      return http2Request(server.url, ca, headers).then(
        ({ headers: answered }) => answered[':status'],
        (error: Error) => error.message,
      );
    };
    expect(await statusOf(60_000)).toBe(200);
    expect(await statusOf(200_000)).not.toBe(200);
  });

  test('clients of HTTP/1.1 are served too, and the notification channel is open to them', async () => {
    expect(await http1Status(`${server.url}api/ping`, ca)).toBe(200);
    const socket = new WebSocket(`wss://localhost:${server.port}/ws/custom`, { ca });
    await once(socket, 'open');
    socket.close();
    await once(socket, 'close');
  });

  test('plain HTTP is not served at the same port', async () => {
    await expect(fetch(`http://localhost:${server.port}/api/ping`)).rejects.toThrow();
  });

  test('I3 a body that does not arrive in time ends its stream of HTTP/2', async () => {
    const session = connectHttp2(server.url, { ca });
    const stream = session.request({ ':method': 'POST', ':path': '/api/data/schema.org.Thing/slow' });
    stream.on('error', () => {});
    stream.write('{');
    await once(stream, 'close');
    expect(stream.rstCode).not.toBe(0);
    session.close();
  });

  test('I3 an idle connection of HTTP/2 is closed', async () => {
    const session = connectHttp2(server.url, { ca });
    await once(session, 'connect');
    await once(session, 'close');
  });

  test('a changed certificate is used without a restart, once its key is available', async () => {
    const before = await shownFingerprint(server.port);
    await writeFile(files.HTTPS_CERTIFICATE_FILE, second?.cert ?? '');
    await expect.poll(() => server.output(), { timeout: 20_000 }).toContain('The certificate cannot be replaced');
    expect(await shownFingerprint(server.port)).toBe(before);
    await writeFile(files.HTTPS_KEY_FILE, second?.key ?? '');
    await expect.poll(() => shownFingerprint(server.port), { timeout: 20_000 }).not.toBe(before);
    expect(await http1Status(`${server.url}api/ping`, second?.cert ?? '')).toBe(200);
  });

  test('SIGTERM ends connections of HTTP/2 in order', async () => {
    const session = connectHttp2(server.url, { ca: second?.cert ?? '' });
    const closed = once(session, 'close');
    await once(session, 'connect');
    await server.stop();
    await closed;
    expect(server.process.exitCode).toBe(0);
  });

  test('a certificate that cannot be used keeps the service from starting, with one sentence', async () => {
    await install(null);
    await expect(startServer({ HTTPS: 'true', ...files })).rejects.toThrow(/are not a certificate and its key/);
    const missing = { ...files, HTTPS_CERTIFICATE_FILE: join(directory, 'missing.crt') };
    await expect(startServer({ HTTPS: 'true', ...missing })).rejects.toThrow(
      'The certificate of HTTPS cannot be read: ENOENT',
    );
  });
});
