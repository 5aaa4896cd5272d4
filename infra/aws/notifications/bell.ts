import type { Logger } from '../../../shared/base/telemetry/logger.ts';
import { type Bell, createBell } from '../../../shared/repository/notifications/bell.ts';
import type { DynamoDb } from '../../../shared/stores/dynamodb/client.ts';
import { toProblem } from '../../../shared/stores/dynamodb/failure.ts';

/** The one item of the table. */
const KEY = { id: { S: 'bell' }, position: { S: 'bell' } };

export type BellOptions = {
  readonly dynamoDb: DynamoDb;
  /** Name of the table, which has a stream. */
  readonly table: string;
  readonly logger: Pick<Logger, 'warn'>;
};

/** {@link Bell} in a table of DynamoDB: each ring changes its one item, and the stream of the table calls the function. */
export function createDynamoBell({ dynamoDb, table, logger }: BellOptions): Bell {
  return createBell(async () => {
    try {
      // The stream leaves out writes that change nothing.
      await dynamoDb.call('PutItem', { TableName: table, Item: { ...KEY, rung: { S: crypto.randomUUID() } } });
    } catch (error) {
      throw toProblem(error);
    }
  }, logger);
}
