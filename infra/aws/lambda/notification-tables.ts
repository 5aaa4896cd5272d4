import type { Connections } from '../../../events/connections.ts';
import type { Config } from '../../../shared/config/config.ts';
import { ConfigurationError } from '../../../shared/config/read-env.ts';
import type { ChangeLog } from '../../../shared/notifications/change-log.ts';
import { createDynamoChangeLog } from '../dynamodb/change-log.ts';
import { createDynamoConnections } from '../dynamodb/connections.ts';
import { openDynamoDb } from './tables.ts';

/**
 * What the functions of the notification channel keep in DynamoDB. Nothing is called.
 *
 * @throws ConfigurationError where no tables are named
 */
export function openNotificationTables(
  config: Pick<Config, 'dynamoDb'>,
  send: typeof fetch,
  now: () => number,
): { readonly connections: Connections; readonly log: ChangeLog } {
  const opened = openDynamoDb(config, send);
  if (opened === null)
    throw new ConfigurationError('DYNAMODB_PREFIX is not set: the notification channel needs tables.');
  const { dynamoDb, names } = opened;
  return {
    connections: createDynamoConnections({ dynamoDb, table: names.connections }),
    log: createDynamoChangeLog({ dynamoDb, table: names.changes, now }),
  };
}
