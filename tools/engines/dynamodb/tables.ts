import type { DynamoDb } from '../../../shared/stores/dynamodb/client.ts';
import { DynamoDbFailure } from '../../../shared/stores/dynamodb/failure.ts';
import { type TableNames, TTL, tableDefinitions } from '../../../shared/stores/dynamodb/tables.ts';

/** Creates the missing tables in DynamoDB Local. On AWS the deployment creates them. */
export async function createTables(dynamoDb: DynamoDb, names: TableNames): Promise<void> {
  for (const table of tableDefinitions(names)) {
    try {
      await dynamoDb.call('CreateTable', table);
      const TimeToLiveSpecification = { AttributeName: TTL, Enabled: true };
      await dynamoDb.call('UpdateTimeToLive', { TableName: table['TableName'], TimeToLiveSpecification });
    } catch (error) {
      if (!(error instanceof DynamoDbFailure && error.kind === 'ResourceInUseException')) throw error;
    }
  }
}

/** Deletes the tables and their contents. */
export async function deleteTables(dynamoDb: DynamoDb, names: TableNames): Promise<void> {
  for (const TableName of Object.values(names)) await dynamoDb.call('DeleteTable', { TableName });
}
