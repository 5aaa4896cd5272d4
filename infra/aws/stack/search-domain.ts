import { ConfigurationError } from '../../../shared/config/configuration-error.ts';
import { domainAlarms } from './alarms.ts';
import { count } from './count.ts';
import { type Resources, SERVICE, sub, type Value } from './names.ts';
import type { Environment } from './settings.ts';

/** Name of the domain that a deployment makes; AWS takes 28 characters. */
function domainName(stage: string): string {
  return `${SERVICE}-${stage}`;
}

/** Address of a domain: its name, and what AWS adds to make it one of a kind. */
const ADDRESS = /^https:\/\/search-(.+)-[a-z0-9]{20,}\./;

/** Address of one that is inside a network, which functions are not. */
const INSIDE = /^https:\/\/vpc-/;

/**
 * What the functions call: the domain of the deployment, or the one that SEARCH_ENDPOINT is the address of; null for a cluster that
 * is none of AWS. The name of a domain with an address of its own is SEARCH_DOMAIN.
 */
export function domainArn(stage: string, environment: Environment): Value | null {
  const { SEARCH_ENDPOINT: endpoint, SEARCH_AWS_REGION: region, SEARCH_DOMAIN: given } = environment;
  if (!endpoint) return arn(`\${AWS::Region}`, domainName(stage));
  if (INSIDE.test(endpoint)) {
    throw new ConfigurationError('SEARCH_ENDPOINT is inside a network (VPC), where functions do not reach it.');
  }
  if (!region) return null;
  const name = given || ADDRESS.exec(endpoint)?.[1];
  if (name === undefined)
    throw new ConfigurationError('SEARCH_DOMAIN is missing: the name of the domain that SEARCH_ENDPOINT leads to.');
  return arn(region, name);
}

function arn(region: string, name: string): Value {
  return sub(`arn:\${AWS::Partition}:es:${region}:\${AWS::AccountId}:domain/${name}/*`);
}

/** The settings of the cluster: those given, or the domain of the deployment. */
export function searchSettings(environment: Environment): Readonly<Record<string, Value>> {
  if (environment.SEARCH_ENDPOINT) return {};
  return {
    SEARCH_ENDPOINT: sub(`https://\${SearchDomain.DomainEndpoint}`),
    SEARCH_AWS_REGION: { Ref: 'AWS::Region' },
  };
}

/**
 * A small domain of Amazon OpenSearch Service, unless SEARCH_ENDPOINT names a cluster. It outlives the deployment: the objects are
 * in it. Size by SEARCH_INSTANCE_TYPE, SEARCH_INSTANCES, SEARCH_STORAGE (GiB of each instance).
 */
export function searchDomain(stage: string, environment: Environment): Resources {
  if (environment.SEARCH_ENDPOINT) return {};
  const name = domainName(stage);
  const storage = count(environment, 'SEARCH_STORAGE', 10);
  if (name.length > 28)
    throw new ConfigurationError(`The stage "${stage}" is too long: ${name} has more than 28 characters.`);
  return {
    ...domainAlarms(name, storage),
    SearchDomain: {
      Type: 'AWS::OpenSearchService::Domain',
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        DomainName: name,
        EngineVersion: 'OpenSearch_2.19',
        ClusterConfig: {
          InstanceType: environment.SEARCH_INSTANCE_TYPE || 't3.small.search',
          InstanceCount: count(environment, 'SEARCH_INSTANCES', 1),
        },
        EBSOptions: { EBSEnabled: true, VolumeType: 'gp3', VolumeSize: storage },
        EncryptionAtRestOptions: { Enabled: true },
        NodeToNodeEncryptionOptions: { Enabled: true },
        DomainEndpointOptions: { EnforceHTTPS: true, TLSSecurityPolicy: 'Policy-Min-TLS-1-2-2019-07' },
        AccessPolicies: {
          Version: '2012-10-17',
          Statement: [
            {
              // Whoever of this account has the right in a policy of his own: the roles of the functions.
              Effect: 'Allow',
              Principal: { AWS: sub(`arn:\${AWS::Partition}:iam::\${AWS::AccountId}:root`) },
              Action: 'es:ESHttp*',
              Resource: domainArn(stage, environment),
            },
          ],
        },
      },
    },
  };
}
