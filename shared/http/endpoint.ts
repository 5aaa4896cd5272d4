/**
 * Who may use an endpoint, where that is not decided before its handler. `anybody`: nothing is asked. `readers`, `owners`: anybody may
 * ask, and the rights on each object decide what is shown or changed. `password`: the request carries the password of the account that
 * it is about. `session`: it carries the id of a session. `called-operation`: it calls other operations, whose access applies.
 */
export type OpenAccess = 'anybody' | 'readers' | 'owners' | 'password' | 'session' | 'called-operation';

/**
 * Who may use an endpoint, where a guard decides it before the handler. `admin`: callers with the admin key or the secret of the server.
 * `signed-in`: users of the identity provider. `key`: callers that prove a key. `sender`: callers that prove who they are, also by a
 * value of `Authorization` that the configuration names. The configuration may admit others too for the last two.
 */
export type GuardedAccess = 'admin' | 'signed-in' | 'key' | 'sender';

export type Access = OpenAccess | GuardedAccess;

/**
 * Which limit counts the requests of an endpoint: `sign-in`, by client address, before the handler (SVC_RATE_LIMIT); `language-model`, by
 * caller, once a request is found valid (LLM_RATE_LIMIT).
 */
export type Limit = 'sign-in' | 'language-model';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Options = {
  /** The path that it is served at, where that is another than the described one, such as `/api/data/*`. */
  readonly servedAs?: string;
  readonly limit?: Limit;
  /** A GET that HEAD does not come with, since it changes something (RFC 9110, 9.2.1). */
  readonly withoutHead?: true;
};

/** One method of one path. What it means is in its route (`route.ts`), which bundles of functions do not contain. */
export type Endpoint<A extends Access = Access> = Options & {
  readonly method: Method;
  /** Path template of OpenAPI below the base path, such as `/api/scd/{type}/{id}`. */
  readonly path: string;
  readonly access: A;
};

/** Endpoints by the ids of their operations. */
export type Endpoints<A extends Access = Access> = Readonly<Record<string, Endpoint<A>>>;

export function get<A extends Access>(path: string, access: A, options: Options = {}): Endpoint<A> {
  return { method: 'GET', path, access, ...options };
}

export function post<A extends Access>(path: string, access: A, options: Options = {}): Endpoint<A> {
  return { method: 'POST', path, access, ...options };
}

export function put<A extends Access>(path: string, access: A, options: Options = {}): Endpoint<A> {
  return { method: 'PUT', path, access, ...options };
}

export function patch<A extends Access>(path: string, access: A, options: Options = {}): Endpoint<A> {
  return { method: 'PATCH', path, access, ...options };
}

export function remove<A extends Access>(path: string, access: A, options: Options = {}): Endpoint<A> {
  return { method: 'DELETE', path, access, ...options };
}

/** The path that an endpoint is served at, in the spelling of the matcher of paths: `/api/scd/:type/:id`. */
export function servedPath({ path, servedAs }: Endpoint): string {
  return servedAs ?? path.replace(/\{(\w+)\}/g, ':$1');
}
