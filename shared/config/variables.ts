/** One setting: what `docs/configure.md` says of it and what {@link readEnv} looks for. */
export type Variable = {
  /** The name under which operators of an existing server know it, also accepted; absent when that name is the same or new. */
  readonly legacy?: string;
  /** The default in words. */
  readonly default: string;
  /** What it does, in a sentence for operators. */
  readonly effect: string;
  /** Who knows the value can do what only the service should. */
  readonly secret?: true;
};

/** Every environment variable that this service reads. `docs/configure.md` is made from this table (`npm run docs:configure`). */
export const VARIABLES = {
  PORT: { default: '8080', effect: 'Port to listen on, 1 to 65535.' },
  HOST: {
    default: '127.0.0.1',
    effect: 'Address to listen on. `0.0.0.0` or `::` serves other machines, as a container must.',
  },
  SVC_DATA_DIR: { default: './data', effect: 'Directory of the embedded store. Made at first start.' },
  SVC_DATA_DIR_ON: {
    default: 'local',
    effect:
      '`local`: SVC_DATA_DIR is on a disk of this machine. `network`: it is on a network file system with locks, such as NFS 4; commits are slower, and wait for searches. The same for all processes on one directory.',
  },
  SVC_KEY_DIR: {
    default: '`keys` in the data directory',
    effect:
      "Directory of the server's own keys and salts, one file each, readable by its owner only. Made at first start. Losing it loses the server's identity: back it up. A key can come from an environment variable of its name instead, such as `skyAdmin2` with a PEM.",
  },
  SECRETS: {
    default: '`directory`; in functions `environment`',
    effect:
      "Where the server's own keys and salts are kept, made at first need where they are missing: `directory` (SVC_KEY_DIR), `ssm:/path` (SSM Parameter Store, encrypted), `secretsmanager:prefix` (AWS Secrets Manager), or `environment`, where nothing is made. A value in the environment wins over all of them.",
  },
  SEARCH_ENDPOINT: {
    legacy: 'ELASTICSEARCH_ENDPOINT',
    default: 'unset: the embedded store',
    effect:
      'Address of an OpenSearch cluster (2.19 or 3), such as `https://search.example:9200`, or several addresses of one cluster, separated by commas, of which reads try the others when one is away: objects, identities and the search index are there instead of in the embedded store.',
  },
  SEARCH_AUTHORIZATION: {
    legacy: 'ELASTICSEARCH_AUTHORIZATION',
    default: 'unset: no credentials',
    effect: 'The `Authorization` header for the cluster, such as `Basic dXNlcjpwYXNzd29yZA==` or `Bearer …`.',
    secret: true,
  },
  SEARCH_USERNAME: {
    default: 'unset',
    effect: 'Name of a user of the cluster, with SEARCH_PASSWORD, in place of SEARCH_AUTHORIZATION.',
  },
  SEARCH_PASSWORD: { default: 'unset', effect: 'Password of SEARCH_USERNAME.', secret: true },
  SEARCH_API_KEY: {
    default: 'unset',
    effect: 'API key of the cluster, in place of SEARCH_AUTHORIZATION, which is then `ApiKey` and this.',
    secret: true,
  },
  SEARCH_AWS_REGION: {
    default: 'unset: requests are not signed',
    effect:
      'Region of a domain of Amazon OpenSearch Service, such as `eu-central-1`: requests are signed (Signature Version 4) with the keys of the variables `AWS_…`, in place of other credentials.',
  },
  SEARCH_AWS_SERVICE: {
    default: '`es`',
    effect:
      'Service that requests are signed for: `es`, a domain. Serverless collections (`aoss`) are refused: they show writes only after seconds.',
  },
  AWS_ACCESS_KEY_ID: { default: 'unset', effect: 'Key to sign with, where a setting asks for a service of AWS.' },
  AWS_SECRET_ACCESS_KEY: { default: 'unset', effect: 'Secret of AWS_ACCESS_KEY_ID.' },
  AWS_SESSION_TOKEN: {
    default: 'unset',
    effect:
      'Session token of AWS_ACCESS_KEY_ID, where the key is of a role. The service must be restarted before it expires.',
  },
  AWS_REGION: {
    default: 'unset; set by the platform in functions',
    effect: 'Region of the services of AWS that settings name, such as `eu-central-1`.',
  },
  AWS_ENDPOINT_URL: {
    default: "unset: AWS's own addresses",
    effect: 'Address of all services of AWS but the search cluster: for stand-ins on this machine.',
  },
  AWS_ENDPOINT_URL_DYNAMODB: { default: 'AWS_ENDPOINT_URL', effect: 'Address of DynamoDB.' },
  AWS_ENDPOINT_URL_SECRETS_MANAGER: { default: 'AWS_ENDPOINT_URL', effect: 'Address of Secrets Manager.' },
  AWS_ENDPOINT_URL_SSM: { default: 'AWS_ENDPOINT_URL', effect: 'Address of the SSM Parameter Store.' },
  DYNAMODB_PREFIX: {
    default: 'unset: none are used; set by `serverless.yml`',
    effect:
      'In functions, and for commands on the cluster of functions: what the names of the tables of DynamoDB begin with, in which identities and other small values, the log of changes and the listeners are kept.',
  },
  WS_ENDPOINT: {
    default: 'unset; set by `serverless.yml`',
    effect:
      'In functions: address of the stage of the WebSocket API, such as `https://abc.execute-api.eu-central-1.amazonaws.com/live`, through which listeners are told of changes.',
  },
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: {
    default: 'unset; set by the platform in containers with a role',
    effect: 'Where keys come from when AWS_ACCESS_KEY_ID is unset: a path at `http://169.254.170.2`. They are renewed.',
  },
  AWS_CONTAINER_CREDENTIALS_FULL_URI: {
    default: 'unset; set by the platform in pods with a role',
    effect: 'The same as a whole address: https, or http on this machine.',
  },
  AWS_CONTAINER_AUTHORIZATION_TOKEN: {
    default: 'unset',
    effect: 'The `Authorization` header for that address.',
  },
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: {
    default: 'unset',
    effect: 'File with the `Authorization` header for that address; read anew each time.',
  },
  SEARCH_CA_FILE: {
    default: 'unset: the authorities that Node knows',
    effect:
      'File with certificates (PEM) of the authorities that the certificate of the cluster may come from, and no others.',
  },
  SEARCH_PREFIX: {
    default: '`competency-`',
    effect: 'What the names of the indices begin with. Services with different prefixes share nothing but the cluster.',
  },
  SEARCH_SHARDS: { default: '1', effect: 'Shards of each index, 1 to 64. Decided when the indices are made.' },
  SEARCH_REPLICAS: {
    default: '`auto`: one where the cluster has more than one node',
    effect: 'Copies of each shard, 0 to 8. Decided when the indices are made.',
  },
  SEARCH_REFRESH: {
    default: 'immediate',
    effect:
      'How searches come to see a save before it is acknowledged: `immediate` has the cluster show it at once; `wait` waits for its next turn, up to a second, which costs a busy cluster less.',
  },
  SVC_BASE: {
    legacy: 'CASS_BASE',
    default: 'empty',
    effect: 'Path in front of every address, such as `/competencies`: the API is then at `/competencies/api/`.',
  },
  SVC_LOOPBACK: {
    legacy: 'CASS_LOOPBACK',
    default: '`http://localhost:<PORT><SVC_BASE>/api/` and the same with `127.0.0.1`',
    effect:
      'Own address as clients write it, ending in `/api/`. Ids under it are local: their version is part of the id.',
  },
  SVC_LOOPBACK_PROXY: {
    legacy: 'CASS_LOOPBACK_PROXY',
    default: 'unset',
    effect: 'A second own address, such as the public one of a reverse proxy. Ids under it are local too.',
  },
  SVC_EXTERNAL_ENDPOINT: {
    legacy: 'CASS_EXTERNAL_ENDPOINT',
    default: 'unset',
    effect: 'Public base address, ending in `/api/`. Ids under it are local too.',
  },
  POST_MAX_SIZE: {
    default: '52428800',
    effect:
      'Largest request body, or part of a form, in bytes; larger ones get 413. In functions 4500000 at most: the platform takes no more. Told to clients by `ping`, so that they split their batches.',
  },
  MEMORY_BUDGET: {
    default: 'a quarter of what the heap may grow to',
    effect:
      'Bytes that large requests and answers may hold at once; further ones wait, and get 503 after ten seconds. Small ones are not counted.',
  },
  MULTIPUT_BATCH_SIZE: { default: '100', effect: 'Objects that multiPut hands to the store at a time.' },
  REJECT_SHA1: { default: 'false', effect: 'Refuse signatures made with SHA-1 (451).' },
  SHEET_MAX_ENTRIES: { default: '64', effect: 'Most entries of all signature sheets of one request (400 above).' },
  SHEET_MAX_LIFETIME: {
    default: '7200000',
    effect: 'Longest time in milliseconds that a signature may still be valid for. The client library uses 300000.',
  },
  SHEET_SERVER_CHECK: {
    default:
      '`strict` when an own address is set with SVC_LOOPBACK, SVC_LOOPBACK_PROXY or SVC_EXTERNAL_ENDPOINT, else `warn`',
    effect:
      '`strict`: a signature counts only when its `server` is an own address or the object acted on, so that one made for another server is worth nothing here. `warn`: it counts, and the log says so.',
  },
  SEARCH_DEADLINE: { default: '5000', effect: 'Milliseconds that a search may take before it answers 503.' },
  CORS_ORIGINS: {
    default: 'unset: all origins',
    effect: 'Comma-separated origins whose pages may call the API and open the notification channel.',
  },
  CORS_CREDENTIALS: {
    default: 'false',
    effect: 'Allow pages of CORS_ORIGINS to send cookies. Needs CORS_ORIGINS: never for all origins.',
  },
  NOTIFY_HIDDEN: {
    default: 'false',
    effect:
      '`true` sends the ids of reader-protected objects to every listener of the notification channel, as the existing server does. Otherwise only to listeners that proved a key that may read them.',
  },
  NOTIFY_POLL: {
    default: '1000',
    effect:
      'Milliseconds between two looks for what other instances wrote to the same store: for the listeners of the notification channel. A key that was given up at another instance counts for five times as long at most.',
  },
  ADMIN_SECRET_IN_QUERY: {
    default: 'false',
    effect:
      'Take the secret of the admin operations from the query string too, and these operations by `GET`, as scripts for the existing server send them. Addresses end up in logs of proxies.',
  },
  DISABLED_ADAPTERS: {
    default: 'unset: none',
    effect:
      'Comma-separated names of adapters whose addresses are to answer 404, such as `profile`. Give all instances over one store the same: one without `profile` does not tell the others what it writes.',
  },
  PROFILE_TTL: {
    default: '2592000000',
    effect:
      'Milliseconds that a calculated profile is kept, at most, when nothing it is made of changes; 0 keeps none.',
  },
  PROFILE_PPK: {
    default: 'unset',
    effect:
      "Private RSA key (PEM) that opens encrypted parts of assertions, besides the service's own. It shows callers nothing but evidence from assertions that they may read (docs/profile.md), unless PROFILE_OPEN_EVIDENCE is set.",
    secret: true,
  },
  PROFILE_OPEN_EVIDENCE: {
    default: 'false',
    effect:
      'Insecure. `true` calculates profiles from all assertions that the service or PROFILE_PPK can open, for whoever asks, as the existing server does. Otherwise only from those that the caller may read.',
  },
  AUTO_CALCULATE_PROFILES: {
    default: 'false',
    effect:
      'Calculate the profiles of active persons in all frameworks ahead, every minute, so that requests find them kept. Needs a PROFILE_TTL above 0.',
  },
  PROFILE_AVOID_OUTSIDE_FRAMEWORKS: {
    default: 'false',
    effect: 'Calculate profiles from the framework asked for alone, without those that its relations lead to.',
  },
  PROFILE_STAGES_DIRECTORY: {
    default: 'unset: none',
    effect:
      'Directory with stages of your own for the calculation of profiles: each file `*.js`, `*.mjs` or `*.ts` in it exports one. They are code that runs with the rights of the service.',
  },
  WORKER_MAX_MEMORY: {
    default: '1024',
    effect:
      'Megabytes that one of the threads that calculate profiles may use for objects, 64 to 65536. There are at most as many threads as the machine has processors, less one; a calculation that needs more is answered 503.',
  },
  KILL: { default: 'false', effect: '`GET /api/kill` ends the process. For tests and development.' },
  VERSION: { default: 'the version of the package', effect: 'What `ping` calls the version of the server.' },
  DEFAULT_PLUGINS: { default: 'unset', effect: 'Text with JSON that `ping` hands to editors as `plugins`.' },
  SVC_BANNER_MESSAGE: { legacy: 'CASS_BANNER_MESSAGE', default: 'unset', effect: 'Message of the banner in `ping`.' },
  SVC_BANNER_TEXT_COLOR: {
    legacy: 'CASS_BANNER_TEXT_COLOR',
    default: 'unset',
    effect: 'Text colour of the banner.',
  },
  SVC_BANNER_BACKGROUND_COLOR: {
    legacy: 'CASS_BANNER_BACKGROUND_COLOR',
    default: 'unset',
    effect: 'Background colour of the banner.',
  },
  MOTD_TITLE: { default: 'unset', effect: 'Title of the message of the day in `ping`; shown with MOTD_MESSAGE.' },
  MOTD_MESSAGE: { default: 'unset', effect: 'Message of the day in `ping`; shown with MOTD_TITLE.' },
  LOG_LEVEL: {
    default: 'info',
    effect: 'Least severity that is logged: `debug`, `info`, `warn`, `error` or `silent`.',
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;
