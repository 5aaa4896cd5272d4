import type { Problem } from '../base/errors/problem.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import {
  type Access,
  type Endpoint,
  type Endpoints,
  type GuardedAccess,
  type Limit,
  type Method,
  type OpenAccess,
  servedPath,
} from './endpoint.ts';

/**
 * Handles the requests of an endpoint.
 *
 * @param ctx of the group; its logger is the call's
 * @param granted what the guard of the endpoint returned
 * @throws Problem for errors that the caller gets
 */
export type Handler<C, G = undefined> = (ctx: C, call: Call, granted: G) => Answer | Promise<Answer>;

/**
 * Decides whether a caller may use an endpoint, before the handler runs. It may read the body: a signature sheet can be in it.
 *
 * @returns what the handler works with
 * @throws Problem for a caller that may not use it
 */
export type Guard<C, G> = (ctx: C, call: Call, route: MatchedRoute) => G | Promise<G>;

/** The endpoint that a request matches. */
export type MatchedRoute = {
  readonly method: Method;
  /** Path as it is served, without the base path, such as `/api/data/*`. */
  readonly path: string;
  readonly limit?: Limit;
};

type GuardedIn<E extends Endpoints> = Extract<E[keyof E]['access'], GuardedAccess>;

type GrantedBy<Guards, A extends Access> = A extends keyof Guards
  ? Guards[A] extends (...given: never) => infer G
    ? Awaited<G>
    : never
  : undefined;

/** A handler for each endpoint. */
export type Handlers<C, E extends Endpoints, Guards = object> = {
  readonly [Id in keyof E]: Handler<C, GrantedBy<Guards, E[Id]['access']>>;
};

/** Writes an error as an answer. */
export type ProblemRenderer = (problem: Problem, call: Call) => Answer | Promise<Answer>;

/**
 * Adds endpoints to the application, below the base path of the configuration. Each needs a handler, and a guard where its access is
 * decided before the handler. HEAD comes with GET; OPTIONS, and 405 for the other methods of a path, are added.
 */
export type Serve<C> = {
  <E extends Endpoints<OpenAccess>>(endpoints: E, handlers: Handlers<C, E>, options?: Rendering): void;
  <E extends Endpoints, Guards extends { readonly [A in GuardedIn<E>]: Guard<C, unknown> }>(
    endpoints: E,
    handlers: Handlers<C, E, Guards>,
    options: Rendering & { readonly guards: Guards },
  ): void;
};

type Rendering = {
  /** For groups whose errors have a format of their own. */
  readonly render?: ProblemRenderer;
};

/** What takes the requests of one method of a path. */
export type ServedMethod<C> = {
  readonly route: MatchedRoute;
  readonly withHead: boolean;
  readonly handle: (ctx: C, call: Call) => Answer | Promise<Answer>;
};

/** The methods of a path. */
export type ServedMethods<C> = ReadonlyMap<string, ServedMethod<C>>;

/** Handlers whose types {@link Serve} has checked: each takes what the guard of its endpoint returns. */
type CheckedHandlers<C> = Readonly<Record<string, Handler<C, never>>>;
type CheckedGuards<C> = Readonly<Record<string, Guard<C, unknown>>>;

/** Typed as a record, so that a new one is not forgotten here. */
const GUARDED: Readonly<Partial<Record<Access, true>> & Record<GuardedAccess, true>> = {
  admin: true,
  'signed-in': true,
  key: true,
  sender: true,
};

/** @param servePath adds one path to the application */
export function createServe<C>(
  servePath: (path: string, methods: ServedMethods<C>, render?: ProblemRenderer) => void,
): Serve<C> {
  return (
    endpoints: Endpoints,
    handlers: CheckedHandlers<C>,
    { guards = {}, render }: Rendering & { readonly guards?: CheckedGuards<C> } = {},
  ) => {
    const paths = new Map<string, Map<string, ServedMethod<C>>>();
    // Several operations of the description may be served at one path, by one handler.
    const served = new Map<string, Handler<C, never>>();
    for (const [id, endpoint] of Object.entries(endpoints)) {
      const path = servedPath(endpoint);
      const methods = paths.get(path) ?? new Map<string, ServedMethod<C>>();
      const key = `${endpoint.method} ${path}`;
      const handler = served.get(key) ?? handlers[id];
      if (handler !== handlers[id]) throw new Error(`${key} has two handlers.`);
      if (handler !== undefined) served.set(key, handler);
      if (!methods.has(endpoint.method)) methods.set(endpoint.method, servedMethod(path, endpoint, handler, guards));
      paths.set(path, methods);
    }
    // The first path that matches counts: those that take the rest of an address come last.
    const ordered = [...paths].sort(([a], [b]) => Number(a.endsWith('*')) - Number(b.endsWith('*')));
    for (const [path, methods] of ordered) servePath(path, methods, render);
  };
}

function servedMethod<C>(
  path: string,
  { method, access, limit, withoutHead }: Endpoint,
  handler: Handler<C, never> | undefined,
  guards: CheckedGuards<C>,
): ServedMethod<C> {
  if (handler === undefined) throw new Error(`${method} ${path} has no handler.`);
  const guard = guards[access];
  if (guard === undefined && GUARDED[access]) throw new Error(`${method} ${path} has no guard.`);
  const route = { method, path, ...(limit !== undefined && { limit }) };
  const granted = async (ctx: C, call: Call) => (await guard?.(ctx, call, route)) as never; // as Serve has checked
  return {
    route,
    withHead: method === 'GET' && withoutHead !== true,
    handle:
      guard === undefined
        ? (ctx, call) => handler(ctx, call, undefined as never)
        : async (ctx, call) => handler(ctx, call, await granted(ctx, call)),
  };
}
