import type { Config } from '../../../shared/config/config.ts';
import type { ChangeLog } from '../../../shared/notifications/change-log.ts';
import { createCredentialProvider } from '../credentials.ts';
import { createDynamoChangeLog } from './change-log.ts';
import { createDynamoDb, type DynamoDb } from './client.ts';
import { createDynamoKeyValueStore } from './key-value-store.ts';
import { type TableNames, tableNames } from './tables.ts';

/** What a deployment of functions keeps in DynamoDB: small values, and what the notification channel is to tell. */
export type Tables = {
  readonly dynamoDb: DynamoDb;
  readonly names: TableNames;
  readonly keyValues: ReturnType<typeof createDynamoKeyValueStore>;
  readonly changes: ChangeLog;
};

/** The tables of the configuration, or null when it names none. Nothing is called. */
export function openTables(config: Pick<Config, 'dynamoDb'>, send: typeof fetch, now: () => number): Tables | null {
  if (config.dynamoDb === null) return null;
  const { prefix, service } = config.dynamoDb;
  const { region, endpoint, credentials } = service;
  const dynamoDb = createDynamoDb({
    ...{ endpoint, region, fetch: send },
    credentials: createCredentialProvider(credentials, { fetch: send }),
  });
  const names = tableNames(prefix);
  return {
    ...{ dynamoDb, names },
    keyValues: createDynamoKeyValueStore({ dynamoDb, table: names.values, clock: now }),
    changes: createDynamoChangeLog({ dynamoDb, table: names.changes, now }),
  };
}
