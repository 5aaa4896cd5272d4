import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpTransport } from '../../infra/node/http-transport.ts';
import { createPoolTransport } from '../../infra/node/pool-transport.ts';
import { searchTransport } from '../../infra/node/search-transport.ts';
import { found, put } from '../../shared/repository/store/contract/fixtures.ts';
import { term } from '../../shared/repository/store/contract/queries.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { openTestStore } from '../../shared/stores/opensearch/testing/open-test-store.ts';
import { expectedAuthorization } from '../support/aws-signature.ts';
import { makeCertificate } from '../support/certificate.ts';
import { openSearchForTests } from '../support/opensearch.ts';

const engine = await openSearchForTests();
const certificate = await makeCertificate();

const KEYS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a secret of the test' };
const AWS = { region: 'eu-test-1', credentials: { kind: 'keys', ...KEYS, sessionToken: 'a token' } } as const;

describe.skipIf(engine === null || certificate === null).each([
  ['the server', createPoolTransport],
  ['functions', createHttpTransport],
])('a cluster with TLS and signed requests, for %s', (_runtime, create) => {
  const base = `test-${randomUUID()}-`;
  const whole = createFetchTransport({ endpoint: engine?.endpoint ?? '', authorization: null });
  const refused: string[] = [];
  let server: Server;
  let endpoint = '';
  let directory = '';
  let caFile = '';

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'reaching-'));
    caFile = join(directory, 'ca.pem');
    await writeFile(caFile, certificate?.cert ?? '');
    server = createServer({ ...certificate }, async (request, response) => {
      const method = request.method ?? 'GET';
      const body = await text(request);
      const url = new URL(request.url ?? '/', `https://${request.headers.host}`);
      const headers = new Headers(request.headers as Record<string, string>);
      const good =
        headers.get('authorization') === expectedAuthorization({ url, method, headers, body }, KEYS, AWS.region) &&
        headers.get('x-amz-security-token') === 'a token';
      if (!good) {
        refused.push(`${method} ${request.url}`);
        response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"The signature is wrong."}');
        return;
      }
      const contentType = headers.get('content-type');
      const answer = await fetch(new URL(request.url ?? '/', engine?.endpoint), {
        method,
        ...(contentType === null ? {} : { headers: { 'content-type': contentType } }),
        ...(body === '' ? {} : { body }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `https://localhost:${(server.address() as AddressInfo).port}`; // it listens at a port
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true });
    const { body } = await whole.request({ method: 'GET', path: `${base}*`, timeout: 30_000 });
    const indices = Object.keys(body as object).join(','); // a member for each index
    if (indices !== '') await whole.request({ method: 'DELETE', path: indices, timeout: 30_000 });
  });

  test('accepts a store that signs its calls and trusts the authority of a file', async () => {
    const transport = await searchTransport({ endpoints: [endpoint], authorization: null, aws: AWS, caFile }, create);
    const store = await openTestStore(transport, `${base}a-`);
    const head = await put(store.objects, 'a', { members: { name: 'signed, sealed & delivered: “größer” ✓' } });
    expect(await store.objects.heads(['a'])).toEqual([head]);
    expect(await found(store.objects, term('größer'))).toEqual(['a']);
    await store.close();
    expect(refused).toEqual([]);
  });

  test('refuses other keys with a status, which is not a failure of the connection', async () => {
    const credentials = { ...AWS.credentials, secretAccessKey: 'another' };
    const transport = await searchTransport(
      { endpoints: [endpoint], authorization: null, aws: { ...AWS, credentials }, caFile },
      create,
    );
    expect(await transport.request({ method: 'GET', path: '', timeout: 10_000 })).toMatchObject({ status: 403 });
  });

  test('is not trusted without the file; with it, calls end at the timeout', async () => {
    const trusting = await searchTransport(
      { endpoints: [endpoint], authorization: null, aws: AWS, caFile: null },
      create,
    );
    const asked = trusting.request({ method: 'GET', path: '', timeout: 10_000 });
    await expect(asked).rejects.toMatchObject({ kind: 'away', message: expect.stringMatching(/self.signed/i) });
    const transport = await searchTransport({ endpoints: [endpoint], authorization: null, aws: AWS, caFile }, create);
    const late = transport.request({ method: 'GET', path: '', timeout: 1 });
    await expect(late).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('cannot be used with a file without certificates, which is refused at start by name', async () => {
    const cluster = { endpoints: [endpoint], authorization: null, aws: null };
    await expect(searchTransport({ ...cluster, caFile: join(directory, 'none') }, create)).rejects.toThrow(
      /^SEARCH_CA_FILE/,
    );
    await writeFile(join(directory, 'other'), 'no certificate');
    await expect(searchTransport({ ...cluster, caFile: join(directory, 'other') }, create)).rejects.toThrow(
      /^SEARCH_CA_FILE/,
    );
  });
});
