import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import { domainAlarms } from './monitoring.ts';
import { type Resources, SERVICE, sub, type Value } from './names.ts';
import { count, type Environment } from './settings.ts';

/** Name of the deployment's domain, at most 28 characters. */
function domainName(stage: string): string {
  return `${SERVICE}-${stage}`;
}

/** Address of a domain: its name and a suffix that AWS adds. */
const DOMAIN_ADDRESS = /^https:\/\/search-(.+)-[a-z0-9]{20,}\./;

/** Address of a domain inside a VPC, which functions cannot reach. */
const VPC_ADDRESS = /^https:\/\/vpc-/;

/**
 * The domain that the functions call: the deployment's, or the one in SEARCH_ENDPOINT; null for a cluster outside AWS. SEARCH_DOMAIN is
 * the name of a domain with a custom address.
 */
export function domainArn(stage: string, environment: Environment): Value | null {
  const { SEARCH_ENDPOINT: endpoint, SEARCH_AWS_REGION: region, SEARCH_DOMAIN: given } = environment;
  if (!endpoint) return arn(`\${AWS::Region}`, domainName(stage));
  if (VPC_ADDRESS.test(endpoint)) {
    throw new ConfigurationError('SEARCH_ENDPOINT is inside a network (VPC), where functions do not reach it.');
  }
  if (!region) return null;
  const name = given || DOMAIN_ADDRESS.exec(endpoint)?.[1];
  if (name === undefined)
    throw new ConfigurationError('SEARCH_DOMAIN is missing: set it to the name of the domain at SEARCH_ENDPOINT.');
  return arn(region, name);
}

function arn(region: string, name: string): Value {
  return sub(`arn:\${AWS::Partition}:es:${region}:\${AWS::AccountId}:domain/${name}/*`);
}

/** Settings for the deployment's domain; none if SEARCH_ENDPOINT is set. */
export function searchSettings(environment: Environment): Readonly<Record<string, Value>> {
  if (environment.SEARCH_ENDPOINT) return {};
  return {
    SEARCH_ENDPOINT: sub(`https://\${SearchDomain.DomainEndpoint}`),
    SEARCH_AWS_REGION: { Ref: 'AWS::Region' },
  };
}

/**
 * A small domain of Amazon OpenSearch Service, unless SEARCH_ENDPOINT names a cluster. It is retained after the deployment, since
 * the objects are in it. Size by SEARCH_INSTANCE_TYPE, SEARCH_INSTANCES, SEARCH_STORAGE (GiB of each instance).
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
              // Any principal of this account whose IAM policy allows it: the roles of the functions.
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
