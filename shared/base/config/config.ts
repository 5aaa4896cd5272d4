import type { AddressTools } from '../ip-address.ts';
import { ANY_PUBLIC, allBelow, NONE, type OutboundPolicy } from '../outbound/allow-list.ts';
import type { LogFilter } from '../telemetry/json-lines.ts';
import { type AwsService, awsAccount, awsService } from './aws-access.ts';
import { type BadgeConfig, badgeConfig } from './badges.ts';
import { type EmbeddingConfig, embeddingConfig } from './embedding.ts';
import { ConfigurationError } from './formats.ts';
import { type LlmConfig, llmConfig } from './llm.ts';
import { type MailConfig, mailConfig } from './mail.ts';
import type { ToolsetName } from './mcp.ts';
import { type NetworkConfig, networkConfig } from './network.ts';
import { type OaiConfig, oaiConfig } from './oai.ts';
import { type OtlpConfig, otlpConfig } from './otlp.ts';
import { type Bucket, bucketOf, type PnaConfig, pnaConfig } from './pna.ts';
import { type Settings, settingValue } from './read-env.ts';
import { type ReplicationConfig, replicationConfig } from './replication.ts';
import { type SearchClusterConfig, searchCluster } from './search-cluster.ts';
import { type SecretsConfig, secretsConfig } from './secrets.ts';
import type { SettingName, SettingValues } from './settings/settings.ts';
import { type SignOnConfig, signOnConfig } from './sign-on.ts';
import { type XapiConfig, xapiConfig } from './xapi.ts';

/** The whole configuration, with defaults filled in and contradictions refused. Sizes in bytes, times in milliseconds. */
export type Config = {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  /** Whether the data directory is on a disk of this machine or on a network file system. */
  readonly dataDirectoryOn: 'local' | 'network';
  readonly keyDirectory: string;
  readonly secrets: SecretsConfig;
  /** Null: key-based mode. */
  readonly signOn: SignOnConfig | null;
  /** Path in front of every address: empty or `/x`. */
  readonly basePath: string;
  /** Own addresses, each ending in `/api/`; the first is used for new ids and links. */
  readonly bases: readonly [string, ...string[]];
  readonly postMaxSize: number;
  /** Memory for large requests and responses together. */
  readonly memoryBudget: number;
  readonly multiPutBatchSize: number;
  readonly sheets: {
    readonly rejectSha1: boolean;
    readonly maxEntries: number;
    readonly maxLifetime: number;
    readonly serverCheck: 'strict' | 'warn';
  };
  readonly searchDeadline: number;
  /** Null: the embedded store in `dataDirectory`. */
  readonly searchCluster: SearchClusterConfig | null;
  /** The tables that functions on AWS use; null: none. */
  readonly dynamoDb: { readonly prefix: string; readonly service: AwsService } | null;
  /** Endpoint of a managed notification channel, and the access to it; null: there is none. */
  readonly webSocketApi: AwsService | null;
  /** Null: all origins. */
  readonly corsOrigins: readonly string[] | null;
  readonly corsCredentials: boolean;
  /** Settings of the server on Node. */
  readonly server: {
    /** PEM files of the certificate and its key; null: plain HTTP. */
    readonly https: { readonly certificateFile: string; readonly keyFile: string; readonly http2: boolean } | null;
    readonly maxConnections: number | null;
    readonly headTimeout: number;
    readonly requestTimeout: number;
    readonly idleTimeout: number;
    readonly shutdownTimeout: number;
    readonly shutdownDelay: number;
  };
  readonly network: NetworkConfig;
  /** Addresses that callers may make the service fetch. */
  readonly outbound: OutboundPolicy;
  readonly notifyHidden: boolean;
  /** Interval in which other instances' writes are polled. */
  readonly notifyPoll: number;
  readonly adminSecretInQuery: boolean;
  /** Names of disabled adapters (specification: Degraded mode), in lower case; `editor` for the editor. */
  readonly disabledAdapters: readonly string[];
  readonly xapi: XapiConfig;
  readonly badges: BadgeConfig;
  readonly oai: OaiConfig;
  /** The toolsets of assistants that name none; null: the default. */
  readonly mcpToolsets: readonly ToolsetName[] | null;
  readonly pna: PnaConfig;
  readonly dumps: {
    /** With a bucket, `s3://` and its name precede the folder in it. Null: no dumps are made. */
    readonly directory: string | null;
    readonly bucket: Bucket | null;
    /** Number of dumps that are kept. */
    readonly keep: number;
  };
  readonly llm: LlmConfig;
  readonly webhooks: {
    /** Time limit of one call of a receiver. */
    readonly timeout: number;
    /** Before the first of the further calls after one failed. */
    readonly retryDelay: number;
    /** How long a failing receiver is called again. */
    readonly giveUp: number;
  };
  readonly embedding: EmbeddingConfig;
  /** Null: no other server is replicated. */
  readonly replication: ReplicationConfig | null;
  readonly profiles: {
    /** How long a profile is cached; 0: not at all. */
    readonly ttl: number;
    /** Evidence comes from everything that the service can read, regardless of the caller. */
    readonly openEvidence: boolean;
    readonly avoidOutsideFrameworks: boolean;
    /** Profiles of active persons are calculated ahead of requests. */
    readonly automatic: boolean;
    /** PEM of a private key that opens assertions besides the service's own, or null. */
    readonly privateKey: string | null;
    /** Directory of the operator's stages, or null. */
    readonly stagesDirectory: string | null;
    /** Heap limit of a calculating thread, in MB. */
    readonly workerMemory: number;
  };
  readonly kill: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly logFilter: LogFilter;
  /** File that the log is also written to; null: standard output only. */
  readonly logFile: string | null;
  /** Where `/metrics` is served: on a separate port, on the public one. */
  readonly metrics: { readonly port: number | null; readonly public: boolean };
  /** Where traces and metrics are sent to; null: nowhere. */
  readonly otlp: OtlpConfig | null;
  /** Null: no mail to operators. */
  readonly mail: MailConfig | null;
  readonly ping: {
    readonly version: string;
    readonly plugins: string | null;
    readonly banner: {
      readonly message: string;
      readonly color: string | null;
      readonly background: string | null;
    } | null;
    readonly motd: { readonly title: string; readonly message: string } | null;
  };
};

/**
 * Interprets settings: types, defaults, cross-checks.
 *
 * @param packageVersion the version in `ping` unless VERSION is set
 * @param platform limits and defaults of the runtime
 * @param addressTools result of `loadAddressTools`; null if no setting contains addresses
 * @throws ConfigurationError naming the variable, its fault and its allowed values
 */
export function toConfig(
  settings: Settings,
  packageVersion: string,
  platform: Platform = PROCESS,
  addressTools: AddressTools | null = null,
): Config {
  const get: Get = (name) => settingValue(settings, name);
  const port = get('PORT');
  const basePath = get('SVC_BASE');
  const own = [get('SVC_LOOPBACK'), get('SVC_LOOPBACK_PROXY'), get('SVC_EXTERNAL_ENDPOINT')].filter(
    (address) => address !== null,
  );
  const corsOrigins = get('CORS_ORIGINS');
  const corsCredentials = get('CORS_CREDENTIALS');
  if (corsCredentials && corsOrigins === null) {
    throw new ConfigurationError(
      'CORS_CREDENTIALS is true without CORS_ORIGINS: name the origins that may send cookies.',
    );
  }
  const dataDirectory = get('SVC_DATA_DIR');
  const directory = get('DUMP_DIRECTORY');
  const secrets = secretsConfig(settings, platform.secrets);
  const bases = ownAddresses(own, `${get('HTTPS') ? 'https' : 'http'}:`, port, basePath);
  return {
    port,
    host: get('HOST'),
    dataDirectory,
    dataDirectoryOn: get('SVC_DATA_DIR_ON'),
    keyDirectory: keyDirectoryOf(settings),
    secrets,
    signOn: signOnConfig(settings, { secrets, basePath }),
    basePath,
    bases,
    postMaxSize: Math.min(get('POST_MAX_SIZE'), platform.maxRequestBody ?? Number.POSITIVE_INFINITY),
    memoryBudget: get('MEMORY_BUDGET') ?? Math.round(platform.memory / 4),
    multiPutBatchSize: get('MULTIPUT_BATCH_SIZE'),
    sheets: {
      rejectSha1: get('REJECT_SHA1'),
      maxEntries: get('SHEET_MAX_ENTRIES'),
      maxLifetime: get('SHEET_MAX_LIFETIME'),
      serverCheck: get('SHEET_SERVER_CHECK') ?? (own.length > 0 ? 'strict' : 'warn'),
    },
    searchDeadline: get('SEARCH_DEADLINE'),
    searchCluster: searchCluster(settings),
    dynamoDb: dynamoDb(settings),
    webSocketApi: webSocketApi(settings),
    corsOrigins,
    corsCredentials,
    server: server(get),
    network: networkConfig(settings, addressTools),
    outbound: {
      allowed: get('FETCH_ALLOW_LIST') ?? (platform.fetchesAnyPublic ? ANY_PUBLIC : NONE),
      trusted: bases.map(allBelow),
    },
    notifyHidden: get('NOTIFY_HIDDEN'),
    notifyPoll: get('NOTIFY_POLL'),
    adminSecretInQuery: get('ADMIN_SECRET_IN_QUERY'),
    disabledAdapters: [
      ...(get('DISABLED_ADAPTERS') ?? []),
      ...(get('DISABLED_EDITOR') ? ['editor'] : []),
      ...(get('PUBLIC_PAGES') ? [] : ['pages', 'oai']),
    ],
    pna: pnaConfig(settings),
    dumps: {
      directory,
      bucket: bucketOf(settings, /^s3:\/\/([^/]+)/.exec(directory ?? '')?.[1] ?? null),
      keep: get('DUMP_KEEP'),
    },
    llm: llmConfig(settings, platform.maxRequestMs),
    webhooks: {
      timeout: get('WEBHOOK_TIMEOUT'),
      retryDelay: get('WEBHOOK_RETRY_DELAY'),
      giveUp: get('WEBHOOK_GIVE_UP'),
    },
    embedding: embeddingConfig(settings),
    replication: replicationConfig(settings, bases, get('DISABLED_ADAPTERS') ?? []),
    badges: badgeConfig(settings, bases[0], { host: get('HOST'), isServer: platform.fetchesAnyPublic }),
    oai: oaiConfig(settings, bases[0]),
    mcpToolsets: get('MCP_TOOLSETS'),
    xapi: xapiConfig(settings, { host: get('HOST'), isServer: platform.fetchesAnyPublic }),
    profiles: profiles(get),
    kill: get('KILL'),
    logLevel: get('LOG_LEVEL') ?? platform.logLevel ?? 'info',
    logFilter: {
      categories: get('LOG_FILTERED_CATEGORIES') ?? [],
      severities: get('LOG_FILTERED_SEVERITIES') ?? [],
      messages: get('LOG_FILTERED_MESSAGES') ?? [],
    },
    logFile: logFile(get, dataDirectory),
    metrics: { port: get('METRICS_PORT'), public: get('METRICS_PUBLIC') },
    otlp: otlpConfig(settings),
    mail: mailConfig(settings),
    ping: pingExtras(get, packageVersion),
  };
}

/** The directory of the service's keys. */
export function keyDirectoryOf(settings: Settings): string {
  return settingValue(settings, 'SVC_KEY_DIR') ?? `${settingValue(settings, 'SVC_DATA_DIR')}/keys`;
}

/** Where subscribers of the notification channel connect, in functions; null: at `ws/custom` beside the API. */
export function channelOf({ webSocketApi }: Pick<Config, 'webSocketApi'>): string | null {
  return webSocketApi === null ? null : webSocketApi.endpoint.replace(/^http/, 'ws');
}

type Get = <Name extends SettingName>(name: Name) => SettingValues[Name];

function webSocketApi(settings: Settings): Config['webSocketApi'] {
  const endpoint = settingValue(settings, 'WS_ENDPOINT');
  return endpoint === null ? null : { ...awsAccount(settings, 'WS_ENDPOINT'), endpoint };
}

function dynamoDb(settings: Settings): Config['dynamoDb'] {
  const prefix = settingValue(settings, 'DYNAMODB_PREFIX');
  return prefix === null ? null : { prefix, service: awsService(settings, 'dynamodb', 'DYNAMODB_PREFIX') };
}

function logFile(get: Get, dataDirectory: string): string | null {
  const file = get('LOG_FILE');
  const production = get('PRODUCTION');
  return production ? (file ?? `${dataDirectory}/service.log`) : null;
}

function server(get: Get): Config['server'] {
  const headTimeout = get('HEAD_TIMEOUT');
  const requestTimeout = get('REQUEST_TIMEOUT');
  if (headTimeout > requestTimeout) {
    throw new ConfigurationError('HEAD_TIMEOUT is above REQUEST_TIMEOUT: the headers are a part of the request.');
  }
  const https = {
    certificateFile: get('HTTPS_CERTIFICATE_FILE'),
    keyFile: get('HTTPS_KEY_FILE'),
    http2: get('HTTP2_SERVER'),
  };
  return {
    https: get('HTTPS') ? https : null,
    maxConnections: get('MAX_CONNECTIONS'),
    headTimeout,
    requestTimeout,
    idleTimeout: get('IDLE_TIMEOUT'),
    shutdownTimeout: get('SHUTDOWN_TIMEOUT'),
    shutdownDelay: get('SHUTDOWN_DELAY'),
  };
}

function profiles(get: Get): Config['profiles'] {
  const ttl = get('PROFILE_TTL');
  const automatic = get('AUTO_CALCULATE_PROFILES');
  if (automatic && ttl === 0) {
    throw new ConfigurationError('AUTO_CALCULATE_PROFILES is true and PROFILE_TTL is 0: nothing would be cached.');
  }
  return {
    ttl,
    automatic,
    openEvidence: get('PROFILE_OPEN_EVIDENCE'),
    avoidOutsideFrameworks: get('PROFILE_AVOID_OUTSIDE_FRAMEWORKS'),
    privateKey: get('PROFILE_PPK'),
    stagesDirectory: get('PROFILE_STAGES_DIRECTORY'),
    workerMemory: get('WORKER_MAX_MEMORY'),
  };
}

function pingExtras(get: Get, packageVersion: string): Config['ping'] {
  const banner = get('SVC_BANNER_MESSAGE');
  const title = get('MOTD_TITLE');
  const message = get('MOTD_MESSAGE');
  return {
    version: get('VERSION') ?? packageVersion,
    plugins: get('DEFAULT_PLUGINS'),
    banner:
      banner === null
        ? null
        : { message: banner, color: get('SVC_BANNER_TEXT_COLOR'), background: get('SVC_BANNER_BACKGROUND_COLOR') },
    motd: title === null || message === null ? null : { title, message },
  };
}

function ownAddresses(
  own: readonly string[],
  protocol: string,
  port: number,
  basePath: string,
): readonly [string, ...string[]] {
  const [first, ...others] = own;
  if (first !== undefined) return [first, ...others];
  return [`${protocol}//localhost:${port}${basePath}/api/`, `${protocol}//127.0.0.1:${port}${basePath}/api/`];
}

/** Limits and defaults of the runtime that hosts the service. */
export type Platform = {
  /** Limit of request bodies in bytes; null: none but POST_MAX_SIZE. */
  readonly maxRequestBody: number | null;
  /** How long a request may take, in milliseconds; null: without a limit. */
  readonly maxRequestMs: number | null;
  /** Memory for objects in bytes, such as the heap limit; the default of MEMORY_BUDGET is a part of it. */
  readonly memory: number;
  /** The default of SECRETS. */
  readonly secrets: 'directory' | 'environment';
  /** The default of FETCH_ALLOW_LIST: all public addresses, or none. */
  readonly fetchesAnyPublic: boolean;
  /** The default of LOG_LEVEL; absent: `info`. */
  readonly logLevel?: Config['logLevel'];
};

/** A process with a file system. */
export const PROCESS: Platform = {
  maxRequestBody: null,
  maxRequestMs: null,
  memory: 2 ** 31,
  secrets: 'directory',
  fetchesAnyPublic: true,
};
