import { LAMBDA } from '../lambda/platform.ts';
import { alarms } from './alarms.ts';
import { domainNames } from './api.ts';
import { dashboard } from './dashboard.ts';
import { type Resources, secretsPath, tablePrefix, type Value } from './names.ts';
import { RIGHTS, roles } from './roles.ts';
import { searchDomain, searchSettings } from './search-domain.ts';
import { automaticProfiles, channelAddress, checked, type Environment, givenSettings, ownAddress } from './settings.ts';
import { tables } from './tables.ts';

/** The environment of all functions: given settings, and those of the deployment. */
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

/** Whether anything calls a function; alarms on others would only cost. */
function isCalled(name: string, environment: Environment): boolean {
  if (name === 'schedule-auto-profile') return automaticProfiles(environment);
  return name !== 'schedule-xapi-poll';
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
