import type { Deployment } from './deployment.ts';

/** A requested operation: an action of IAM, such as `dynamodb:GetItem`, with one resource. */
export type IamRequest = {
  readonly action: string;
  readonly resource: string;
  /** Values of condition keys, such as `ssm:Overwrite`. */
  readonly context?: Readonly<Record<string, string>>;
};

type Permission = Pick<IamRequest, 'action' | 'resource'> & { readonly condition: Condition };

/** The role of a function, as the packaged template has it. */
export type Role = {
  /** Whether one of its permissions has this action and resource, and its condition holds. */
  readonly allows: (iamRequest: IamRequest) => boolean;
  /** Permissions that were never used, as `action resource`, sorted. */
  readonly unused: () => readonly string[];
};

/** The one operator of conditions that is used. */
type Condition = { readonly StringNotEquals?: Readonly<Record<string, string>> };

type Statement = {
  readonly Effect: string;
  readonly Action: readonly string[];
  readonly Resource: readonly unknown[];
  readonly Condition?: Condition;
};

type RoleProperties = {
  readonly Policies: readonly { readonly PolicyDocument: { readonly Statement: Statement[] } }[];
};

/** The values of CloudFormation's pseudo parameters here; any other name is its own value. */
const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-central-1',
  'AWS::AccountId': '123456789012',
};

/** The prefix of the ARNs of a service's resources in roles. */
export function arnOf(service: string): string {
  return `arn:aws:${service}:${PSEUDO['AWS::Region']}:${PSEUDO['AWS::AccountId']}:`;
}

/** Reads the role of a function. @throws Error for a policy with elements that are not supported here */
export function roleOfFunction({ resources }: Pick<Deployment, 'resources'>, name: string): Role {
  const [, role = ''] = /"Fn::GetAtt":\["(\w+)","Arn"\]/.exec(JSON.stringify(referenceToRole(resources, name))) ?? [];
  const { Policies: policies } = (resources[role]?.Properties ?? { Policies: [] }) as RoleProperties; // as IAM has it
  const permissions = policies
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Effect, Action, Resource, Condition: condition = {} }) => {
      if (Effect !== 'Allow') throw new Error(`The role of ${name} has the effect ${Effect}.`);
      const [unknown] = Object.keys(condition).filter((operator) => operator !== 'StringNotEquals');
      if (unknown !== undefined) throw new Error(`The role of ${name} has a condition with ${unknown}.`);
      const addresses = Resource.map((resource) => resolved(resource));
      return Action.flatMap((action) => addresses.map((resource) => ({ action, resource, condition })));
    });
  if (permissions.length === 0) throw new Error(`The function ${name} has no role.`);
  const used = new Set<Permission>();
  return {
    allows({ action, resource, context = {} }) {
      const allowing = permissions.filter(
        (one) => matches(one.action, action) && matches(one.resource, resource) && holds(one.condition, context),
      );
      for (const one of allowing) used.add(one);
      return allowing.length > 0;
    },
    unused: () =>
      permissions
        .filter((one) => !used.has(one))
        .map(({ action, resource }) => `${action} ${resource}`)
        .sort(),
  };
}

function referenceToRole(resources: Deployment['resources'], name: string): unknown {
  const found = Object.values(resources).find(
    ({ Type, Properties: { FunctionName: known } }) =>
      Type === 'AWS::Lambda::Function' && String(known).endsWith(`-dev-${name}`),
  );
  return found?.Properties['Role'];
}

/** The text of a value in CloudFormation; for attributes of resources only a name. */
function resolved(value: unknown): string {
  if (typeof value === 'string') return value;
  const { 'Fn::Sub': text, 'Fn::GetAtt': attribute } = value as Readonly<Record<string, unknown>>; // values are texts or objects
  if (Array.isArray(attribute)) return attribute.join('.');
  if (typeof text !== 'string') throw new Error(`This is not known here: ${JSON.stringify(value)}`);
  return text.replace(/\$\{([\w:.]+)\}/g, (_, name: string) => PSEUDO[name] ?? name);
}

/** Whether a condition holds; a key that a call does not have is not equal to anything. */
function holds({ StringNotEquals: others = {} }: Condition, context: Readonly<Record<string, string>>): boolean {
  return Object.entries(others).every(([key, value]) => context[key] !== value);
}

/** Whether a pattern of IAM, in which `*` matches any text and `?` one character, matches this text. */
function matches(pattern: string, text: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`, 's').test(text);
}
