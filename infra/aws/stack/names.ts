/** The stage of `npm run offline`, which is never deployed. */
export const OFFLINE = 'offline';

/** Name of the deployment; the same as in `serverless.yml`. */
export const SERVICE = 'competency-service';

/** A value that CloudFormation fills in. */
export type Value = string | Readonly<Record<string, unknown>>;

/** A resource of the template. */
export type Resource = {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  /** Retains the resource, unless its creation failed, since the next deployment could not create it then. */
  readonly DeletionPolicy?: 'RetainExceptOnCreate';
  readonly UpdateReplacePolicy?: 'Retain';
  readonly DependsOn?: string | readonly string[];
};

export type Resources = Readonly<Record<string, Resource>>;

/** Text in which `${Name}` stands for a resource or pseudo parameter. */
export function sub(text: string): Value {
  return { 'Fn::Sub': text };
}

/** AWS's name for a function of `serverless.yml`. */
export function functionName(stage: string, name: string): string {
  return `${SERVICE}-${stage}-${name}`;
}

/** Prefix of the names of all tables. */
export function tablePrefix(stage: string): string {
  return `${SERVICE}-${stage}-`;
}

/** Prefix of the names of all secrets in the Parameter Store. */
export function secretsPath(stage: string): string {
  return `/${SERVICE}/${stage}`;
}

/** The resource name of a function's role: `DataRole` for `data`. */
export function roleOf(name: string): string {
  return `${name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Role`;
}
