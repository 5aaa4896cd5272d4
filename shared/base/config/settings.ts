import { CLOUD_SETTINGS } from './cloud-settings.ts';
import { DUMP_SETTINGS } from './dump-settings.ts';
import { EMBEDDING_SETTINGS } from './embedding-settings.ts';
import {
  apiAddress,
  boolean,
  editorJson,
  emails,
  httpAddress,
  integer,
  names,
  oneOf,
  origins,
  pathPrefix,
  pem,
  type Setting,
  someOf,
  text,
} from './formats.ts';
import { LLM_SETTINGS } from './llm-settings.ts';
import { LOG_SETTINGS } from './log-settings.ts';
import { TOOLSET_NAMES } from './mcp.ts';
import { NETWORK_SETTINGS } from './network-settings.ts';
import { SIGN_ON_SETTINGS } from './sign-on-settings.ts';
import { TELEMETRY_SETTINGS } from './telemetry-settings.ts';
import { WEBHOOK_SETTINGS } from './webhook-settings.ts';

/** Every environment variable that this service reads. `docs/operate/configure.md` is made from this table (`npm run docs:configure`). */
export const SETTINGS = {
  PORT: {
    parse: integer(1, 65_535),
    default: 8080,
    effect: 'Port to listen on, 1 to 65535.',
  },
  HOST: {
    parse: text,
    default: '127.0.0.1',
    effect: 'Address to listen on. `0.0.0.0` or `::` serves other machines, as a container must.',
  },
  SVC_DATA_DIR: {
    parse: text,
    default: './data',
    effect: 'Directory of the embedded store. Created at first start.',
  },
  SVC_DATA_DIR_ON: {
    parse: oneOf('local', 'network'),
    default: 'local',
    effect:
      '`local`: SVC_DATA_DIR is on a disk of this machine. `network`: it is on a network file system with locks, such as NFS 4; commits are slower, and wait for searches. The same for all processes on one directory.',
  },
  SVC_KEY_DIR: {
    parse: text,
    default: null,
    defaultText: '`keys` in the data directory',
    effect:
      "Directory of the server's own keys and salts, one file each, readable by its owner only. Created at first start. Losing it loses the server's identity: back it up. A key can come from an environment variable of its name instead, such as `skyAdmin2` with a PEM.",
  },
  SECRETS: {
    parse: text,
    default: null,
    defaultText: '`directory`; in functions `environment`',
    effect:
      "Where the server's own keys and salts are kept, created when first needed if missing: `directory` (SVC_KEY_DIR), `ssm:/path` (SSM Parameter Store, encrypted), `secretsmanager:prefix` (AWS Secrets Manager), or `environment`, where none are created. A value in the environment takes precedence over all of them.",
  },
  ...CLOUD_SETTINGS,
  SVC_BASE: {
    legacy: 'CASS_BASE',
    parse: pathPrefix,
    default: '',
    effect: 'Path in front of every address, such as `/competencies`: the API is then at `/competencies/api/`.',
  },
  SVC_LOOPBACK: {
    legacy: 'CASS_LOOPBACK',
    parse: apiAddress,
    default: null,
    defaultText: '`http://localhost:<PORT><SVC_BASE>/api/` and the same with `127.0.0.1`',
    effect:
      'Own address as clients write it, ending in `/api/`. Ids under it are local: their version is part of the id.',
  },
  SVC_LOOPBACK_PROXY: {
    legacy: 'CASS_LOOPBACK_PROXY',
    parse: apiAddress,
    default: null,
    effect: 'A second own address, such as the public one of a reverse proxy. Ids under it are local too.',
  },
  SVC_EXTERNAL_ENDPOINT: {
    legacy: 'CASS_EXTERNAL_ENDPOINT',
    parse: apiAddress,
    default: null,
    effect: 'Public base address, ending in `/api/`. Ids under it are local too.',
  },
  POST_MAX_SIZE: {
    parse: integer(1024, 1 << 30),
    default: 52_428_800,
    effect:
      'Largest request body, or part of a form, in bytes; larger ones get 413. In functions 4500000 at most: the platform accepts no more. Clients read it from `ping` and split their batches.',
  },
  MEMORY_BUDGET: {
    parse: integer(1 << 20, Number.MAX_SAFE_INTEGER),
    default: null,
    defaultText: 'a quarter of what the heap may grow to',
    effect:
      'Bytes that large requests and responses may use at once; further ones wait, and get 503 after ten seconds. Small ones are not counted.',
  },
  MULTIPUT_BATCH_SIZE: {
    parse: integer(1, 10_000),
    default: 100,
    effect: 'Objects that multiPut passes to the store at a time.',
  },
  REJECT_SHA1: {
    parse: boolean,
    default: false,
    effect: 'Refuse signatures made with SHA-1 (451).',
  },
  SHEET_MAX_ENTRIES: {
    parse: integer(1, 10_000),
    default: 64,
    effect: 'Maximum number of entries in all signature sheets of one request; more get 400.',
  },
  SHEET_MAX_LIFETIME: {
    parse: integer(1000, Number.MAX_SAFE_INTEGER),
    default: 7_200_000,
    effect: 'Longest remaining validity of a signature, in milliseconds. The client library uses 300000.',
  },
  SHEET_SERVER_CHECK: {
    parse: oneOf('strict', 'warn'),
    default: null,
    defaultText:
      '`strict` when an own address is set with SVC_LOOPBACK, SVC_LOOPBACK_PROXY or SVC_EXTERNAL_ENDPOINT, else `warn`',
    effect:
      '`strict`: a signature counts only when its `server` is an own address or the target object, so that one made for another server is invalid here. `warn`: it counts, with a warning in the log.',
  },
  SEARCH_DEADLINE: {
    parse: integer(10, 600_000),
    default: 5000,
    effect: 'Milliseconds that a search may take; after that it gets 503.',
  },
  CORS_ORIGINS: {
    parse: origins,
    default: null,
    defaultText: 'unset: all origins',
    effect:
      'Comma-separated origins whose pages may call the API, open the notification channel, and embed a framework in a frame ([editor.md](../use/editor.md#embed)).',
  },
  CORS_CREDENTIALS: {
    parse: boolean,
    default: false,
    effect: 'Allow pages of CORS_ORIGINS to send cookies. Needs CORS_ORIGINS: never for all origins.',
  },
  ...NETWORK_SETTINGS,
  NOTIFY_HIDDEN: {
    parse: boolean,
    default: false,
    effect:
      '`true` sends the ids of reader-protected objects to every subscriber of the notification channel, as the existing server does. Otherwise only to subscribers that proved a key that may read them.',
  },
  NOTIFY_POLL: {
    parse: integer(10, 3_600_000),
    default: 1000,
    effect:
      'Interval in milliseconds in which writes of other instances are polled for subscribers of the notification channel. A key that was replaced at another instance counts for at most five times as long.',
  },
  ADMIN_SECRET_IN_QUERY: {
    parse: boolean,
    default: false,
    effect:
      'Accept the secret of the admin operations in the query string too, and these operations by `GET`, as scripts for the existing server send them. Proxies log addresses.',
  },
  ...SIGN_ON_SETTINGS,
  DISABLED_ADAPTERS: {
    parse: names,
    default: null,
    defaultText: 'unset: none',
    effect:
      'Comma-separated names of adapters whose addresses return 404, such as `profile`. Use the same value for all instances on one store: one without `profile` does not invalidate the profiles of the others.',
  },
  DISABLED_EDITOR: {
    parse: boolean,
    default: false,
    effect: 'The addresses of the web editor return 404.',
  },
  PUBLIC_PAGES: {
    parse: boolean,
    default: true,
    effect:
      'Browsers get a page at the address of an object, and search engines and harvesters what is public: a sitemap, a feed, OAI-PMH (docs/use/publish.md). `false`: they get JSON, and these addresses return 404.',
  },
  OAI_REPOSITORY_NAME: {
    parse: text,
    default: null,
    defaultText: '`Competencies at` and the host of the service',
    effect: 'Name of the service for harvesters of OAI-PMH (docs/use/publish.md).',
  },
  OAI_ADMIN_EMAIL: {
    parse: emails,
    default: null,
    defaultText: '`postmaster@` and the host of the service',
    effect: 'Comma-separated email addresses that operators of OAI-PMH harvesters may write to.',
  },
  ...DUMP_SETTINGS,
  MCP_TOOLSETS: {
    parse: someOf(...TOOLSET_NAMES),
    default: null,
    defaultText: '`read,task`, and the tool `record_evidence`',
    effect:
      'Comma-separated sets of tools that an assistant gets (docs/use/agents.md) unless its session names others: `read`, `task`, `write`, `admin`, or `all`. Every tool has the rights of its caller, whatever set it is in.',
  },
  XAPI_INGEST_AUTH: {
    parse: text,
    default: null,
    defaultText: '`key`; `none` while only this machine reaches the service',
    effect:
      'Whose xAPI statements are accepted. `key`: from senders that prove a key with a signature sheet, or have signed in. Values of `Authorization`, such as `Basic bG1zOnNlY3JldA==`, separated by commas: also from senders that send one of these. `none`: from every sender; the `authority` of such statements is not trusted.',
    secret: true,
  },
  XAPI_ENDPOINT: {
    parse: httpAddress,
    default: null,
    effect:
      'Address of a learning record store whose statements are fetched, such as `https://lrs.example/xapi/`: `statements` is added to it.',
  },
  XAPI_AUTH: {
    parse: text,
    default: null,
    effect: 'Value of `Authorization` for XAPI_ENDPOINT, such as `Basic …`.',
    secret: true,
  },
  XAPI_ENABLED: {
    parse: boolean,
    default: true,
    effect: '`false`: XAPI_ENDPOINT is not polled.',
  },
  XAPI_CONFIG: {
    parse: text,
    default: null,
    effect:
      'Several learning record stores instead of XAPI_ENDPOINT: a JSON object of `{"xapiEndpoint", "xapiHostname", "xapiAuth", "xapiBadges"}` by name. Variables `XAPI_CONFIG_<name>`, with one such object each, are added to it. `xapiHostname` is the server of the pages, if it is another one; `xapiBadges` overrides XAPI_BADGES.',
    secret: true,
  },
  XAPI_BADGES: {
    parse: boolean,
    default: false,
    effect:
      'Assertions of positive xAPI statements become badges, in the name of their agents: those of record stores, and those that an admin, or a sender with an `Authorization` of XAPI_INGEST_AUTH, or the agent itself, sends. Requests say otherwise with `?badge=true` or `?badge=false`.',
  },
  XAPI_STATEMENT_COUNT: {
    parse: integer(1, 1000),
    default: 10,
    effect: 'Number of statements in each page that is requested from a learning record store.',
  },
  OIDC_CLIENT_ENDPOINT: {
    parse: httpAddress,
    default: null,
    effect:
      'Address (issuer) of an OAuth provider that issues tokens, by client credentials, for the record stores that have no value of `Authorization`.',
  },
  OIDC_CLIENT_CLIENT_ID: { parse: text, default: null, effect: 'Client id of this service at that provider.' },
  OIDC_CLIENT_CLIENT_SECRET: {
    parse: text,
    default: null,
    effect: 'Client secret of this service at that provider.',
    secret: true,
  },
  BADGE_EMAIL: {
    parse: text,
    default: null,
    effect: 'Email address of badge issuers whose Person has none: Open Badges requires one.',
  },
  BADGE_AUTHORS: {
    parse: text,
    default: null,
    defaultText: '`agent`; `anyone` while only this machine reaches the service',
    effect:
      'Whose assertions become badges. `agent`: those that were last saved with the key of their agent, or of an admin. `anyone`: all that are shared with the key of badges, whoever they say awards them.',
  },
  BADGE_ISSUER_NAME: {
    parse: text,
    default: null,
    defaultText: 'the host of the service',
    effect: 'Name of the service as the issuer of badges as verifiable credentials.',
  },
  BADGE_JWT_ALGORITHM: {
    parse: oneOf('RS256', 'ES256'),
    default: 'RS256',
    effect: 'Signature algorithm of badges that are tokens (VC-JWT).',
  },
  SVC_REPLICATION_ENDPOINT: {
    legacy: 'CASS_REPLICATION_ENDPOINT',
    parse: apiAddress,
    default: null,
    effect:
      'Address of another server, ending in `/api/`, that this one replicates: it pulls all objects that it lacks, with versions and deletions (docs/operate/replicate.md). Unset: it replicates no server.',
  },
  SVC_REPLICATION_PPK: {
    legacy: 'CASS_REPLICATION_PPK',
    parse: pem,
    default: null,
    defaultText: 'a key of the service, `replicateAdapter.pem`',
    effect:
      'Private RSA keys (PEM), one or more: requests to the other server are signed with them, and the replicated objects are written with their rights. The admin key of the other server makes all its objects readable; the admin key of this one allows changes to objects of other owners here.',
    secret: true,
  },
  PNA_DIRECTORY: {
    parse: text,
    default: '',
    effect: 'Address of the directory of competencies that the indexes (`/api/ce/pna/`) are for.',
  },
  PNA_DIRECTORY_NAME: { parse: text, default: '', effect: 'Its name.' },
  PNA_PROVIDER_META_MODEL: {
    parse: text,
    default: '',
    effect: 'Address of the data model, written into indexes (`providerMetaModel`).',
  },
  PNA_REGISTRY_RIGHTS: { parse: text, default: '', effect: 'Rights statement of the directory, written into indexes.' },
  PNA_AWS_BUCKET: {
    parse: text,
    default: null,
    effect: 'S3 bucket in which indexes are published. Unset: they are files in `pna` in the data directory.',
  },
  PNA_AWS_REGION: { parse: text, default: null, effect: 'Region of the bucket.' },
  PNA_AWS_ACCESS_KEY_ID: { parse: text, default: null, effect: 'Key for the bucket.' },
  PNA_AWS_SECRET_ACCESS_KEY: { parse: text, default: null, effect: 'Its secret.', secret: true },
  PNA_AWS_ENDPOINT: {
    parse: httpAddress,
    default: null,
    effect: "Address of another S3 service than Amazon's, which the name of the bucket is added to.",
  },
  ...LLM_SETTINGS,
  ...WEBHOOK_SETTINGS,
  ...EMBEDDING_SETTINGS,
  PROFILE_TTL: {
    parse: integer(0, 3_153_600_000_000),
    default: 2_592_000_000,
    effect:
      'Milliseconds for which a calculated profile is cached, at most, if its source objects do not change; 0 caches none.',
  },
  PROFILE_PPK: {
    parse: pem,
    default: null,
    effect:
      "Private RSA key (PEM) that decrypts parts of assertions, in addition to the service's own. Callers see only evidence from assertions that they may read (docs/use/profile.md), unless PROFILE_OPEN_EVIDENCE is set.",
    secret: true,
  },
  PROFILE_OPEN_EVIDENCE: {
    parse: boolean,
    default: false,
    effect:
      'Insecure. `true` calculates profiles from all assertions that the service or PROFILE_PPK can decrypt, for any caller, as the existing server does. Otherwise only from those that the caller may read.',
  },
  AUTO_CALCULATE_PROFILES: {
    parse: boolean,
    default: false,
    effect:
      'Calculate the profiles of active persons in all frameworks ahead, every minute, so that requests find them cached. Needs a PROFILE_TTL above 0.',
  },
  PROFILE_AVOID_OUTSIDE_FRAMEWORKS: {
    parse: boolean,
    default: false,
    effect: 'Calculate profiles from the requested framework only, without those that its relations lead to.',
  },
  PROFILE_STAGES_DIRECTORY: {
    parse: text,
    default: null,
    defaultText: 'unset: none',
    effect:
      'Directory with stages of your own for the calculation of profiles: each file `*.js`, `*.mjs` or `*.ts` in it exports one. They are code that runs with the rights of the service.',
  },
  WORKER_MAX_MEMORY: {
    parse: integer(64, 65_536),
    default: 1024,
    effect:
      'Megabytes that one of the threads that calculate profiles may use for objects, 64 to 65536. There is at most one thread less than the machine has processors; a calculation that needs more gets 503.',
  },
  KILL: {
    parse: boolean,
    default: false,
    effect: '`GET /api/kill` ends the process. For tests and development.',
  },
  VERSION: {
    parse: text,
    default: null,
    defaultText: 'the version of the package',
    effect: 'Version of the server in `ping`.',
  },
  DEFAULT_PLUGINS: {
    parse: editorJson,
    default: null,
    effect: 'Text with JSON that `ping` returns to editors as `plugins`.',
  },
  SVC_BANNER_MESSAGE: {
    legacy: 'CASS_BANNER_MESSAGE',
    parse: text,
    default: null,
    effect: 'Message of the banner in `ping`.',
  },
  SVC_BANNER_TEXT_COLOR: {
    legacy: 'CASS_BANNER_TEXT_COLOR',
    parse: text,
    default: null,
    effect: 'Text colour of the banner.',
  },
  SVC_BANNER_BACKGROUND_COLOR: {
    legacy: 'CASS_BANNER_BACKGROUND_COLOR',
    parse: text,
    default: null,
    effect: 'Background colour of the banner.',
  },
  MOTD_TITLE: {
    parse: text,
    default: null,
    effect: 'Title of the message of the day in `ping`; shown with MOTD_MESSAGE.',
  },
  MOTD_MESSAGE: {
    parse: text,
    default: null,
    effect: 'Message of the day in `ping`; shown with MOTD_TITLE.',
  },
  ...LOG_SETTINGS,
  ...TELEMETRY_SETTINGS,
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** The type of each setting's value. */
export type SettingValues = {
  readonly [Name in SettingName]: ReturnType<(typeof SETTINGS)[Name]['parse']> | (typeof SETTINGS)[Name]['default'];
};
