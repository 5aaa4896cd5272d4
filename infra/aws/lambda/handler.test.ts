import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { httpApiEvent, httpApiResponse } from '../../../test/support/http-api-event.ts';
import { createHandler } from './handler.ts';

const API = 'https://abcdefghij.execute-api.eu-central-1.amazonaws.com';

/** The client's response for a response of the application. */
async function answered(response: Response, init?: RequestInit): Promise<Response> {
  const handler = createHandler(async () => ({
    fetch: () => response,
    commonHeaders: () => ({ 'access-control-allow-origin': '*' }),
  }));
  return httpApiResponse(await handler(await httpApiEvent(new Request(`${API}/api/x`, init))));
}

const HEADERS = {
  'content-type': 'application/json',
  'x-request-id': '11111111-1111-4111-8111-111111111111',
  'access-control-allow-origin': '*',
};
const NO_GZIP = { headers: { 'accept-encoding': 'identity' } };

test('text, binary and empty responses arrive unchanged, with separate cookies', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  expect(new Uint8Array(await (await answered(new Response(bytes))).arrayBuffer())).toEqual(bytes);
  const text = '{"name":"äöü 漢字 🎓 \u0001"}';
  expect(await (await answered(new Response(text, { headers: HEADERS }))).text()).toBe(text);
  const empty = await answered(
    new Response(null, {
      status: 204,
      headers: [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
    }),
  );
  expect([empty.status, empty.headers.getSetCookie()]).toEqual([204, ['a=1', 'b=2']]);
  expect(await (await answered(new Response('\ufefftext'))).arrayBuffer()).toHaveProperty('byteLength', 7);
});

test('the response to HEAD has no body', async () => {
  const answer = await answered(new Response('text', { headers: HEADERS }), { method: 'HEAD' });
  expect(await answer.text()).toBe('');
});

test('I5 a response just below 6 MB is sent, even if its characters take more room in JSON', async () => {
  const large = 'a'.repeat(6 * 1024 * 1024 - 40_000);
  expect((await (await answered(new Response(large), NO_GZIP)).text()).length).toBe(large.length);
  const quotes = '"'.repeat(4_000_000);
  expect((await (await answered(new Response(quotes), NO_GZIP)).text()).length).toBe(quotes.length);
});

test('I5 a larger response is compressed for clients that accept it', async () => {
  const text = JSON.stringify(
    Array.from({ length: 200_000 }, (_, index) => ({ '@id': `https://a.example/${index}`, name: 'n' })),
  );
  const answer = await answered(new Response(text, { headers: { ...HEADERS, vary: 'Origin' } }), {
    headers: { 'accept-encoding': 'deflate, gzip;q=0.8' },
  });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('vary')).toBe('Origin, Accept-Encoding');
  expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(text);
});

test.each([['gzip;q=0'], ['identity'], ['']])(
  'I5 a larger response for a client that accepts %s is a problem that tells what to do',
  async (encodings) => {
    const answer = await answered(new Response('x'.repeat(7_000_000), { headers: HEADERS }), {
      headers: { 'accept-encoding': encodings },
    });
    expect(answer.status).toBe(413);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('x-request-id')).toBe(HEADERS['x-request-id']);
    expect(await answer.json()).toMatchObject({
      type: 'urn:competency-service:problem:answer-too-large',
      requestId: HEADERS['x-request-id'],
      detail: expect.stringContaining('smaller size'),
    });
  },
);

test('a response with an entity tag is not compressed', async () => {
  const headers = { ...HEADERS, etag: '"1"' };
  const answer = await answered(new Response('x'.repeat(7_000_000), { headers }), {
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(answer.status).toBe(413);
});

test('an application whose set-up fails returns 503, and the next request tries again', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  let attempts = 0;
  const handler = createHandler(async () => {
    attempts++;
    if (attempts === 1) throw new Error('The secret cannot be read.');
    return { fetch: () => new Response('here') };
  });
  const event = await httpApiEvent(new Request(`${API}/api/ping`));
  const refused = httpApiResponse(await handler(event));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.text()).not.toContain('secret');
  expect(String(write.mock.calls[0]?.[0])).toContain('The secret cannot be read.');
  expect(await httpApiResponse(await handler(event)).text()).toBe('here');
  await handler(event);
  expect(attempts).toBe(2);
  write.mockRestore();
});

test('an error outside the application is a problem, whose request id is also in the log', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('secret')) });
  for (const fetch of [() => Promise.reject(new Error('secret')), () => new Response(broken)]) {
    const handler = createHandler(async () => ({ fetch }));
    const answer = httpApiResponse(await handler(await httpApiEvent(new Request(`${API}/api/x`))));
    const problem = await answer.text();
    expect([answer.status, problem]).toEqual([500, expect.not.stringContaining('secret')]);
    expect(JSON.parse(problem).requestId).toBe(answer.headers.get('x-request-id'));
    expect(String(write.mock.lastCall?.[0])).toContain(JSON.parse(problem).requestId);
  }
  write.mockRestore();
});

test('an event that is not one of an HTTP API is refused with a problem', async () => {
  const handler = createHandler(async () => ({ fetch: () => new Response('x') }));
  expect(await handler({} as Parameters<typeof handler>[0])).toMatchObject({ statusCode: 400 }); // called by hand
});

test.each([
  ['load balancers', { requestContext: { elb: { targetGroupArn: 'arn' } }, httpMethod: 'GET', path: '/api/ping' }],
  ['payload format 1.0', { version: '1.0', requestContext: { apiId: 'a' }, httpMethod: 'GET', path: '/api/ping' }],
  ['other events', { Records: [] }],
])('an event of %s is refused with what to set up', async (words, event) => {
  const handler = createHandler(async () => ({ fetch: () => new Response('never') }));
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const result = await Reflect.apply(handler, undefined, [event]);
  expect(result).toMatchObject({ statusCode: 400 });
  expect(JSON.parse(result.body).detail).toMatch(/payload format 2\.0/);
  expect(JSON.parse(result.body).detail).toContain(words);
  expect(write).toHaveBeenCalledWith(expect.stringContaining(words));
  write.mockRestore();
});
