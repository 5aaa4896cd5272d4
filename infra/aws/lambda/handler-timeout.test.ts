import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { httpApiEvent, httpApiResponse } from '../../../test/support/http-api-event.ts';
import { type App, createHandler, type HttpHandler } from './handler.ts';
import { unlessAborted } from './request-timeout.ts';

const API = 'https://abcdefghij.execute-api.eu-central-1.amazonaws.com';

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const NEVER = new Promise<never>(() => {});
const commonHeaders: App['commonHeaders'] = ({ headers }) => ({
  'access-control-allow-origin': headers.get('origin') ?? '*',
  vary: 'Origin',
});

/** An invocation that times out after this time. */
const leaving = (timeoutMs: number) => ({ getRemainingTimeInMillis: () => 1_500 + timeoutMs });

async function call(handler: HttpHandler, invocation = leaving(20), init?: RequestInit): Promise<Response> {
  const event = await httpApiEvent(new Request(`${API}/api/x?secret=1`, init));
  return httpApiResponse(await handler(event, invocation));
}

describe('a request that times out', () => {
  test('gets a problem document that pages of every origin may read', async () => {
    const handler = createHandler(async () => ({ fetch: () => NEVER, commonHeaders }));
    const answer = await call(handler, leaving(20), { headers: { origin: 'https://editor.example' } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://editor.example');
    expect(answer.headers.get('vary')).toBe('Origin');
    expect(await answer.json()).toMatchObject({
      type: 'urn:competency-service:problem:took-too-long',
      requestId: answer.headers.get('x-request-id'),
    });
  });

  test('gets plain text if it is a form', async () => {
    const handler = createHandler(async () => ({ fetch: () => NEVER, commonHeaders }));
    const answer = await call(handler, leaving(20), { method: 'POST', body: new URLSearchParams({ data: '[]' }) });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toMatch(/^The service ended this request/);
  });

  test('is logged under the request id of its response, with its path and without its query', async () => {
    const handler = createHandler(async () => ({ fetch: () => NEVER }));
    const answer = await call(handler);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 50,
      method: 'GET',
      path: '/api/x',
      requestId: answer.headers.get('x-request-id'),
    });
    expect(lines[0]).not.toContain('secret');
  });

  test.each<[string, () => Promise<App>]>([
    ['while the application is being set up', () => NEVER],
    ['while its body is being sent', async () => ({ fetch: () => new Response(new ReadableStream()) })],
  ])('also %s', async (_, make) => {
    expect((await call(createHandler(make))).status).toBe(503);
  });

  test('leaves no work behind that would resume or fail during the next request', async () => {
    const signals: AbortSignal[] = [];
    const effects: string[] = [];
    const { promise: thaw, resolve: thawNow } = Promise.withResolvers<void>();
    const handler = createHandler(async (signal) => {
      const number = signals.push(signal);
      const effect = unlessAborted(signal, async (name: string) => void effects.push(name));
      return {
        async fetch() {
          await effect(`begun by ${number}`);
          if (number === 1) await thaw;
          await effect(`done by ${number}`);
          return new Response('done');
        },
      };
    });
    expect((await call(handler)).status).toBe(503);
    thawNow();
    expect(await (await call(handler, leaving(10_000))).text()).toBe('done');
    expect(effects).toEqual(['begun by 1', 'begun by 2', 'done by 2']);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await call(handler, leaving(10_000));
    expect(signals).toHaveLength(2);
  });

  test('is not started once the application is set up', async () => {
    const { promise: made, resolve } = Promise.withResolvers<void>();
    const served: string[] = [];
    const handler = createHandler(async () => {
      await made;
      return {
        fetch: (request) => {
          served.push(request.method);
          return new Response('here');
        },
      };
    });
    await call(handler, leaving(20), { method: 'POST' });
    resolve();
    await call(handler, leaving(10_000));
    expect(served).toEqual(['GET']);
  });
});

test('the time limit includes the start of the function: API Gateway waits from when it took the request', async () => {
  const handler = createHandler(async () => ({ fetch: () => NEVER }));
  const event = await httpApiEvent(new Request(`${API}/api/x`));
  const began = { ...event.requestContext, timeEpoch: Date.now() - 28_400 };
  const late = await handler({ ...event, requestContext: began }, leaving(25_000));
  expect(late.statusCode).toBe(503);
});

test('a function without an API timeout ends only by its own timeout', async () => {
  const slow: App = { fetch: () => new Promise((resolve) => setTimeout(() => resolve(new Response('done')), 300)) };
  const handler = createHandler(async () => slow, Number.POSITIVE_INFINITY);
  const event = await httpApiEvent(new Request(`${API}/api/x`));
  const began = { ...event.requestContext, timeEpoch: Date.now() - 28_400 };
  expect(await handler({ ...event, requestContext: began }, leaving(10_000))).toMatchObject({ body: 'done' });
  expect((await call(handler)).status).toBe(503);
});
