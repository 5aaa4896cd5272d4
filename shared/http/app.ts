import { Hono, type Context as HonoContext } from 'hono';
import type { Context } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import type { Answer } from './answer.ts';
import { createCors } from './cors.ts';
import { problemFormat, renderProblem } from './render-problem.ts';
import { openScope, type RequestScope } from './request-scope.ts';
import { toProblem } from './to-problem.ts';

/** Answers one method of one path. Throws {@link Problem}s for what the caller is to be told. */
export type Handler = (
  request: Request,
  parameters: Readonly<Record<string, string>>,
  scope: RequestScope,
) => Answer | Promise<Answer>;

/** What a path takes: HEAD comes with GET, OPTIONS and the refusal of all others by themselves. */
export type Methods = { readonly [method in 'GET' | 'POST' | 'DELETE']?: Handler };

/** Puts a path into the application; the base path of the configuration comes in front. */
export type Serve = (path: string, methods: Methods) => void;

/**
 * An empty application with what all groups share: request ids, CORS, 405 and OPTIONS (RFC 9110), and the one place
 * where errors become answers.
 */
export function createBaseApp(ctx: Pick<Context, 'config' | 'logger' | 'memory'>): { app: Hono; serve: Serve } {
  const app = new Hono();
  const cors = createCors(ctx.config);

  async function respond(
    c: HonoContext,
    answering: (scope: RequestScope) => Answer | Promise<Answer>,
  ): Promise<Response> {
    const request = c.req.raw;
    const { scope, end } = openScope(ctx);
    const requestId = scope.id;
    let answer: Answer;
    try {
      answer = await answering(scope);
      requireAscii(answer.headers);
    } catch (error) {
      answer = renderProblem(toProblem(ctx, error, requestId), problemFormat(request), requestId);
    } finally {
      end();
    }
    const shared = cors.headers(request.headers.get('origin'));
    const headers: Record<string, string> = { ...shared, ...answer.headers, 'x-request-id': requestId };
    if (shared.vary !== undefined && answer.headers.vary !== undefined) {
      headers.vary = `${answer.headers.vary}, ${shared.vary}`;
    }
    if (request.method === 'HEAD' && answer.body instanceof ReadableStream) {
      await answer.body.cancel(); // nobody would read it, and it may hold memory
      return new Response(null, { status: answer.status, headers });
    }
    return new Response(answer.body, { status: answer.status, headers });
  }

  // What fails outside a handler is told as what fails in one.
  app.onError((error, c) =>
    respond(c, () => {
      throw error;
    }),
  );
  app.notFound((c) =>
    respond(c, () => {
      if (c.req.method === 'OPTIONS') return cors.preflight(c.req.raw, 'GET, HEAD, POST, DELETE, OPTIONS');
      throw new Problem('no-such-route', 'There is nothing at this address.');
    }),
  );
  const serve: Serve = (path, methods) => {
    const allow = allowOf(methods);
    app.all(ctx.config.basePath + path, (c) =>
      respond(c, (scope) => {
        const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
        const handler = method === 'GET' || method === 'POST' || method === 'DELETE' ? methods[method] : undefined;
        if (handler !== undefined) return handler(c.req.raw, c.req.param(), scope);
        if (method === 'OPTIONS') return cors.preflight(c.req.raw, allow);
        throw new Problem('method-not-allowed', `This address takes ${allow}.`, { allow });
      }),
    );
  };
  return { app, serve };
}

/** Header fields are ASCII (RFC 9110, 5.5): runtimes send others as they please, or fail when the answer is on its way. */
function requireAscii(headers: Answer['headers']): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\t\x20-\x7e]*$/.test(value)) throw new Error(`The header ${name} of an answer is not ASCII.`);
  }
}

function allowOf(methods: Methods): string {
  const own = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...own, 'OPTIONS'].join(', ');
}
