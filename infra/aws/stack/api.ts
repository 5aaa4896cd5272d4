import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import type { Resource, Resources, Value } from './names.ts';
import { count, type Environment } from './settings.ts';

/** Maximum number of requests per second, to limit the cost of runaway traffic; API_RATE overrides it. */
const DEFAULT_RATE = 500;

/** Properties of the HTTP API's stage beyond the framework's. A burst may be twice the rate. */
export function apiStage(environment: Environment): Resource['Properties'] {
  const rate = count(environment, 'API_RATE', DEFAULT_RATE);
  return { DefaultRouteSettings: { ThrottlingRateLimit: rate, ThrottlingBurstLimit: 2 * rate } };
}

/** The two APIs, and the settings with their domain names. */
const DOMAINS = [
  { setting: 'API_DOMAIN', id: 'ApiDomain', api: 'HttpApi', stage: 'HttpApiStage' },
  { setting: 'WS_DOMAIN', id: 'ListenersDomain', api: 'WebsocketsApi', stage: 'WebsocketsDeploymentStage' },
] as const;

/**
 * Domain names for the HTTP API (API_DOMAIN) and the notification channel (WS_DOMAIN), with the certificate CERTIFICATE_ARN of the
 * region's certificate manager.
 *
 * @throws ConfigurationError for a domain name without a certificate
 */
export function domainNames(environment: Environment): Resources {
  const { CERTIFICATE_ARN: certificate } = environment;
  return Object.fromEntries(
    DOMAINS.flatMap(({ setting, id, api, stage }): [string, Resource][] => {
      const name = environment[setting];
      if (!name) return [];
      if (!certificate)
        throw new ConfigurationError(`${setting} is set without CERTIFICATE_ARN: it needs a certificate.`);
      const configuration = { CertificateArn: certificate, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' };
      const place = { ApiId: { Ref: api }, DomainName: { Ref: id }, Stage: { Ref: stage } };
      return [
        [
          id,
          {
            Type: 'AWS::ApiGatewayV2::DomainName',
            Properties: { DomainName: name, DomainNameConfigurations: [configuration] },
          },
        ],
        [`${id}Mapping`, { Type: 'AWS::ApiGatewayV2::ApiMapping', Properties: place }],
      ];
    }),
  );
}

/** Targets for the DNS records of the domain names. */
export function outputs(environment: Environment): Readonly<Record<string, { readonly Value: Value }>> {
  return Object.fromEntries(
    DOMAINS.filter(({ setting }) => environment[setting]).map(({ id }) => [
      `${id}Target`,
      { Value: { 'Fn::GetAtt': [id, 'RegionalDomainName'] } },
    ]),
  );
}
