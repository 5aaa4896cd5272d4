import { expect, test } from 'vitest';
import { httpApiEvent } from '../../../test/support/http-api-event.ts';
import { toRequest } from './http-event.ts';

const API = 'https://abcdefghij.execute-api.eu-central-1.amazonaws.com';

/** The request that a function receives when a client sends this one. */
async function seen(path: string, init?: RequestInit): Promise<Request> {
  return toRequest(await httpApiEvent(new Request(`${API}${path}`, init)));
}

test.each([
  '/api/data//48d59c411833989366b818f04cdd87c2',
  '/api/data///',
  '/api/data/schema.org.Thing/a%20b',
  '/api/data/x/%C3%A4%E6%BC%A2',
  '/api/data/x/100%25',
  '/api/data/x/a%3Fb%23c',
  '/api/data/https%3A%2F%2Fother.example%2Fthings%2F1',
  '/api/data/schema.org.Thing/http%3A%2F%2Fother.example%2Fa%2Fb',
  '/api/sky/repo/search?q=a%20%2B%22b%22&x=1&x=2&index_hint=*a',
])('the address %s is that which the client wrote', async (path) => {
  expect((await seen(path)).url).toBe(`${API}${path}`);
});

test('a path that the platform did not decode stays unchanged', async () => {
  const event = await httpApiEvent(new Request(`${API}/api/data/x`));
  expect(toRequest({ ...event, rawPath: '/api/data/a%2Fb' }).url).toBe(`${API}/api/data/a%2Fb`);
});

test('bodies of every type have the bytes that were sent, and their length', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (const type of ['application/octet-stream', 'multipart/form-data; boundary=x']) {
    const request = await seen('/api/data/x', { method: 'POST', body: bytes, headers: { 'content-type': type } });
    expect(request.headers.get('content-length')).toBe('256');
    expect(new Uint8Array(await request.arrayBuffer())).toEqual(bytes);
  }
  const text = '{"name":"äöü 漢字 🎓"}';
  const request = await seen('/api/data/x', {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json' },
  });
  expect(request.headers.get('content-length')).toBe(String(new TextEncoder().encode(text).length));
  expect(await request.text()).toBe(text);
});

test('cookies, repeated headers and unusual characters in headers arrive unchanged', async () => {
  const event = await httpApiEvent(new Request(`${API}/api/ping`, { headers: { cookie: 'a=1; b=2' } }));
  const request = toRequest({
    ...event,
    headers: { ...event.headers, accept: 'text/plain,application/json', 'x-odd': 'ä漢' },
  });
  expect(request.headers.get('cookie')).toBe('a=1; b=2');
  expect(request.headers.get('accept')).toBe('text/plain,application/json');
  expect(request.headers.get('x-odd')).not.toBeNull();
});

test('an event without a body, or a GET with one, becomes a request without a body', async () => {
  const event = await httpApiEvent(new Request(`${API}/api/ping`));
  expect(toRequest(event).body).toBeNull();
  expect(toRequest({ ...event, body: 'x' }).body).toBeNull();
});
