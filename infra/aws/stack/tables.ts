import { type TableNames, TTL, tableDefinitions, tableNames } from '../../../shared/stores/dynamodb/tables.ts';
import { type Resource, type Resources, sub, tablePrefix, type Value } from './names.ts';

/** The tables, defined as for DynamoDB Local, with properties that only AWS has. Values are retained after the deployment. */
export function tables(stage: string): Resources {
  const names = tableNames(tablePrefix(stage));
  const kinds = Object.keys(names) as (keyof TableNames)[];
  return Object.fromEntries(
    tableDefinitions(names).map((definition) => {
      const kind = kinds.find((one) => names[one] === definition['TableName']);
      if (kind === undefined) throw new Error(`The name of a table is unknown: ${String(definition['TableName'])}.`);
      return [logicalId(kind), table(kind, definition)];
    }),
  );
}

/** The resource name of a table. */
function logicalId(kind: keyof TableNames): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Table`;
}

function table(
  kind: keyof TableNames,
  { StreamSpecification: stream, ...rest }: Readonly<Record<string, unknown>>,
): Resource {
  return {
    Type: 'AWS::DynamoDB::Table',
    // Identities are among the values: removing the deployment must not delete them.
    ...(kind === 'values' && { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' }),
    Properties: {
      ...rest,
      ...(stream !== undefined && { StreamSpecification: { StreamViewType: 'NEW_IMAGE' } }),
      TimeToLiveSpecification: { AttributeName: TTL, Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: kind === 'values' },
    },
  };
}

/** The ARN of a table. */
export function tableArn(stage: string, kind: keyof TableNames): Value {
  const name = tableNames(tablePrefix(stage))[kind];
  return sub(`arn:\${AWS::Partition}:dynamodb:\${AWS::Region}:\${AWS::AccountId}:table/${name}`);
}
