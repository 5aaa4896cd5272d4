import { Hono, type Context as HonoContext } from 'hono';
import { getPath } from 'hono/utils/url';
import { Problem } from '../base/errors/problem.ts';
import type { Context } from '../repository/context.ts';
import { BYTES_PER_UNIT } from '../repository/objects/present.ts';
import type { Answer } from './answer.ts';
import { type Call, type CallContext, createCall } from './call.ts';
import { type Connection, createCommonHeaders } from './common-headers.ts';
import { createCors } from './cors.ts';
import { pageOf, prefersPage } from './prefers-page.ts';
import { problemFormat, renderProblem, toProblem } from './render-problem.ts';
import { logRequest } from './request-log.ts';
import {
  createServe,
  type MatchedRoute,
  type ProblemRenderer,
  type Serve,
  type ServedMethod,
  type ServedMethods,
} from './serve.ts';
import { streamOf } from './text-stream.ts';

/**
 * Runs before the handler of every request.
 *
 * @param route null when no handler takes the request: the path or its method is unknown, or it is an OPTIONS request
 * @returns an answer, which is sent instead of the handler's, or null to continue
 * @throws Problem for a refused request
 */
export type RequestHook = (call: Call, route: MatchedRoute | null) => Answer | null | Promise<Answer | null>;

/** What comes with a request. */
type Bindings = Connection & {
  /** Receives the answer instead of a `Response`. */
  readonly take?: (answer: Answer) => void;
  /** Whether the request is routed without the slash at the end of its path. */
  readonly slashIgnored?: boolean;
};

/** Longer texts are in the memory budget until they have been sent. */
const MAX_SHORT_BODY_UNITS = 1 << 20;

const renderDefault: ProblemRenderer = (problem, { request, id }) => renderProblem(problem, problemFormat(request), id);

/** An application without endpoints, and how a group adds its own. */
export type BaseApp<C> = {
  readonly fetch: (request: Request, connection?: Connection) => Response | Promise<Response>;
  /** Handles a request of this process itself. Returns the answer unconverted: a `Response` would copy its body to bytes and back. */
  readonly answer: (request: Request, connection?: Connection) => Promise<Answer>;
  readonly serve: Serve<C>;
};

/**
 * An empty application with what all groups share: request ids, CORS, 405 and OPTIONS (RFC 9110), and the one place
 * where errors become answers. One slash at the end of a path that no route takes does not count, as in the existing server.
 *
 * @param hooks run in this order, before every handler
 */
export function createBaseApp<C extends CallContext & Pick<Context, 'config'>>(
  ctx: C,
  hooks: readonly RequestHook[] = [],
): BaseApp<C> {
  const app = new Hono<{ Bindings: Bindings }>({ getPath: (request, options) => routedPath(request, options?.env) });
  const cors = createCors(ctx.config);
  const commonHeaders = createCommonHeaders(ctx.config);

  /** A long text is in the memory budget until the client has read it. */
  function counted(answer: Answer): Answer {
    const { body } = answer;
    if (typeof body !== 'string' || body.length <= MAX_SHORT_BODY_UNITS) return answer;
    return { ...answer, body: streamOf(body, ctx.memory.add(BYTES_PER_UNIT * body.length)) };
  }

  async function respond(
    c: HonoContext<{ Bindings: Bindings }>,
    route: MatchedRoute | null,
    answerTo: (call: Call) => Answer | Promise<Answer>,
    render = renderDefault,
  ): Promise<Response> {
    const request = c.req.raw;
    const call = createCall(ctx, request, c.req.param(), c.env.peerAddress);
    const begin = performance.now();
    let answer: Answer | null = null;
    let refusal: Problem | null = null;
    try {
      answer = counted((hooks.length > 0 ? await runHooks(hooks, call, route) : null) ?? (await answerTo(call)));
      requireAscii(answer.headers);
    } catch (error) {
      await drop(answer, error);
      refusal = toProblem(call.log, error);
      answer = await render(refusal, call);
    } finally {
      call.release();
    }
    const operation = route && `${route.method} ${route.path}`;
    const { status } = answer;
    const tookMs = performance.now() - begin;
    const outcome = { requestId: call.id, method: request.method, operation, status, refusal, tookMs };
    logRequest(call, outcome);
    ctx.onRequest?.(outcome);
    const shared = commonHeaders(request, c.env);
    const headers: Record<string, string> = {
      ...shared,
      ...answer.headers,
      ...call.answerHeaders,
      'x-request-id': call.id,
    };
    if (shared.vary !== undefined && answer.headers.vary !== undefined) {
      headers.vary = `${answer.headers.vary}, ${shared.vary}`;
    }
    let { body } = answer;
    if (request.method === 'HEAD' && body instanceof ReadableStream) {
      await body.cancel(); // frees the memory that it may hold
      body = null;
    }
    c.env.take?.({ status, headers, body });
    const cookies = (answer.cookies ?? []).map((cookie): [string, string] => ['set-cookie', cookie]);
    return new Response(c.env.take === undefined ? body : null, {
      status,
      headers: cookies.length === 0 ? headers : [...Object.entries(headers), ...cookies],
    });
  }

  // An error outside of a handler is answered like one inside.
  app.onError((error, c) =>
    respond(c, null, () => {
      throw error;
    }),
  );
  app.notFound(
    (c) =>
      withoutSlash(c) ??
      respond(
        c,
        null,
        () => {
          if (c.req.method === 'OPTIONS') return cors.preflight(c.req.raw, 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
          throw new Problem('no-such-route', 'There is nothing at this address.');
        },
        renderNotFound,
      ),
  );

  function renderNotFound(problem: Problem, call: Call): Answer | Promise<Answer> {
    const isPage = problem.code === 'no-such-route' && prefersPage(call.request);
    return isPage ? pageOf(problem, call, ctx.config) : renderDefault(problem, call);
  }

  /** Routes a request once more, without the slash at the end of its path, which no route takes; null when it has none. */
  function withoutSlash({ env, req }: HonoContext<{ Bindings: Bindings }>): Response | Promise<Response> | null {
    if (env.slashIgnored === true || !/.\/$/.test(req.path)) return null;
    return app.fetch(req.raw, { ...env, slashIgnored: true });
  }

  function servePath(path: string, methods: ServedMethods<C>, render?: ProblemRenderer): void {
    const allow = allowOf(methods);
    app.all(isAtRoot(path) ? path : ctx.config.basePath + path, (c) => {
      const served = methodFor(c.req.method, methods);
      const elsewhere = served === null && c.req.method !== 'OPTIONS' ? withoutSlash(c) : null;
      if (elsewhere !== null) return elsewhere;
      return respond(
        c,
        served?.route ?? null,
        (call) => {
          if (served !== null) return served.handle({ ...ctx, logger: call.log }, call);
          if (c.req.method === 'OPTIONS') return cors.preflight(c.req.raw, allow);
          throw new Problem('method-not-allowed', `This address accepts ${allow}.`, { allow });
        },
        render,
      );
    });
  }
  return {
    fetch: (request, connection = {}) => app.fetch(request, connection),
    async answer(request, connection) {
      let taken: Answer | undefined;
      const take = (answer: Answer): void => {
        taken = answer;
      };
      await app.fetch(request, { ...connection, take });
      if (taken === undefined) throw new Error('The request was not answered.');
      return taken;
    },
    serve: createServe(servePath),
  };
}

/** The path by which a request is routed. The request keeps its own: handlers read ids from it that may end with a slash. */
function routedPath(request: Request, env: Bindings | undefined): string {
  const path = getPath(request);
  return env?.slashIgnored === true ? path.slice(0, -1) : path;
}

/** The method of a path that takes a request; null: none does. */
function methodFor<C>(requested: string, methods: ServedMethods<C>): ServedMethod<C> | null {
  if (requested !== 'HEAD') return methods.get(requested) ?? null;
  const get = methods.get('GET');
  return get?.withHead ? get : null;
}

async function runHooks(hooks: readonly RequestHook[], call: Call, route: MatchedRoute | null): Promise<Answer | null> {
  for (const hook of hooks) {
    const answer = await hook(call, route);
    if (answer !== null) return answer;
  }
  return null;
}

/** Header fields are ASCII (RFC 9110, 5.5): with others, runtimes differ, and some fail while they send the answer. */
function requireAscii(headers: Answer['headers']): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\t\x20-\x7e]*$/.test(value)) throw new Error(`The header ${name} of an answer is not ASCII.`);
  }
}

/** Ends the body of an answer that is not sent: it may hold memory. One that cannot be cancelled has failed, and so ended. */
async function drop(answer: Answer | null, reason: unknown): Promise<void> {
  if (answer?.body instanceof ReadableStream) await answer.body.cancel(reason).catch(() => undefined);
}

function allowOf<C>(methods: ServedMethods<C>): string {
  const own = [...methods].flatMap(([method, { withHead }]) => (withHead ? [method, 'HEAD'] : [method]));
  return [...own, 'OPTIONS'].join(', ');
}

/** Well-known addresses, and rules for robots, are at the root of the host, whatever the base path is (RFC 8615, RFC 9309). */
function isAtRoot(path: string): boolean {
  return path.startsWith('/.well-known/') || path === '/robots.txt';
}
