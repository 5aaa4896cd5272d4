import { describe, expect, test } from 'vitest';
import { toConfig } from '../base/config/config.ts';
import { Problem } from '../base/errors/problem.ts';
import { type Answer, EMPTY_ANSWER, textAnswer } from './answer.ts';
import { createBaseApp, type RequestHook } from './app.ts';
import type { CallContext } from './call.ts';
import { type Endpoint, type Endpoints, get, post, remove } from './endpoint.ts';
import type { Guard, Handler, Serve } from './serve.ts';
import { callContext } from './testing/call.ts';

/** An application, and how requests are sent to it. */
function createThings(hooks: readonly RequestHook[] = []) {
  const { config, ...ctx } = callContext();
  const { answer, serve } = createBaseApp({ ...ctx, config: { ...toConfig({}, '1'), ...config } }, hooks);
  const request = (method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    answer(new Request(`http://localhost${path}`, { method, headers }));
  return { serve, request, statusOf: async (...given: Parameters<typeof request>) => (await request(...given)).status };
}

/** Admits requests with a name in a header, and grants the name. */
const named: Guard<CallContext, string> = (_ctx, { request: { headers } }) => {
  const name = headers.get('x-name');
  if (name === null) throw new Problem('not-signed-in', 'Say who you are.');
  return name;
};

const AS_PAT = { 'x-name': 'pat' };

describe('access', () => {
  test('an endpoint with a guard is refused without credentials, by every method, before its handler runs', async () => {
    const { serve, statusOf } = createThings();
    let handled = 0;
    const handler: Handler<CallContext, string> = () => {
      handled += 1;
      return EMPTY_ANSWER;
    };
    const endpoints = { read: get('/things', 'key'), save: post('/things', 'key'), drop: remove('/things', 'key') };
    serve(endpoints, { read: handler, save: handler, drop: handler }, { guards: { key: named } });
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) expect(await statusOf(method, '/things')).toBe(401);
    expect(handled).toBe(0);
    expect(await statusOf('POST', '/things', AS_PAT)).toBe(200);
    expect(handled).toBe(1);
  });

  test('a handler works with what the guard of its endpoint granted', async () => {
    const { serve, request } = createThings();
    serve(
      { mine: get('/mine', 'key'), all: get('/all', 'admin'), open: get('/open', 'anybody') },
      {
        mine: (_ctx, _call, name: string) => textAnswer(`of ${name}`),
        all: (_ctx, _call, count: number) => textAnswer(`all ${count}`),
        open: (_ctx, _call, granted) => textAnswer(`open, ${granted}`),
      },
      { guards: { key: named, admin: () => Promise.resolve(3) } },
    );
    const bodies = await Promise.all(['/mine', '/all', '/open'].map((path) => request('GET', path, AS_PAT)));
    expect(bodies.map(({ body }) => body)).toEqual(['of pat', 'all 3', 'open, undefined']);
  });

  test('each access has a guard of its own: what admits a key does not admit an admin', async () => {
    const { serve, statusOf } = createThings();
    const noAdmin = (): never => {
      throw new Problem('admin-only', 'Only an admin may do this.');
    };
    serve(
      { mine: get('/mine', 'key'), all: get('/all', 'admin') },
      { mine: () => EMPTY_ANSWER, all: () => EMPTY_ANSWER },
      { guards: { key: named, admin: noAdmin } },
    );
    expect([await statusOf('GET', '/mine', AS_PAT), await statusOf('GET', '/all', AS_PAT)]).toEqual([200, 401]);
  });

  test('an endpoint for which nothing is decided before its handler asks no guard', async () => {
    const { serve, statusOf } = createThings();
    const refused: Guard<CallContext, never> = () => {
      throw new Problem('not-signed-in', 'Say who you are.');
    };
    const open = ['anybody', 'readers', 'owners', 'password', 'session', 'called-operation'] as const;
    for (const access of open)
      serve({ [access]: get(`/${access}`, access) }, { [access]: () => EMPTY_ANSWER }, { guards: { key: refused } });
    for (const access of open) expect(await statusOf('GET', `/${access}`)).toBe(200);
  });

  test('browsers may ask which methods a guarded path has, and unknown methods are refused as such', async () => {
    const { serve, request } = createThings();
    serve({ read: get('/mine', 'key') }, { read: () => EMPTY_ANSWER }, { guards: { key: named } });
    expect(await request('OPTIONS', '/mine')).toMatchObject({ status: 204 });
    expect(await request('POST', '/mine')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } });
  });
});

describe('limits', () => {
  test('hooks see the limit of the endpoint, before its guard, which comes before its handler', async () => {
    const steps: string[] = [];
    const { serve, statusOf } = createThings([
      (_call, route) => {
        steps.push(`hook: ${route === null ? 'no endpoint' : (route.limit ?? 'no limit')}`);
        return null;
      },
    ]);
    const guard: Guard<CallContext, string> = (...given) => {
      steps.push('guard');
      return named(...given);
    };
    const handler = () => {
      steps.push('handler');
      return EMPTY_ANSWER;
    };
    const endpoints = { enter: get('/enter', 'key', { limit: 'sign-in' }), read: get('/read', 'anybody') };
    serve(endpoints, { enter: handler, read: handler }, { guards: { key: guard } });
    const stepsOf = async (...request: Parameters<typeof statusOf>) => {
      steps.length = 0;
      await statusOf(...request);
      return [...steps];
    };
    expect(await stepsOf('GET', '/enter', AS_PAT)).toEqual(['hook: sign-in', 'guard', 'handler']);
    expect(await stepsOf('HEAD', '/enter')).toEqual(['hook: sign-in', 'guard']);
    expect(await stepsOf('GET', '/read')).toEqual(['hook: no limit', 'handler']);
    for (const [method, path] of [
      ['POST', '/enter'],
      ['OPTIONS', '/enter'],
      ['GET', '/unknown'],
    ] as const) {
      expect(await stepsOf(method, path)).toEqual(['hook: no endpoint']);
    }
  });

  test('a request that a hook refuses reaches neither guard nor handler', async () => {
    const { serve, statusOf } = createThings([
      () => {
        throw new Problem('too-many-requests', 'Wait.');
      },
    ]);
    const reached = (): never => {
      throw new Error('It was reached.');
    };
    serve({ enter: get('/enter', 'key') }, { enter: reached }, { guards: { key: reached } });
    expect(await statusOf('GET', '/enter')).toBe(429);
  });
});

describe('endpoints that cannot be served are refused at the start', () => {
  /** As JavaScript sees it: types refuse the same. */
  const serveUntyped = (endpoints: Endpoints, handlers: object, options?: object) => {
    const serve: (...given: readonly unknown[]) => void = createThings().serve as Serve<CallContext> & typeof serve;
    return () => serve(endpoints, handlers, options);
  };
  const handler = () => EMPTY_ANSWER;

  test('without a handler', () => {
    expect(serveUntyped({ read: get('/things', 'anybody') }, {})).toThrow('GET /things has no handler.');
  });

  test.each(['admin', 'signed-in', 'key', 'sender'] as const)('without the guard of its access %s', (access) => {
    const endpoints = { read: get('/things', access) };
    expect(serveUntyped(endpoints, { read: handler }, { guards: {} })).toThrow('GET /things has no guard.');
    expect(serveUntyped(endpoints, { read: handler })).toThrow('GET /things has no guard.');
  });

  test('with two handlers of one method and path', () => {
    const any = { servedAs: '/things/*' };
    const endpoints = { one: get('/things/{a}', 'readers', any), two: get('/things/{a}/{b}', 'readers', any) };
    expect(serveUntyped(endpoints, { one: handler, two: handler })).not.toThrow();
    expect(serveUntyped(endpoints, { one: handler, two: () => EMPTY_ANSWER })).toThrow(
      'GET /things/* has two handlers.',
    );
  });
});

describe('paths', () => {
  test('HEAD comes with GET, unless the endpoint changes something', async () => {
    const { serve, statusOf } = createThings();
    const endpoints: Record<'read' | 'run', Endpoint<'anybody'>> = {
      read: get('/read', 'anybody'),
      run: get('/run', 'anybody', { withoutHead: true }),
    };
    serve(endpoints, { read: () => EMPTY_ANSWER, run: () => EMPTY_ANSWER });
    expect([await statusOf('HEAD', '/read'), await statusOf('HEAD', '/run')]).toEqual([200, 405]);
  });

  test('a path that takes the rest of an address leaves the others to their endpoints, whatever the order', async () => {
    const { serve, request } = createThings();
    serve(
      {
        one: get('/things/{id}', 'readers', { servedAs: '/things/*' }),
        report: get('/things/reports/{id}', 'anybody'),
      },
      { one: () => textAnswer('one'), report: (_ctx, { parameters }) => textAnswer(`report ${parameters.id}`) },
    );
    expect((await request('GET', '/things/reports/7')).body).toBe('report 7');
    expect((await request('GET', '/things/a/b')).body).toBe('one');
  });
});
