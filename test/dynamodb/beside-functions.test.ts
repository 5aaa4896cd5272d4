import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStores } from '../../infra/node/open-stores.ts';
import { createPoolTransport } from '../../infra/node/pool-transport.ts';
import { toConfig } from '../../shared/base/config/config.ts';
import { createKeyRing } from '../../shared/base/crypto/public-key.ts';
import { createDynamoKeyValueStore } from '../../shared/stores/dynamodb/key-value-store.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { dynamoDbForTests, makeTables } from '../support/dynamodb.ts';
import { openSearchForTests } from '../support/opensearch.ts';

const dynamoDb = await dynamoDbForTests();
const engine = await openSearchForTests();

describe.skipIf(dynamoDb === null || engine === null)('a process on the cluster of functions', () => {
  test('shares its small values with the functions: identities, leases, generations of cached profiles', async () => {
    const tables = await makeTables(dynamoDb);
    const SEARCH_PREFIX = `beside-${randomUUID().slice(0, 8)}`;
    onTestFinished(async () => {
      await tables.remove();
      await removeIndices(engine?.endpoint ?? '', SEARCH_PREFIX);
    });
    const config = toConfig(
      {
        SEARCH_ENDPOINT: engine?.endpoint ?? '',
        SEARCH_PREFIX,
        DYNAMODB_PREFIX: tables.names.values.replace(/values$/, ''),
        AWS_ENDPOINT_URL: tables.endpoint,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'local',
        AWS_SECRET_ACCESS_KEY: 'local',
      },
      '1',
    );
    const quiet = () => {};
    const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    const stores = await openStores(config, { logger, now: Date.now, readKey: createKeyRing() }, createPoolTransport);
    onTestFinished(() => stores.close());
    await stores.keyValues.set('identity/of-somebody', 'record');
    const ofFunctions = createDynamoKeyValueStore({
      dynamoDb: tables.dynamoDb,
      table: tables.names.values,
      clock: Date.now,
    });
    expect(await ofFunctions.get('identity/of-somebody')).toMatchObject({ value: 'record' });
  });
});
