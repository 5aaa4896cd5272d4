/** The names of the tables. */
export type TableNames = {
  /** Small values with an expiry: the key-value store. */
  readonly values: string;
  /** The bell of the notification channel, whose stream calls the function that delivers changes. */
  readonly changes: string;
  /** Subscribers of the notification channel. */
  readonly connections: string;
};

/** Names with a common prefix, such as `competency-`. */
export function tableNames(prefix: string): TableNames {
  return { values: `${prefix}values`, changes: `${prefix}changes`, connections: `${prefix}connections` };
}

/** Name of the attribute with the time, in UTC seconds, after which DynamoDB deletes an item. */
export const TTL = 'ttl';

/** Definitions for `CreateTable` and for CloudFormation's `AWS::DynamoDB::Table`. */
export function tableDefinitions(names: TableNames): readonly Readonly<Record<string, unknown>>[] {
  return [
    definition(names.values, 'part'),
    {
      ...definition(names.changes, 'position'),
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    },
    definition(names.connections, null),
  ];
}

function definition(name: string, range: string | null): Readonly<Record<string, unknown>> {
  const keys = range === null ? ['id'] : ['id', range];
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keys.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' })),
    AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  };
}
