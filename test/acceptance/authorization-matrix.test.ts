import { describe, expect, test } from 'vitest';
import { CALLERS, type CallerName } from '../support/cast.ts';
import type { Call, Thing } from '../support/client.ts';
import type { Answer } from '../support/described-fetch.ts';
import { newEncryptedValue, newThing, nextVersion, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

/**
 * Who may do what. `find`, `multiGet`, `multiPut` and `multiDelete` answer 200 as a whole; the number is what became of
 * the one object: 404 where it is left out as if absent, 401 where it is refused. A tombstone is a deleted object that
 * had an owner and a reader: its id is still its owners', its versions are still its readers'.
 */
const TABLE = `
  operation         object      anonymous  other  reader  owner  admin
  read              public            200    200     200    200    200
  read              owned             200    200     200    200    200
  read              protected         404    404     200    200    200
  read              encrypted         404    404     200    200    200
  read              tombstone         404    404     404    404    404
  head              public            200    200     200    200    200
  head              owned             200    200     200    200    200
  head              protected         404    404     200    200    200
  head              encrypted         404    404     200    200    200
  head              tombstone         404    404     404    404    404
  readForm          public            200    200     200    200    200
  readForm          owned             200    200     200    200    200
  readForm          protected         404    404     200    200    200
  readForm          encrypted         404    404     200    200    200
  readForm          tombstone         404    404     404    404    404
  readVersion       public            200    200     200    200    200
  readVersion       owned             200    200     200    200    200
  readVersion       protected         404    404     200    200    200
  readVersion       encrypted         404    404     200    200    200
  readVersion       tombstone         404    404     200    200    200
  history           public            200    200     200    200    200
  history           owned             200    200     200    200    200
  history           protected         404    404     200    200    200
  history           encrypted         404    404     200    200    200
  history           tombstone         404    404     200    200    200
  historyForm       public            200    200     200    200    200
  historyForm       owned             200    200     200    200    200
  historyForm       protected         404    404     200    200    200
  historyForm       encrypted         404    404     200    200    200
  historyForm       tombstone         404    404     200    200    200
  find              public            200    200     200    200    200
  find              owned             200    200     200    200    200
  find              protected         404    404     200    200    200
  find              encrypted         404    404     200    200    200
  find              tombstone         404    404     404    404    404
  findForm          public            200    200     200    200    200
  findForm          owned             200    200     200    200    200
  findForm          protected         404    404     200    200    200
  findForm          encrypted         404    404     200    200    200
  findForm          tombstone         404    404     404    404    404
  findInData        public            200    200     200    200    200
  findInData        owned             200    200     200    200    200
  findInData        protected         404    404     200    200    200
  findInData        encrypted         404    404     200    200    200
  findInData        tombstone         404    404     404    404    404
  multiGet          public            200    200     200    200    200
  multiGet          owned             200    200     200    200    200
  multiGet          protected         404    404     200    200    200
  multiGet          encrypted         404    404     200    200    200
  multiGet          tombstone         404    404     404    404    404
  multiGetForm      public            200    200     200    200    200
  multiGetForm      owned             200    200     200    200    200
  multiGetForm      protected         404    404     200    200    200
  multiGetForm      encrypted         404    404     200    200    200
  multiGetForm      tombstone         404    404     404    404    404
  save              public            200    200     200    200    200
  save              owned             401    401     401    200    200
  save              protected         401    401     401    200    200
  save              encrypted         401    401     401    200    200
  save              tombstone         401    401     401    200    200
  saveForm          public            200    200     200    200    200
  saveForm          owned             401    401     401    200    200
  saveForm          protected         401    401     401    200    200
  saveForm          encrypted         401    401     401    200    200
  saveForm          tombstone         401    401     401    200    200
  multiPut          public            200    200     200    200    200
  multiPut          owned             401    401     401    200    200
  multiPut          protected         401    401     401    200    200
  multiPut          encrypted         401    401     401    200    200
  multiPut          tombstone         401    401     401    200    200
  multiPutForm      public            200    200     200    200    200
  multiPutForm      owned             401    401     401    200    200
  multiPutForm      protected         401    401     401    200    200
  multiPutForm      encrypted         401    401     401    200    200
  multiPutForm      tombstone         401    401     401    200    200
  delete            public            200    200     200    200    200
  delete            owned             401    401     401    200    200
  delete            protected         401    401     401    200    200
  delete            encrypted         401    401     401    200    200
  delete            tombstone         200    200     200    200    200
  multiDelete       public            200    200     200    200    200
  multiDelete       owned             401    401     401    200    200
  multiDelete       protected         401    401     401    200    200
  multiDelete       encrypted         401    401     401    200    200
  multiDelete       tombstone         404    404     404    404    404
  multiDeleteForm   public            200    200     200    200    200
  multiDeleteForm   owned             401    401     401    200    200
  multiDeleteForm   protected         401    401     401    200    200
  multiDeleteForm   encrypted         401    401     401    200    200
  multiDeleteForm   tombstone         401    401     401    401    401
`;

/** Addresses that are for the admin alone: none of them does anything, being dry runs. */
const FOR_THE_ADMIN: readonly (readonly [path: string, call: Call])[] = [
  'reindex',
  'purge',
  'cull',
  'cullFast',
].flatMap((name): (readonly [string, Call])[] => [
  [`/api/util/${name}`, { json: { dryRun: true } }],
  [`/api/util/${name}`, { form: { dryRun: 'true' } }],
]);

/** What they became is for the admin alone, too. */
const READ_BY_THE_ADMIN = ['/api/util/operations'] as const;

/** Addresses that treat everybody alike: who calls changes nothing. */
const SAME_FOR_ALL: readonly (readonly [method: string, path: string, call: Call, status: number])[] = [
  ['GET', '/api/ping', {}, 200],
  ['GET', '/api/sky/admin', {}, 200],
  ['GET', '/api/openapi.json', {}, 200],
  ['GET', '/api/swagger.json', {}, 200],
  ['GET', '/api/openapi/', {}, 200],
  ['GET', '/api/swagger/', {}, 200],
  ['GET', '/livez', {}, 200],
  ['GET', '/readyz', {}, 200],
  ['GET', '/api/sky/id/salts', {}, 200],
  ['POST', '/api/sky/id/create', { json: {} }, 422],
  ['POST', '/api/sky/id/create', { form: {} }, 422],
  ['POST', '/api/sky/id/commit', { json: {} }, 422],
  ['POST', '/api/sky/id/commit', { form: {} }, 422],
  ['POST', '/api/sky/id/login', { json: {} }, 422],
  ['POST', '/api/sky/id/login', { form: {} }, 422],
  ['GET', '/api/profile/pk', {}, 200],
  ['GET', '/api/profile/latest', {}, 400],
  ['POST', '/api/profile/latest', { json: {} }, 400],
  ['POST', '/api/profile/latest', { form: {} }, 400],
  ['GET', '/api/util/purge', {}, 405],
  ['GET', '/api/nothing', {}, 404],
  ['GET', '/api/kill', {}, 404],
  ['PUT', '/api/data/a/b', {}, 405],
];

const { server, client } = useServer();
const cast = useCast(server);

/** Makes a fresh object of a kind, as its owner. */
const KINDS: Record<string, () => Promise<Thing>> = {
  public: () => made(newThing(server, { name: 'before' })),
  owned: () => made(newThing(server, { name: 'before', '@owner': [cast.owner.pem] })),
  protected: () => made(newThing(server, { name: 'before', ...keys() })),
  encrypted: () =>
    made(newEncryptedValue(server, { name: 'before', owner: [cast.owner.pem], reader: [cast.reader.pem] })),
  tombstone: async () => {
    const thing = await made(newThing(server, { name: 'before', ...keys() }));
    await client.call(shortId(thing), { method: 'DELETE', sheet: cast.sheets.owner });
    return thing;
  },
};

function keys() {
  return { '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] };
}

async function made(thing: Thing): Promise<Thing> {
  await client.save(thing);
  return thing;
}

type Operation = (thing: Thing, sheet: string) => Promise<number>;

const path = (thing: Thing): string => thing['@id'].slice(server.url.length - 1);
const item = (thing: Thing): string => shortId(thing).slice(server.api.length);
const changed = (thing: Thing): Thing => nextVersion(thing, { name: 'after' });

function whole(call: (thing: Thing, sheet: string) => Promise<Answer>): Operation {
  return async (thing, sheet) => (await call(thing, sheet)).status;
}

/** For operations that leave an object out instead of refusing the request. */
function inList(call: (thing: Thing, sheet: string) => Promise<Answer>, leftOut: number): Operation {
  return async (thing, sheet) => {
    const answer = await call(thing, sheet);
    expect(answer.status).toBe(200);
    const list = answer.json() as Thing[];
    return list.some((found) => shortId(found) === shortId(thing)) ? 200 : leftOut;
  };
}

/** For batches in the JSON binding, which say what became of each object. */
function inReport(call: (thing: Thing, sheet: string) => Promise<Answer>): Operation {
  return async (thing, sheet) => {
    const answer = await call(thing, sheet);
    expect(answer.status).toBe(200);
    const { failed, ...counts } = answer.json();
    expect(Object.values(counts)).toEqual([1 - failed.length]);
    return failed.length === 0 ? 200 : failed[0].status;
  };
}

const query = (thing: Thing): string => `@id:"${shortId(thing)}"`;

const OPERATIONS: Record<string, Operation> = {
  read: whole((thing, sheet) => client.call(shortId(thing), { sheet })),
  head: whole((thing, sheet) => client.call(shortId(thing), { method: 'HEAD', sheet })),
  readForm: whole((thing, sheet) => client.call(shortId(thing), { form: {}, sheet })),
  readVersion: whole((thing, sheet) => client.call(path(thing), { sheet })),
  history: whole((thing, sheet) => client.call(`${shortId(thing)}?history=true`, { sheet })),
  historyForm: whole((thing, sheet) => client.call(`${shortId(thing)}?history=true`, { form: {}, sheet })),
  find: inList(
    (thing, sheet) => client.call(`/api/sky/repo/search?${new URLSearchParams({ q: query(thing) })}`, { sheet }),
    404,
  ),
  findForm: inList((thing, sheet) => client.call('/api/sky/repo/search', { form: { data: query(thing) }, sheet }), 404),
  findInData: inList(
    (thing, sheet) => client.call('/api/data/', { json: { searchParams: { q: query(thing) } }, sheet }),
    404,
  ),
  multiGet: inList((thing, sheet) => client.call('/api/sky/repo/multiGet', { json: [item(thing)], sheet }), 404),
  multiGetForm: inList(
    (thing, sheet) => client.call('/api/sky/repo/multiGet', { form: { data: JSON.stringify([item(thing)]) }, sheet }),
    404,
  ),
  save: whole((thing, sheet) => client.call(path(changed(thing)), { json: changed(thing), sheet })),
  saveForm: whole((thing, sheet) =>
    client.call(path(changed(thing)), { form: { data: JSON.stringify(changed(thing)) }, sheet }),
  ),
  multiPut: inReport((thing, sheet) => client.call('/api/sky/repo/multiPut', { json: [changed(thing)], sheet })),
  multiPutForm: inList(
    (thing, sheet) =>
      client.call('/api/sky/repo/multiPut', { form: { data: JSON.stringify([changed(thing)]) }, sheet }),
    401,
  ),
  delete: whole((thing, sheet) => client.call(shortId(thing), { method: 'DELETE', sheet })),
  multiDelete: inReport((thing, sheet) => client.call('/api/sky/repo/multiDelete', { json: [item(thing)], sheet })),
  multiDeleteForm: inList(
    (thing, sheet) =>
      client.call('/api/sky/repo/multiDelete', { form: { data: JSON.stringify([item(thing)]) }, sheet }),
    401,
  ),
};

/** Operations that may change the object: each call gets a fresh one. */
const WRITES = /^(?:save|multiPut|delete|multiDelete)/;

const [header = [], ...rows] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

describe('A26 permissions by caller', () => {
  test('A26 the table speaks of every operation, every kind of object and every caller', () => {
    expect(header).toEqual(['operation', 'object', ...CALLERS]);
    expect(rows.map(([operation, kind]) => `${operation} ${kind}`).sort()).toEqual(
      Object.keys(OPERATIONS)
        .flatMap((operation) => Object.keys(KINDS).map((kind) => `${operation} ${kind}`))
        .sort(),
    );
  });

  test.each(rows.map(([operation = '', kind = '', ...statuses]) => ({ operation, kind, statuses })))(
    'A26 $operation of $kind',
    async ({ operation, kind, statuses }) => {
      const perform = OPERATIONS[operation];
      const make = KINDS[kind];
      if (perform === undefined || make === undefined) throw new Error(`The table names ${operation} and ${kind}.`);
      const shared = WRITES.test(operation) ? null : await make();
      const expected: Record<string, number> = {};
      const actual: Record<string, number> = {};
      for (const [column, caller] of CALLERS.entries()) {
        const thing = shared ?? (await make());
        expected[caller] = Number(statuses[column]);
        actual[caller] = await perform(thing, cast.sheets[caller]);
        if (WRITES.test(operation)) await expectUntouchedUnless(actual[caller] === 200, operation, kind, thing, caller);
      }
      expect(actual).toEqual(expected);
    },
  );

  test.each(FOR_THE_ADMIN)('A26 POST %s %o is for the admin alone', async (address, call) => {
    const statuses = await Promise.all(
      CALLERS.map(async (caller) => (await client.call(address, { ...call, sheet: cast.sheets[caller] })).status),
    );
    expect(statuses).toEqual(CALLERS.map((caller) => (caller === 'admin' ? 200 : 401)));
  });

  test.each(READ_BY_THE_ADMIN)('A26 GET %s is for the admin alone', async (address) => {
    const statuses = await Promise.all(
      CALLERS.map(async (caller) => (await client.call(address, { sheet: cast.sheets[caller] })).status),
    );
    expect(statuses).toEqual(CALLERS.map((caller) => (caller === 'admin' ? 200 : 401)));
  });

  test.each(SAME_FOR_ALL)('A26 %s %s is the same for all callers', async (method, address, call, status) => {
    const statuses = await Promise.all(
      CALLERS.map(async (caller) => {
        const sheet = cast.sheets[caller];
        return (await client.call(address, { ...call, ...(method !== 'POST' && { method }), ...(sheet && { sheet }) }))
          .status;
      }),
    );
    expect(statuses).toEqual(CALLERS.map(() => status));
  });
});

/** A refused write leaves all as it was; an allowed one does what it says. */
async function expectUntouchedUnless(
  allowed: boolean,
  operation: string,
  kind: string,
  thing: Thing,
  caller: CallerName,
): Promise<void> {
  const after = await client.call(shortId(thing), { sheet: cast.sheets.admin });
  const deleted =
    kind === 'tombstone' ? !(allowed && !operation.startsWith('delete')) : allowed && /delete/i.test(operation);
  expect(after.status, `${operation} of ${kind} by ${caller}`).toBe(deleted ? 404 : 200);
  if (deleted) return;
  expect(after.json().name, `${operation} of ${kind} by ${caller}`).toBe(allowed ? 'after' : 'before');
}
