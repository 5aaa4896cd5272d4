import type { Config } from '../../../shared/config/config.ts';
import type { ChangeLog } from '../../../shared/notifications/change-log.ts';
import type { KeyValueStore } from '../../../shared/store/key-value-store.ts';
import { createCredentialProvider } from '../credentials.ts';
import { createDynamoChangeLog } from '../dynamodb/change-log.ts';
import { createDynamoDb, type DynamoDb } from '../dynamodb/client.ts';
import { createDynamoKeyValueStore } from '../dynamodb/key-value-store.ts';
import { type TableNames, tableNames } from '../dynamodb/tables.ts';

/** What functions keep in DynamoDB: small values, and what the notification channel is to tell. */
export type Tables = {
  readonly keyValues: KeyValueStore;
  readonly changes: ChangeLog;
};

/** DynamoDB and the names of the tables of the configuration, or null when it names none. Nothing is called. */
export function openDynamoDb(
  { dynamoDb: config }: Pick<Config, 'dynamoDb'>,
  send: typeof fetch,
): { readonly dynamoDb: DynamoDb; readonly names: TableNames } | null {
  if (config === null) return null;
  const { prefix, service } = config;
  const { region, endpoint, credentials } = service;
  const dynamoDb = createDynamoDb({
    ...{ endpoint, region, fetch: send },
    credentials: createCredentialProvider(credentials, { fetch: send }),
  });
  return { dynamoDb, names: tableNames(prefix) };
}

/** What is kept in the tables of the configuration, or null when it names none. Nothing is called. */
export function openTables(config: Pick<Config, 'dynamoDb'>, send: typeof fetch, now: () => number): Tables | null {
  const opened = openDynamoDb(config, send);
  if (opened === null) return null;
  const { dynamoDb, names } = opened;
  return {
    keyValues: createDynamoKeyValueStore({ dynamoDb, table: names.values, clock: now }),
    changes: createDynamoChangeLog({ dynamoDb, table: names.changes, now }),
  };
}
