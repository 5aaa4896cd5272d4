import {
  clusterAddresses,
  credentialAddress,
  httpAddress,
  indexPrefix,
  integer,
  oneOf,
  region,
  replicas,
  type Setting,
  signedService,
  tablePrefix,
  text,
} from '../formats.ts';

/** Settings of the OpenSearch cluster and of the services of AWS. */
export const CLOUD_SETTINGS = {
  SEARCH_ENDPOINT: {
    legacy: 'ELASTICSEARCH_ENDPOINT',
    parse: clusterAddresses,
    default: null,
    defaultText: 'unset: the embedded store',
    effect:
      'Address of an OpenSearch cluster (2.19 or 3), such as `https://search.example:9200`, or several addresses of one cluster, separated by commas, of which reads try the others if one is unreachable. Objects, identities and the search index are then in the cluster instead of in the embedded store.',
  },
  SEARCH_AUTHORIZATION: {
    legacy: 'ELASTICSEARCH_AUTHORIZATION',
    parse: text,
    default: null,
    defaultText: 'unset: no credentials',
    effect: 'The `Authorization` header for the cluster, such as `Basic dXNlcjpwYXNzd29yZA==` or `Bearer …`.',
    secret: true,
  },
  SEARCH_USERNAME: {
    parse: text,
    default: null,
    effect: 'Name of a user of the cluster, with SEARCH_PASSWORD, instead of SEARCH_AUTHORIZATION.',
  },
  SEARCH_PASSWORD: {
    parse: text,
    default: null,
    effect: 'Password of SEARCH_USERNAME.',
    secret: true,
  },
  SEARCH_API_KEY: {
    parse: text,
    default: null,
    effect: 'API key of the cluster, instead of SEARCH_AUTHORIZATION.',
    secret: true,
  },
  SEARCH_AWS_REGION: {
    parse: region,
    default: null,
    defaultText: 'unset: requests are not signed',
    effect:
      'Region of a domain of Amazon OpenSearch Service, such as `eu-central-1`: requests are signed (Signature Version 4) with the keys of the variables `AWS_…`, instead of other credentials.',
  },
  SEARCH_AWS_SERVICE: {
    parse: signedService,
    default: 'es',
    effect:
      'Service that requests are signed for: `es`, a domain. Serverless collections (`aoss`) are rejected: they show writes only after seconds.',
  },
  AWS_ACCESS_KEY_ID: {
    parse: text,
    default: null,
    effect: 'Key to sign with, if a setting names a service of AWS.',
  },
  AWS_SECRET_ACCESS_KEY: {
    parse: text,
    default: null,
    effect: 'Secret of AWS_ACCESS_KEY_ID.',
  },
  AWS_SESSION_TOKEN: {
    parse: text,
    default: null,
    effect:
      'Session token of AWS_ACCESS_KEY_ID, if the key is of a role. The service must be restarted before it expires.',
  },
  AWS_REGION: {
    parse: region,
    default: null,
    defaultText: 'unset; set by the platform in functions',
    effect: 'Region of the services of AWS that settings name, such as `eu-central-1`.',
  },
  AWS_ENDPOINT_URL: {
    parse: text,
    default: null,
    defaultText: "unset: AWS's own addresses",
    effect: 'Address of all services of AWS but the search cluster: for stand-ins on this machine.',
  },
  AWS_ENDPOINT_URL_DYNAMODB: {
    parse: text,
    default: null,
    defaultText: 'AWS_ENDPOINT_URL',
    effect: 'Address of DynamoDB.',
  },
  AWS_ENDPOINT_URL_SECRETS_MANAGER: {
    parse: text,
    default: null,
    defaultText: 'AWS_ENDPOINT_URL',
    effect: 'Address of Secrets Manager.',
  },
  AWS_ENDPOINT_URL_SSM: {
    parse: text,
    default: null,
    defaultText: 'AWS_ENDPOINT_URL',
    effect: 'Address of the SSM Parameter Store.',
  },
  DYNAMODB_PREFIX: {
    parse: tablePrefix,
    default: null,
    defaultText: 'unset: none are used; set by `serverless.yml`',
    effect:
      'In functions, and for commands on the cluster of functions: prefix of the DynamoDB tables in which identities and other small values, the bell of the notification channel and the subscribers are stored.',
  },
  WS_ENDPOINT: {
    parse: httpAddress,
    default: null,
    defaultText: 'unset; set by `serverless.yml`',
    effect:
      'In functions: address of the stage of the WebSocket API, such as `https://abc.execute-api.eu-central-1.amazonaws.com/live`, through which changes are sent to subscribers.',
  },
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: {
    parse: text,
    default: null,
    defaultText: 'unset; set by the platform in containers with a role',
    effect: 'Source of keys if AWS_ACCESS_KEY_ID is unset: a path at `http://169.254.170.2`. They are renewed.',
  },
  AWS_CONTAINER_CREDENTIALS_FULL_URI: {
    parse: credentialAddress,
    default: null,
    defaultText: 'unset; set by the platform in pods with a role',
    effect: 'The same as a whole address: https, or http on this machine.',
  },
  AWS_CONTAINER_AUTHORIZATION_TOKEN: {
    parse: text,
    default: null,
    effect: 'The `Authorization` header for that address.',
  },
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: {
    parse: text,
    default: null,
    effect: 'File with the `Authorization` header for that address; read for each request.',
  },
  SEARCH_CA_FILE: {
    parse: text,
    default: null,
    defaultText: 'unset: the authorities that Node knows',
    effect: 'File with certificates (PEM) of the only authorities that may issue the certificate of the cluster.',
  },
  SEARCH_PREFIX: {
    parse: indexPrefix,
    default: 'competency-',
    effect: 'Prefix of the names of the indices. Services with different prefixes share only the cluster.',
  },
  SEARCH_SHARDS: {
    parse: integer(1, 64),
    default: 1,
    effect: 'Shards of each index, 1 to 64. Decided when the indices are created.',
  },
  SEARCH_REPLICAS: {
    parse: replicas,
    default: 'auto',
    defaultText: '`auto`: one where the cluster has more than one node',
    effect: 'Copies of each shard, 0 to 8. Decided when the indices are created.',
  },
  SEARCH_REFRESH: {
    parse: oneOf('immediate', 'wait'),
    default: 'immediate',
    effect:
      'How a save becomes visible to searches before it is acknowledged: `immediate` refreshes the index at once; `wait` waits for its next refresh, up to a second, which costs a busy cluster less.',
  },
} as const satisfies Record<string, Setting>;
