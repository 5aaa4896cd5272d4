import type { Config } from '../../shared/base/config/config.ts';
import { errorText } from '../../shared/base/telemetry/logger.ts';
import type { Context } from '../../shared/repository/context.ts';
import { createDynamoDb, type DynamoDb } from '../../shared/stores/dynamodb/client.ts';
import { createDynamoKeyValueStore } from '../../shared/stores/dynamodb/key-value-store.ts';
import { type TableNames, tableNames } from '../../shared/stores/dynamodb/tables.ts';
import { createCredentialProvider } from './aws-credentials.ts';

/** The DynamoDB data of a deployment of functions. */
export type Tables = {
  readonly dynamoDb: DynamoDb;
  readonly names: TableNames;
  readonly keyValues: ReturnType<typeof createDynamoKeyValueStore>;
};

/** The configured tables, or null if there are none. Makes no call. */
export function openTables(
  config: Pick<Config, 'dynamoDb'>,
  send: typeof globalThis.fetch,
  { now, logger }: Pick<Context, 'now' | 'logger'>,
): Tables | null {
  if (config.dynamoDb === null) return null;
  const { prefix, service } = config.dynamoDb;
  const { region, endpoint, credentials } = service;
  const dynamoDb = createDynamoDb({
    endpoint,
    region,
    fetch: send,
    credentials: createCredentialProvider(credentials, { fetch: send }),
  });
  const names = tableNames(prefix);
  const report = (error: unknown) =>
    logger.warn('DATA', 'Pieces of a long value are left behind in DynamoDB', { error: errorText(error) });
  const keyValues = createDynamoKeyValueStore({ dynamoDb, table: names.values, clock: now, report });
  return { dynamoDb, names, keyValues };
}
