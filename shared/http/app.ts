import { Hono, type Context as HonoContext } from 'hono';
import type { Context } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import type { Answer } from './answer.ts';
import { type Call, type CallContext, createCall } from './call.ts';
import { createCors } from './cors.ts';
import { problemFormat, renderProblem, toProblem } from './render-problem.ts';

/**
 * Answers one method of one path.
 *
 * @param ctx of the group; its logger is the call's
 * @throws Problem for what the caller gets as an error
 */
export type Handler<C> = (ctx: C, call: Call) => Answer | Promise<Answer>;

/** The methods of a path. HEAD comes with GET; OPTIONS and 405 for all others are added. */
export type Methods<C> = { readonly [method in 'GET' | 'POST' | 'DELETE']?: Handler<C> };

/** Writes an error as an answer. */
export type ProblemRenderer = (problem: Problem, call: Call) => Answer;

/**
 * Adds a path to the application, below the base path of the configuration.
 *
 * @param render for groups whose errors have a format of their own
 */
export type Serve<C> = (path: string, methods: Methods<C>, render?: ProblemRenderer) => void;

const renderDefault: ProblemRenderer = (problem, { request, id }) => renderProblem(problem, problemFormat(request), id);

/**
 * An empty application with what all groups share: request ids, CORS, 405 and OPTIONS (RFC 9110), and the one place
 * where errors become answers.
 */
export function createBaseApp<C extends CallContext & Pick<Context, 'config'>>(ctx: C): { app: Hono; serve: Serve<C> } {
  const app = new Hono();
  const cors = createCors(ctx.config);

  async function respond(
    c: HonoContext,
    answerTo: (call: Call) => Answer | Promise<Answer>,
    render = renderDefault,
  ): Promise<Response> {
    const request = c.req.raw;
    const call = createCall(ctx, request, c.req.param());
    let answer: Answer;
    try {
      answer = await answerTo(call);
      requireAscii(answer.headers);
    } catch (error) {
      answer = render(toProblem(call.log, error), call);
    } finally {
      call.release();
    }
    const shared = cors.headers(request.headers.get('origin'));
    const headers: Record<string, string> = { ...shared, ...answer.headers, 'x-request-id': call.id };
    if (shared.vary !== undefined && answer.headers.vary !== undefined) {
      headers.vary = `${answer.headers.vary}, ${shared.vary}`;
    }
    if (request.method === 'HEAD' && answer.body instanceof ReadableStream) {
      await answer.body.cancel(); // frees the memory that it may hold
      return new Response(null, { status: answer.status, headers });
    }
    return new Response(answer.body, { status: answer.status, headers });
  }

  // An error outside of a handler is answered like one inside.
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
  const serve: Serve<C> = (path, methods, render) => {
    const allow = allowOf(methods);
    app.all(ctx.config.basePath + path, (c) =>
      respond(
        c,
        (call) => {
          const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
          const handler = method === 'GET' || method === 'POST' || method === 'DELETE' ? methods[method] : undefined;
          // The one place before all handlers: checks that apply to every request belong here.
          if (handler !== undefined) return handler({ ...ctx, logger: call.log }, call);
          if (method === 'OPTIONS') return cors.preflight(c.req.raw, allow);
          throw new Problem('method-not-allowed', `This address takes ${allow}.`, { allow });
        },
        render,
      ),
    );
  };
  return { app, serve };
}

/** Header fields are ASCII (RFC 9110, 5.5): with others, runtimes differ, and some fail while they send the answer. */
function requireAscii(headers: Answer['headers']): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\t\x20-\x7e]*$/.test(value)) throw new Error(`The header ${name} of an answer is not ASCII.`);
  }
}

function allowOf(methods: Methods<never>): string {
  const own = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...own, 'OPTIONS'].join(', ');
}
