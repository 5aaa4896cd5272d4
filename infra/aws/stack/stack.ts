import type { Manifest } from '../../../functions/manifest.ts';
import { manifests } from '../../../functions/manifests.ts';
import { LAMBDA } from '../lambda/platform.ts';
import { domainNames } from './api.ts';
import { alarms, dashboard } from './monitoring.ts';
import { type Resources, roleOf, secretsPath, tablePrefix, type Value } from './names.ts';
import { gatewayPaths } from './paths.ts';
import { RIGHTS, roles } from './roles.ts';
import { searchDomain, searchSettings } from './search-domain.ts';
import {
  automaticProfiles,
  channelAddress,
  checked,
  deliversToWebhooks,
  type Environment,
  givenSettings,
  makesVectors,
  ownAddress,
  pollsStatements,
  replicates,
  writesDumps,
} from './settings.ts';
import { tables } from './tables.ts';

/** The environment of all functions: settings of the operator and of the deployment. */
export function settings(stage: string, environment: Environment): Readonly<Record<string, Value>> {
  return checked(LAMBDA, {
    ...ownAddress(environment),
    ...searchSettings(environment),
    ...givenSettings(stage, environment),
    SECRETS: environment.SECRETS || `ssm:${secretsPath(stage)}`,
    DYNAMODB_PREFIX: tablePrefix(stage),
    ...channelAddress(stage, environment),
  });
}

/** Whether anything calls a function; alarms on other functions would only cost money. */
function isCalled(name: string, environment: Environment): boolean {
  if (name === 'schedule-auto-profile') return automaticProfiles(environment);
  if (name === 'schedule-xapi-poll') return pollsStatements(environment);
  if (name === 'stream-webhooks') return deliversToWebhooks(environment);
  if (name === 'schedule-dump') return writesDumps(environment);
  if (name === 'schedule-vectors') return makesVectors(environment);
  return name !== 'schedule-replicate' || replicates(environment);
}

/** The resources of the deployment besides functions and their routes. */
export function resources(stage: string, environment: Environment): Resources {
  const names = Object.keys(RIGHTS).filter((name) => isCalled(name, environment));
  return {
    ...roles(stage, environment),
    ...tables(stage),
    ...searchDomain(stage, environment),
    ...domainNames(environment),
    ...alarms(stage, names, environment.ALARM_EMAIL),
    ...dashboard(stage, names),
  };
}

/** A function as `serverless.yml` describes it. */
type ServerlessFunction = Readonly<Record<string, unknown>>;

/** The functions of the groups of endpoints, with the paths of the HTTP API that lead to them. */
export function groupFunctions(environment: Environment): Readonly<Record<string, ServerlessFunction>> {
  const { BUNDLES: bundles = 'dist/aws', SVC_BASE: base = '' } = environment;
  const paths = gatewayPaths(manifests);
  return Object.fromEntries(
    manifests.map(({ name, function: { memoryMb, timeoutSeconds } }: Manifest) => [
      name,
      {
        handler: `${bundles}/${name}/index.handler`,
        role: roleOf(name),
        ...(memoryMb !== undefined && { memorySize: memoryMb }),
        ...(timeoutSeconds !== undefined && { timeout: timeoutSeconds }),
        environment: `\${self:custom.settings}`,
        package: { patterns: [`${bundles}/${name}/**`] },
        events: (paths.get(name) ?? []).map((path) => ({
          httpApi: path === '*' ? '*' : { method: '*', path: base + path },
        })),
      },
    ]),
  );
}
