import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection, Connections } from '../../events/connections.ts';
import { createDynamoConnections } from '../../infra/aws/notifications/connections.ts';
import { dynamoDbForTests, makeTables, type TestTables } from '../support/dynamodb.ts';

const endpoint = await dynamoDbForTests();

function connection(id: string, more: Partial<Connection> = {}): Connection {
  return { id, since: Date.now(), query: 'type=*', proofs: [], replay: null, ...more };
}

describe.skipIf(endpoint === null)('connections on DynamoDB', () => {
  let tables: TestTables;
  let instances: readonly [Connections, Connections];
  /** Requests of the second instance that read the whole list. */
  let scans = 0;

  beforeAll(async () => {
    tables = await makeTables(endpoint);
    const { dynamoDb, names } = tables;
    const counting: typeof dynamoDb = {
      call(operation, body) {
        if (operation === 'Scan') scans++;
        return dynamoDb.call(operation, body);
      },
    };
    instances = [
      createDynamoConnections({ dynamoDb, table: names.connections }),
      createDynamoConnections({ dynamoDb: counting, table: names.connections }),
    ];
  });
  afterAll(() => tables.remove());

  async function ids(of: Connections): Promise<readonly string[]> {
    return (await of.all()).map(({ id }) => id).sort();
  }

  test('a connection added by one process is known to all immediately, with all its data', async () => {
    const [one, other] = instances;
    expect(await ids(other)).toEqual([]);
    const proof = { pem: 'PEM', server: null, everywhere: true, admin: false, expires: 5 };
    const full = connection('a=', { proofs: [proof], replay: { cursor: 'c', step: 0 } });
    await one.add(full);
    expect(await other.all()).toEqual([full]);
    expect(await other.get('a=')).toEqual(full);
    await Promise.all(Array.from({ length: 30 }, (_, index) => one.add(connection(`b${index}`))));
    expect(await ids(other)).toHaveLength(31);
  });

  test('the list is read again only when a connection was added', async () => {
    const [one, other] = instances;
    await other.all();
    const before = scans;
    for (let round = 0; round < 3; round++) await other.all();
    expect(scans).toBe(before);
    await one.add(connection('new'));
    await other.all();
    expect(scans).toBe(before + 1);
  });

  test('a removed connection is absent for the process that removed it, and cannot be read', async () => {
    const [one, other] = instances;
    await one.add(connection('leaves'));
    expect(await ids(other)).toContain('leaves');
    await other.remove('leaves');
    expect(await ids(other)).not.toContain('leaves');
    expect(await one.get('leaves')).toBeNull();
    await one.remove('never there');
  });

  test('each step of a replay is done once, and every process sees its end', async () => {
    const [one, other] = instances;
    await one.add(connection('away', { replay: { cursor: 'c0', step: 0 } }));
    await other.all();
    const next = { cursor: 'c1', step: 1 };
    const attempts = await Promise.all([one.advance('away', 0, next), other.advance('away', 0, next)]);
    expect(attempts).toContain(true);
    expect((await other.get('away'))?.replay).toEqual(next);
    expect(await one.advance('away', 0, null)).toBe(false);
    expect(await one.advance('away', 1, null)).toBe(true);
    expect((await other.all()).find(({ id }) => id === 'away')?.replay).toBeNull();
    expect(await one.advance('nobody', 0, null)).toBe(false);
  });
});
