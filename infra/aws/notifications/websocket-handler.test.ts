import { beforeEach, expect, test } from 'vitest';
import type { ManagedHandshake } from '../../../events/websocket/connect.ts';
import { Problem } from '../../../shared/base/errors/problem.ts';
import connected from '../../../test/fixtures/events/websocket-connect.json' with { type: 'json' };
import disconnected from '../../../test/fixtures/events/websocket-disconnect.json' with { type: 'json' };
import message from '../../../test/fixtures/events/websocket-message.json' with { type: 'json' };
import { SILENT } from '../../../test/support/silent.ts';
import { createWebSocketHandler } from './websocket-handler.ts';

let handshakes: ManagedHandshake[];
let others: string[];
let fault: unknown;
let logged: number;

const handler = createWebSocketHandler(
  {
    async connect(handshake) {
      if (fault !== null) throw fault;
      handshakes.push(handshake);
    },
    disconnect: async (id) => void others.push(`disconnect ${id}`),
    message: async (id) => void others.push(`message ${id}`),
  },
  { ...SILENT, error: () => void logged++ },
);

beforeEach(() => {
  handshakes = [];
  others = [];
  fault = null;
  logged = 0;
});

test('a handshake is read with its connection, headers, address and query', async () => {
  expect(await handler(connected)).toEqual({ statusCode: 200 });
  const [handshake] = handshakes;
  expect(handshake).toMatchObject({ id: 'Cn8QkfQoFiACHMw=', peerAddress: '203.0.113.7' });
  const { host, searchParams } = new URL(handshake?.url ?? '');
  expect(host).toBe('abcdefghij.execute-api.eu-central-1.amazonaws.com');
  expect(['origin', 'signatureSheet'].map((name) => handshake?.headers.get(name))).toEqual([
    'https://editor.example',
    '[]',
  ]);
  expect([...searchParams]).toEqual([
    ['type', '*.level,*.competency'],
    ['cursors', 'true'],
  ]);
});

test('a handshake may lack headers and query', async () => {
  const { requestContext } = connected;
  expect(await handler({ requestContext, isBase64Encoded: false })).toEqual({ statusCode: 200 });
  const [handshake] = handshakes;
  expect([handshake?.id, [...(handshake?.headers ?? [])]]).toEqual(['Cn8QkfQoFiACHMw=', []]);
  expect(new URL(handshake?.url ?? '').search).toBe('');
});

test('the type of an event decides how it is handled, not its route, which a message may choose', async () => {
  const named = { ...message, requestContext: { ...message.requestContext, routeKey: '$connect' } };
  expect(await handler(named)).toEqual({ statusCode: 200 });
  expect(await handler(disconnected)).toEqual({ statusCode: 200 });
  expect(others).toEqual(['message Cn8QkfQoFiACHMw=', 'disconnect Cn8QkfQoFiACHMw=']);
});

test('a refused handshake gets a problem with a request id, and only the log has the cause of an error', async () => {
  fault = new Problem('invalid-parameter', 'since: is not a date-time.');
  expect(await problemOf(connected)).toMatchObject({ status: 400, detail: 'since: is not a date-time.' });
  expect(logged).toBe(0);
  fault = new Error('secret');
  expect(JSON.stringify(await problemOf(connected))).not.toContain('secret');
  expect(await problemOf({ requestContext: {} })).toMatchObject({ status: 500 });
  expect(logged).toBe(2);
});

async function problemOf(event: unknown) {
  const { statusCode, headers = {}, body = '' } = await handler(event);
  const problem = JSON.parse(body);
  expect([problem.status, problem.requestId]).toEqual([statusCode, headers['x-request-id']]);
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  return problem;
}
