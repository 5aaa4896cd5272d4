import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { rawExchange } from '../../test/support/raw-exchange.ts';
import { answerClientErrors } from './client-errors.ts';

test.each([
  ['nothing but a beginning', 'GET / HTTP/1.1\r\nHost: a'],
  ['a body that does not come', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n'],
])('a request of %s is answered with 408', async (_, sent) => {
  const times = { headersTimeout: 20, requestTimeout: 40, connectionsCheckingInterval: 10 };
  const server = createServer(times, () => undefined);
  answerClientErrors(server, 16_384, {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const [answer] = await rawExchange((server.address() as AddressInfo).port, sent);
  expect(answer?.status).toBe(408);
  expect(answer?.headers).toMatchObject({ 'content-type': 'application/problem+json', connection: 'close' });
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ status: 408, requestId: answer?.headers['x-request-id'] });
  server.close();
});
