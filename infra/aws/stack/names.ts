/** The stage of `npm run offline`: nothing of it is uploaded. */
export const OFFLINE = 'offline';

/** The secrets that the service keeps: its own keys and salts. */
export const ADMIN_KEY = 'skyAdmin2.pem';
export const PROFILE_KEY = 'profileAdapter.pem';
export const SERVER_SECRET = 'skyId.secret';
export const SALTS = ['skyId.username.public.salt', 'skyId.password.public.salt', 'skyId.secret.public.salt'] as const;

/** What the deployment is called; `serverless.yml` has the same. */
export const SERVICE = 'competency-service';

/** A value that CloudFormation fills in. */
export type Value = string | Readonly<Record<string, unknown>>;

/** A resource of the template. */
export type Resource = {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  /** It outlives the deployment; one that was made by a deployment that failed does not, or the next could not make it. */
  readonly DeletionPolicy?: 'RetainExceptOnCreate';
  readonly UpdateReplacePolicy?: 'Retain';
  readonly DependsOn?: string | readonly string[];
};

export type Resources = Readonly<Record<string, Resource>>;

/** Text in which `${Name}` stands for a resource or pseudo parameter. */
export function sub(text: string): Value {
  return { 'Fn::Sub': text };
}

/** The function that `serverless.yml` calls so, as AWS knows it. */
export function functionName(stage: string, name: string): string {
  return `${SERVICE}-${stage}-${name}`;
}

/** What the names of all tables begin with. */
export function tablePrefix(stage: string): string {
  return `${SERVICE}-${stage}-`;
}

/** What the names of all secrets in the Parameter Store begin with. */
export function secretsPath(stage: string): string {
  return `/${SERVICE}/${stage}`;
}

/** Name of a role, a resource of its own, for the function of that name: `DataRole` for `data`. */
export function roleOf(name: string): string {
  return `${name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Role`;
}
