import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { inject } from 'vitest';
import { createDynamoDb, type DynamoDb } from '../../shared/stores/dynamodb/client.ts';
import { type TableNames, tableNames } from '../../shared/stores/dynamodb/tables.ts';
import { createTables, deleteTables } from '../../tools/engines/dynamodb/tables.ts';
import type { DynamoDbAnswer } from './dynamodb-broker.ts';

/** DynamoDB Local accepts any keys. */
export const LOCAL_ACCESS = {
  region: 'us-east-1',
  credentials: async () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
  fetch: globalThis.fetch,
};

/** Tables of a test's own. */
export type TestTables = {
  readonly endpoint: string;
  readonly dynamoDb: DynamoDb;
  readonly names: TableNames;
  remove(): Promise<void>;
};

/**
 * The address of a running DynamoDB, started at first use for the whole run. Call it at the top of a test file:
 * `describe.skipIf(endpoint === null)`.
 *
 * @returns null if it can neither be found nor started; the run prints one line about it
 * @throws Error when it should start and does not; and instead of null if `CI` is `true`
 */
export async function dynamoDbForTests(): Promise<string | null> {
  const answer = await ask(inject('dynamoDbBroker'));
  if ('failed' in answer) throw new Error(answer.failed);
  if ('endpoint' in answer) return answer.endpoint;
  if (process.env['CI'] === 'true') {
    throw new Error(`The tests on DynamoDB have to run where CI=true. ${answer.unavailable}`);
  }
  return null;
}

/** Makes fresh tables at an address. */
export async function makeTables(endpoint: string | null): Promise<TestTables> {
  if (endpoint === null) throw new Error('There is no DynamoDB.');
  const dynamoDb = createDynamoDb({ endpoint, ...LOCAL_ACCESS, timeoutMs: 60_000 });
  const names = tableNames(`test-${randomUUID().slice(0, 8)}-`);
  await createTables(dynamoDb, names);
  return { endpoint, dynamoDb, names, remove: () => deleteTables(dynamoDb, names) };
}

/** Without a time limit: the first start may download the engine, and reports itself when it takes too long. */
function ask(url: string): Promise<DynamoDbAnswer> {
  return new Promise((resolve, reject) => {
    const request = get(url, async (response) => {
      try {
        resolve(JSON.parse((await response.toArray()).join('')) as DynamoDbAnswer); // the response of this run's broker
      } catch (error) {
        reject(error);
      }
    });
    request.on('error', reject);
  });
}
