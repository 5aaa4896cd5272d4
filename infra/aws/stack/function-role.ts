import { type Resource, SERVICE, type Value } from './names.ts';

/** One permission of a role. */
export type Statement = {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly Value[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** The role of a function, with these permissions only. */
export function functionRole(stage: string, name: string, statements: readonly Statement[]): Resource {
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
      },
      Policies: [
        {
          PolicyName: `${SERVICE}-${stage}-${name}`,
          PolicyDocument: { Version: '2012-10-17', Statement: statements },
        },
      ],
    },
  };
}
