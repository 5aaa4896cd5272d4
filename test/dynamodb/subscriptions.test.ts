import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '../../events/connections.ts';
import type { DeliveryStep, Subscriptions } from '../../events/subscriptions.ts';
import { createDynamoSubscriptions } from '../../infra/aws/notifications/subscriptions.ts';
import { dynamoDbForTests, makeTables, type TestTables } from '../support/dynamodb.ts';

const endpoint = await dynamoDbForTests();

function connection(id: string, more: Partial<Connection> = {}): Connection {
  return { id, since: Date.now(), query: 'type=*', proofs: [], ...more };
}

const at = (cursor: string, isBehind = false) => ({ cursor, isBehind });

describe.skipIf(endpoint === null)('subscriptions on DynamoDB', () => {
  let tables: TestTables;
  let one: Subscriptions;
  let other: Subscriptions;
  /** Calls of `one`, by operation. */
  let calls: Record<string, number>;
  /** The current cursor of the store. */
  let now: string;

  beforeEach(async () => {
    tables = await makeTables(endpoint);
    calls = {};
    now = 'c0';
    const { dynamoDb, names } = tables;
    const counting: typeof dynamoDb = {
      call(operation, body) {
        calls[operation] = (calls[operation] ?? 0) + 1;
        return dynamoDb.call(operation, body);
      },
    };
    const store = { changes: async () => ({ objects: [], next: now, more: false }) };
    one = createDynamoSubscriptions({ dynamoDb: counting, table: names.connections, store });
    other = createDynamoSubscriptions({ dynamoDb, table: names.connections, store });
  });
  afterEach(() => tables.remove());

  async function positions(of: Subscriptions) {
    const all = (await of.all()).map(({ connection: { id }, position }) => [id, position] as const);
    return Object.fromEntries(all);
  }

  /** Moves subscribers to new cursors, as a delivery does. */
  async function move(of: Subscriptions, to: Readonly<Record<string, ReturnType<typeof at> | 'gone'>>): Promise<void> {
    const before = await positions(of);
    const steps = Object.entries(to).map(([id, position]): [string, DeliveryStep] => {
      const from = before[id];
      if (from === undefined) throw new Error(`There is no subscriber ${id}.`);
      return [id, position === 'gone' ? 'gone' : { from, to: position }];
    });
    await of.move(new Map(steps));
  }

  test('a subscriber added by one process is known to all immediately, with all its data', async () => {
    expect(await other.all()).toEqual([]);
    const proof = { pem: 'PEM', server: null, everywhere: true, admin: false, expires: 5 };
    const full = connection('a=', { proofs: [proof] });
    await one.add(full, 'then');
    expect(await other.all()).toEqual([{ connection: full, position: at('then', true) }]);
    expect([await other.has('a='), await other.has('b')]).toEqual([true, false]);
    await Promise.all(Array.from({ length: 30 }, (_, index) => one.add(connection(`b${index}`), null)));
    expect(await other.all()).toHaveLength(31);
    expect((await positions(other))['b7']).toEqual(at('c0'));
  });

  test('a delivery to many subscribers that received everything reads two items and writes one', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `s${index}`);
    for (const id of ids) await one.add(connection(id), null);
    await move(one, Object.fromEntries(ids.map((id) => [id, at('c1')])));
    await one.all();
    calls = {};
    await move(one, Object.fromEntries(ids.map((id) => [id, at('c2')])));
    expect(calls).toEqual({ GetItem: 1, UpdateItem: 1 });
    expect(new Set(Object.values(await positions(other)).map(({ cursor }) => cursor))).toEqual(new Set(['c2']));
  });

  test('a subscriber that was not reached keeps its position, for every process, until it has caught up', async () => {
    for (const id of ['slow', 'quick']) await one.add(connection(id), null);
    await move(one, { slow: at('c1'), quick: at('c1') });
    expect(await positions(other)).toEqual({ slow: at('c1'), quick: at('c1') });
    await move(one, { quick: at('c2') });
    expect(await positions(other)).toEqual({ slow: at('c1'), quick: at('c2') });
    await move(other, { slow: at('c2'), quick: at('c3') });
    expect(await positions(one)).toEqual({ slow: at('c2'), quick: at('c3') });
    await move(other, { slow: at('c3') });
    await move(other, { slow: at('c4'), quick: at('c4') });
    expect(await positions(one)).toEqual({ slow: at('c4'), quick: at('c4') });
  });

  test('a subscriber added during a delivery is at its own position after it', async () => {
    await one.add(connection('first'), null);
    await move(one, { first: at('c1') });
    const before = await positions(one);
    now = 'c2';
    await other.add(connection('second'), null);
    await one.move(new Map([['first', { from: before['first'] ?? at(''), to: at('c3') }]]));
    expect(await positions(one)).toEqual({ first: at('c3'), second: at('c2') });
  });

  test('a removed subscriber is absent for every process, and no delivery brings it back', async () => {
    for (const id of ['leaves', 'stays']) await one.add(connection(id), null);
    await one.all();
    await other.remove('leaves');
    expect(await positions(other)).toEqual({ stays: at('c0') });
    await move(one, { stays: at('c1') });
    await one.move(new Map([['leaves', { from: at('c0'), to: at('c9', true) }]]));
    expect(await one.has('leaves')).toBe(false);
    await move(other, { stays: 'gone' });
    expect(await one.has('stays')).toBe(false);
    await one.remove('never there');
  });

  test('a subscriber of the previous version has no position that the store accepts', async () => {
    const { dynamoDb, names } = tables;
    const state = JSON.stringify({ ...connection('old'), replay: null });
    await dynamoDb.call('PutItem', { TableName: names.connections, Item: { id: { S: 'old' }, state: { S: state } } });
    const generation = { id: { S: ' generation' }, state: { S: crypto.randomUUID() } };
    await dynamoDb.call('PutItem', { TableName: names.connections, Item: generation });
    expect(await positions(one)).toEqual({ old: at('') });
  });
});
