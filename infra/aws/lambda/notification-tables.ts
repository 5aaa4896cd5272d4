import type { Connections } from '../../../events/connections.ts';
import { ConfigurationError } from '../../../shared/config/configuration-error.ts';
import type { ChangeLog } from '../../../shared/notifications/change-log.ts';
import { createDynamoConnections } from '../notifications/connections.ts';
import type { Tables } from './context.ts';

/**
 * What the functions of the notification channel keep in DynamoDB. Makes no call.
 *
 * @throws ConfigurationError where no tables are named
 */
export function notificationTables(tables: Tables | null): {
  readonly connections: Connections;
  readonly log: ChangeLog;
} {
  if (tables === null)
    throw new ConfigurationError('DYNAMODB_PREFIX is not set: the notification channel needs tables.');
  const { dynamoDb, names, changes: log } = tables;
  return { connections: createDynamoConnections({ dynamoDb, table: names.connections }), log };
}
