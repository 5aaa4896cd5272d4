import { expect, test, vi } from 'vitest';
import { SILENT } from '../../test/support/silent.ts';
import { toConfig } from '../base/config/config.ts';
import { Problem } from '../base/errors/problem.ts';
import { EMPTY_ANSWER } from './answer.ts';
import { createBaseApp, type RequestHook } from './app.ts';
import type { CallContext } from './call.ts';
import { get, post } from './endpoint.ts';
import type { Handler, ProblemRenderer } from './serve.ts';
import { callContext } from './testing/call.ts';

function baseApp(logger = SILENT, hooks: readonly RequestHook[] = []) {
  const { config, ...ctx } = callContext({ logger });
  const {
    fetch,
    answer,
    serve: serveEndpoints,
  } = createBaseApp({ ...ctx, config: { ...toConfig({}, '1'), ...config } }, hooks);
  type Things = { readonly [method in 'GET' | 'POST']?: Handler<CallContext> };
  const serve = (path: string, things: Things, render?: ProblemRenderer) =>
    serveEndpoints(
      Object.fromEntries(
        Object.keys(things).map((method) => [method, method === 'GET' ? get(path, 'anybody') : post(path, 'anybody')]),
      ),
      things,
      render && { render },
    );
  return {
    serve,
    answer: (path: string, init?: RequestInit) => answer(new Request(`http://localhost${path}`, init)),
    request: (path: string, init?: RequestInit, peerAddress?: string) =>
      fetch(new Request(`http://localhost${path}`, init), { peerAddress }),
  };
}

test('a handler logs with the request id of the answer', async () => {
  const info = vi.fn();
  const { request, serve } = baseApp({ ...SILENT, info });
  serve('/here', {
    GET(ctx, { parameters }) {
      ctx.logger.info('DATA', 'Asked', { parameters: JSON.stringify(parameters) });
      return { status: 204, headers: {}, body: null };
    },
  });
  const { headers } = await request('/here');
  const requestId = headers.get('x-request-id');
  expect(info).toHaveBeenCalledWith('DATA', 'Asked', expect.objectContaining({ parameters: '{}', requestId }));
});

test('a group can write its errors in a format of its own, and others keep theirs', async () => {
  const { request, serve } = baseApp();
  const refuse = () => {
    throw new Problem('not-found', 'Nothing here.');
  };
  serve('/own', { GET: refuse }, ({ status, message }, { id }) => ({ status, headers: {}, body: `${message} ${id}` }));
  serve('/other', { GET: refuse });
  const own = await request('/own');
  expect(own.status).toBe(404);
  expect(await own.text()).toBe(`Nothing here. ${own.headers.get('x-request-id')}`);
  expect(await (await request('/own', { method: 'DELETE' })).text()).toContain('This address accepts GET');
  const other = await request('/other');
  expect(other.headers.get('content-type')).toBe('application/problem+json');
});

test('a request of the process itself gets the answer as the handler made it, with the headers of all answers', async () => {
  const { answer, request, serve } = baseApp();
  serve('/here', { GET: () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'text' }) });
  const { status, headers, body } = await answer('/here');
  expect([status, body]).toEqual([200, 'text']);
  const names = [...(await request('/here')).headers.keys()];
  expect(Object.keys(headers).toSorted()).toEqual(names.toSorted());
  expect(await answer('/absent')).toMatchObject({ status: 404 });
  expect(await answer('/here', { method: 'DELETE' })).toMatchObject({ status: 405 });
  expect(await answer('/here', { method: 'HEAD' })).toMatchObject({ status: 200 });
});

test('an answer whose headers cannot be sent is dropped: its body ends, and releases what it holds', async () => {
  const { request, serve } = baseApp();
  const cancel = vi.fn();
  serve('/here', {
    GET: () => ({ status: 200, headers: { 'x-name': '\u00e9' }, body: new ReadableStream({ cancel }) }),
  });
  const failing = new ReadableStream({ cancel: () => Promise.reject(new Error('It fails.')) });
  serve('/failing', { GET: () => ({ status: 200, headers: { 'x-name': '\u00e9' }, body: failing }) });
  expect((await request('/here')).status).toBe(500);
  expect(cancel).toHaveBeenCalledOnce();
  expect((await request('/failing')).status).toBe(500);
});

test('hooks run in order before a handler, with the matched route and the address of the peer', async () => {
  const seen: unknown[] = [];
  const { request, serve } = baseApp(SILENT, [
    async ({ peerAddress }, route) => {
      seen.push(peerAddress, route);
      return null;
    },
    () => {
      seen.push('second');
      return null;
    },
  ]);
  serve('/things/:id', {
    GET() {
      seen.push('handler');
      return EMPTY_ANSWER;
    },
  });
  const route = { method: 'GET', path: '/things/:id' };
  for (const method of ['GET', 'HEAD']) {
    await request('/things/1', { method }, '192.0.2.1');
    expect(seen.splice(0)).toEqual(['192.0.2.1', route, 'second', 'handler']);
  }
});

test('hooks see no route if no handler matches the request', async () => {
  const routes: unknown[] = [];
  const { request, serve } = baseApp(SILENT, [
    (_call, route) => {
      routes.push(route);
      return null;
    },
  ]);
  serve('/things', { GET: () => EMPTY_ANSWER });
  await request('/things', { method: 'OPTIONS' });
  await request('/things', { method: 'POST' });
  await request('/other');
  expect(routes).toEqual([null, null, null]);
});

test('a hook that answers or throws replaces the handler and later hooks', async () => {
  const unreached = vi.fn(() => EMPTY_ANSWER);
  const refuse: RequestHook = ({ request }) => {
    if (request.url.endsWith('?throw')) throw new Problem('admin-only', 'Not for you.');
    return { ...EMPTY_ANSWER, status: 202 };
  };
  const { request, serve } = baseApp(SILENT, [refuse, unreached]);
  serve('/things', { GET: unreached });
  expect((await request('/things')).status).toBe(202);
  const refused = await request('/things?throw');
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(unreached).not.toHaveBeenCalled();
});

test('one slash at the end of a path does not count, except where a route ends with it or takes the rest of the path', async () => {
  const { request, serve } = baseApp();
  const say = (text: string) => () => ({ status: 200, headers: {}, body: text });
  serve('/page', { GET: say('page') });
  serve('/shown/', { GET: say('shown') });
  serve('/shown', { GET: say('redirect') });
  serve('/of/:id', { GET: (_ctx, { parameters: { id = '' } }) => ({ status: 200, headers: {}, body: id }) });
  serve('/rest', { POST: say('saved') });
  serve('/rest/*', { GET: (_ctx, call) => ({ status: 200, headers: {}, body: new URL(call.request.url).pathname }) });
  const text = async (path: string, init?: RequestInit) => (await request(path, init)).text();
  expect(await Promise.all(['/page/', '/shown/', '/shown', '/of/one/'].map((path) => text(path)))).toEqual([
    'page',
    'shown',
    'redirect',
    'one',
  ]);
  expect(await text('/rest/urn:x:/')).toBe('/rest/urn:x:/');
  expect(await text('/rest/')).toBe('/rest/');
  expect(await text('/rest/', { method: 'POST', body: 'x' })).toBe('saved');
  for (const path of ['/page//', '/none/', '//', '/']) expect((await request(path)).status, path).toBe(404);
  const refused = await request('/page/', { method: 'DELETE' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('hooks see a request with a slash at its end once, with the route that it gets', async () => {
  const seen: unknown[] = [];
  const hook: RequestHook = (_call, route) => {
    seen.push(route?.path ?? null);
    return null;
  };
  const { request, serve } = baseApp(SILENT, [hook]);
  serve('/page', { GET: () => EMPTY_ANSWER });
  await request('/page/');
  await request('/none/');
  expect(seen).toEqual(['/page', null]);
});
