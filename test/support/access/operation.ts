/**
 * The callers: without any proof; with the signature sheet of a key without rights, of a reader, or of the owner; signed in as a user
 * whose key, which the server holds, is a reader; signed in as a member of a group whose key is an owner; with the sheet of the admin.
 */
export const IDENTITIES = ['anonymous', 'stranger', 'reader', 'owner', 'user', 'member', 'admin'] as const;
export type Identity = (typeof IDENTITIES)[number];

/** Descriptions of the kinds of objects. */
export const KINDS: Readonly<Record<string, string>> = {
  public: 'without owner and reader',
  owned: 'with owners',
  protected: 'with owners and readers',
  encrypted: 'an `EncryptedValue` with owners and readers',
  deleted: 'deleted; it had owners and readers',
  framework: 'a framework without owner and reader',
  'protected framework': 'a framework with owners and readers',
};

/** The status that each caller gets. For operations on lists, which answer 200 as a whole, the status of the one object in the list. */
export type Statuses = Readonly<Record<Identity, number>>;

/** Statuses by the kind of object ({@link KINDS}) that an operation is called for; `-` if there is no object. */
type Expected = Readonly<Record<string, Statuses>>;

/** One way to call a route, and the expected statuses. */
export type Operation = {
  /** Method and path template of a route in the manifests. */
  readonly route: string;
  /** Binding of the request body; null: there is none. */
  readonly binding: 'JSON' | 'form' | null;
  /** The difference from other operations of the route. */
  readonly note?: string;
  readonly expected: Expected;
};

export function get(path: string, expected: Expected, note?: string): Operation {
  return operation(`GET ${path}`, null, expected, note);
}

export function post(path: string, binding: 'JSON' | 'form', expected: Expected, note?: string): Operation {
  return operation(`POST ${path}`, binding, expected, note);
}

export function put(path: string, expected: Expected, note?: string): Operation {
  return operation(`PUT ${path}`, 'JSON', expected, note);
}

export function patch(path: string, expected: Expected, note?: string): Operation {
  return operation(`PATCH ${path}`, 'JSON', expected, note);
}

/** A POST without a body. */
export function postNothing(path: string, expected: Expected, note?: string): Operation {
  return operation(`POST ${path}`, null, expected, note);
}

export function remove(path: string, expected: Expected, note?: string): Operation {
  return operation(`DELETE ${path}`, null, expected, note);
}

function operation(route: string, binding: Operation['binding'], expected: Expected, note?: string): Operation {
  return { route, binding, expected, ...(note !== undefined && { note }) };
}

/** One status for some callers, and another for all others. */
export function among(allowed: readonly Identity[], yes: number, no: number): Statuses {
  const status = (identity: Identity): number => (allowed.includes(identity) ? yes : no);
  return Object.fromEntries(IDENTITIES.map((identity) => [identity, status(identity)])) as Statuses; // of all identities
}

export function everyone(status: number): Statuses {
  return among(IDENTITIES, status, status);
}

export function readers(yes: number, no: number): Statuses {
  return among(['reader', 'owner', 'user', 'member', 'admin'], yes, no);
}

export function owners(yes: number, no: number): Statuses {
  return among(['owner', 'member', 'admin'], yes, no);
}

/** One status for all callers, for an operation without an object. */
export function same(status: number): Expected {
  return { '-': everyone(status) };
}

export const ADMIN: Expected = { '-': among(['admin'], 200, 401) };
export const READ = {
  public: everyone(200),
  owned: everyone(200),
  protected: readers(200, 404),
  encrypted: readers(200, 404),
  deleted: everyone(404),
};
export const READ_FRAMEWORK: Expected = { framework: everyone(200), 'protected framework': readers(200, 404) };
/** An import of a framework that is stored. */
export const IMPORT: Expected = { framework: everyone(200), 'protected framework': owners(200, 401) };

/** A note on requests for another server. */
export const NOT_FETCHED = 'of an address that is not fetched';
/** A note on requests for the report of an import. */
export const NO_IMPORT = 'of no import';
