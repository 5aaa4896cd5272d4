import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeKeyValueStore } from '../../shared/repository/store/contract/key-value-store.contract.ts';
import type { KeyValueStore, ListPage } from '../../shared/repository/store/key-value-store.ts';
import { acquireLease, type Lease } from '../../shared/repository/store/lease.ts';
import { createDynamoKeyValueStore } from '../../shared/stores/dynamodb/key-value-store.ts';
import { dynamoDbForTests, makeTables, type TestTables } from '../support/dynamodb.ts';

const endpoint = await dynamoDbForTests();
const HOUR = 3_600_000;

describe.skipIf(endpoint === null)('on DynamoDB', () => {
  describeKeyValueStore('DynamoDB', async () => {
    let tables = await makeTables(endpoint);
    let ahead = 0;
    let closed = false;
    const open = () => {
      const { dynamoDb, names } = tables;
      return createDynamoKeyValueStore({ dynamoDb, table: names.values, clock: () => Date.now() + ahead });
    };
    let first = open();
    const instances = [first];
    const more = async () => {
      const instance = open();
      instances.push(instance);
      return instance;
    };
    const closeAll = () => {
      for (const instance of instances.splice(0)) instance.close();
    };
    return {
      get store() {
        return first;
      },
      empty: async () => {
        closeAll();
        await tables.remove();
        tables = await makeTables(endpoint);
        ahead = 0;
        first = await more();
      },
      another: more,
      reopen: () => {
        closeAll();
        return more();
      },
      close: async () => {
        closeAll();
        if (!closed) await tables.remove();
        closed = true;
      },
      advance: (milliseconds) => {
        ahead += milliseconds;
      },
    };
  });

  describe('values', () => {
    let tables: TestTables;
    let store: KeyValueStore;
    beforeAll(async () => {
      tables = await makeTables(endpoint);
      store = createDynamoKeyValueStore({ dynamoDb: tables.dynamoDb, table: tables.names.values, clock: Date.now });
    });
    afterAll(() => tables.remove());

    async function count(): Promise<number> {
      const answer = await tables.dynamoDb.call('Scan', { TableName: tables.names.values, Select: 'COUNT' });
      return Number(Reflect.get(Object(answer), 'Count'));
    }

    test('of megabytes are read, replaced and removed completely', async () => {
      const long = '😀ä"'.repeat(400_000);
      const first = await store.set('long', long);
      expect((await store.get('long'))?.value).toBe(long);
      expect(await store.set('long', 'other', { expected: 'x' })).toBeNull();
      expect((await store.get('long'))?.value === long).toBe(true);
      const other = `${long}!`;
      expect(await store.set('long', other, { expected: first?.revision ?? '' })).not.toBeNull();
      expect((await store.get('long'))?.value === other).toBe(true);
      await store.set('long', 'short');
      expect(await count()).toBe(1);
      await store.set('long', long);
      expect(await store.delete('long')).toBe(true);
      expect(await count()).toBe(0);
    });

    test('of megabytes that are replaced while pieces cannot be deleted are reported', async () => {
      const { dynamoDb, names } = tables;
      const reported: unknown[] = [];
      const failure = new Error('Throttled.');
      const call: typeof dynamoDb.call = async (operation, input) => {
        if (operation === 'BatchWriteItem' && JSON.stringify(input).includes('DeleteRequest')) throw failure;
        return dynamoDb.call(operation, input);
      };
      const report = (error: unknown) => reported.push(error);
      const values = createDynamoKeyValueStore({
        dynamoDb: { ...dynamoDb, call },
        table: names.values,
        clock: Date.now,
        report,
      });
      await values.set('long', 'x'.repeat(500_000));
      expect((await values.set('long', 'short'))?.value).toBe('short');
      expect(reported).toEqual([failure]);
      await store.clear();
    });

    test('of megabytes are listed completely, behind megabytes of others', async () => {
      const long = '😀ä"'.repeat(300_000);
      for (const index of [1, 2, 3]) await store.set(`cached ${index}`, 'x'.repeat(5_000_000));
      const keys = ['identity/a', 'identity/b'] as const;
      for (const key of keys) await store.set(key, long);
      const found = new Map<string, string>();
      let cursor: string | null = null;
      do {
        const page: ListPage = await store.list('identity/', cursor, 1);
        for (const { key, value } of page.entries) found.set(key, value);
        cursor = page.next;
      } while (cursor !== null);
      expect([...found.keys()].sort()).toEqual(keys);
      expect([...found.values()].every((value) => value === long)).toBe(true);
      await store.clear();
    });

    test('of megabytes are never read in part while they are replaced', async () => {
      const values = ['a', 'b'].map((letter) => letter.repeat(300_000));
      await store.set('turns', values[0] ?? '');
      const writes = (async () => {
        for (let round = 0; round < 6; round++) await store.set('turns', values[round % 2] ?? '');
      })();
      let done = false;
      void writes.finally(() => {
        done = true;
      });
      while (!done) expect(values).toContain((await store.get('turns'))?.value);
      await writes;
    });
  });

  describe('leases', () => {
    let tables: TestTables;
    const leases: Lease[] = [];
    beforeAll(async () => {
      tables = await makeTables(endpoint);
    });
    afterAll(async () => {
      await Promise.all(leases.map((lease) => lease.release()));
      await tables.remove();
    });

    test('have one holder of many concurrent requests, and are free when they are released or expire', async () => {
      let time = Date.now();
      const ask = async (purpose: string) => {
        const keyValues = createDynamoKeyValueStore({
          dynamoDb: tables.dynamoDb,
          table: tables.names.values,
          clock: () => time,
        });
        const answer = await acquireLease({ keyValues, now: () => time, name: 'tick', purpose, ttlMs: HOUR });
        if ('lease' in answer) leases.push(answer.lease);
        return answer;
      };
      const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(String(index))));
      const [held] = answers.flatMap((answer) => ('lease' in answer ? [answer.lease] : []));
      expect(leases).toHaveLength(1);
      expect(await held?.renew()).toBe(true);
      await held?.release();
      const next = await ask('next');
      expect('lease' in next).toBe(true);
      time += HOUR + 1;
      const last = await ask('last');
      expect('lease' in last && (await last.lease.renew())).toBe(true);
      expect('lease' in next && (await next.lease.renew())).toBe(false);
    });
  });
});
