import type { Subscriptions } from '../../../events/subscriptions.ts';
import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import type { Bell } from '../../../shared/repository/notifications/bell.ts';
import type { ObjectStore } from '../../../shared/repository/store/object-store.ts';
import type { FunctionTables } from '../lambda/context.ts';
import { createDynamoSubscriptions } from './subscriptions.ts';

/**
 * The DynamoDB data of the notification channel's functions. Makes no call.
 *
 * @throws ConfigurationError if no tables are configured
 */
export function notificationTables(
  tables: FunctionTables | null,
  store: Pick<ObjectStore, 'changes'>,
): { readonly subscriptions: Subscriptions; readonly bell: Bell } {
  if (tables === null)
    throw new ConfigurationError('DYNAMODB_PREFIX is not set: the notification channel needs tables.');
  const { dynamoDb, names, bell } = tables;
  return { subscriptions: createDynamoSubscriptions({ dynamoDb, table: names.connections, store }), bell };
}
