import { ConfigurationError } from '../../../shared/config/configuration-error.ts';
import { count } from './count.ts';
import type { Resource, Resources, Value } from './names.ts';
import type { Environment } from './settings.ts';

/** Requests per second that the HTTP API takes, unless API_RATE says otherwise: what nobody meant to send costs money too. */
const RATE = 500;

/** What the stage of the HTTP API has besides what the framework gives it. A burst may be twice the rate. */
export function apiStage(environment: Environment): Resource['Properties'] {
  const rate = count(environment, 'API_RATE', RATE);
  return { DefaultRouteSettings: { ThrottlingRateLimit: rate, ThrottlingBurstLimit: 2 * rate } };
}

/** The two APIs at domain names of the operator's own, by the settings that name them. */
const NAMED = [
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
    NAMED.flatMap(({ setting, id, api, stage }): [string, Resource][] => {
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

/** Where the records of the domain names have to lead. */
export function outputs(environment: Environment): Readonly<Record<string, { readonly Value: Value }>> {
  return Object.fromEntries(
    NAMED.filter(({ setting }) => environment[setting]).map(({ id }) => [
      `${id}Target`,
      { Value: { 'Fn::GetAtt': [id, 'RegionalDomainName'] } },
    ]),
  );
}
