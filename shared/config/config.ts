import { type AwsService, awsAccount, awsService } from './aws-access.ts';
import { type Platform, PROCESS } from './platform.ts';
import { ConfigurationError, type Settings } from './read-env.ts';
import { type SearchClusterConfig, searchCluster } from './search-cluster.ts';
import { type SecretsConfig, secretsConfig } from './secrets.ts';
import { boolean, integer, oneOf } from './values.ts';
import type { VariableName } from './variables.ts';

/** The whole configuration, with defaults filled in and contradictions refused. Sizes in bytes, times in milliseconds. */
export type Config = {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  /** Whether the data directory is on a disk of this machine or on a network file system. */
  readonly dataDirectoryOn: 'local' | 'network';
  readonly keyDirectory: string;
  readonly secrets: SecretsConfig;
  /** Path in front of every address: empty or `/x`. */
  readonly basePath: string;
  /** Own addresses, each ending in `/api/`; the first is the one that new ids and links are made of. */
  readonly bases: readonly [string, ...string[]];
  readonly postMaxSize: number;
  /** Bytes that large requests and answers may hold at once. */
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
  /** The way to the listeners of a managed notification channel: address of its stage, and who calls it; null: there is none. */
  readonly webSocketApi: AwsService | null;
  /** Null: all origins. */
  readonly corsOrigins: readonly string[] | null;
  readonly corsCredentials: boolean;
  readonly notifyHidden: boolean;
  /** Milliseconds between two looks for what other instances wrote. */
  readonly notifyPoll: number;
  readonly adminSecretInQuery: boolean;
  /** Names of the adapters that are not there (specification: Degraded mode), in lower case. */
  readonly disabledAdapters: readonly string[];
  readonly profiles: {
    /** Milliseconds that a profile is kept; 0: none is. */
    readonly ttl: number;
    /** Evidence comes from everything that the service can read, whoever asks. */
    readonly openEvidence: boolean;
    readonly avoidOutsideFrameworks: boolean;
    /** Profiles of active persons are calculated before anybody asks. */
    readonly automatic: boolean;
    /** PEM of a private key that opens assertions besides the service's own, or null. */
    readonly privateKey: string | null;
    /** Directory of the operator's stages, or null. */
    readonly stagesDirectory: string | null;
    /** Megabytes of objects that a thread which calculates may hold. */
    readonly workerMemory: number;
  };
  readonly kill: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
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
 * Gives settings their meaning: defaults, types, cross-checks.
 *
 * @param packageVersion what `ping` calls the version unless VERSION is set
 * @param platform what the runtime decides
 * @throws ConfigurationError naming the variable, what is wrong with it and what it may be
 */
export function toConfig(settings: Settings, packageVersion: string, platform: Platform = PROCESS): Config {
  const port = integer(settings, 'PORT', 8080, 1, 65_535);
  const basePath = pathPrefix(settings.SVC_BASE ?? '');
  const own = (['SVC_LOOPBACK', 'SVC_LOOPBACK_PROXY', 'SVC_EXTERNAL_ENDPOINT'] as const).flatMap((name) =>
    settings[name] === undefined ? [] : [ownAddress(name, settings[name])],
  );
  const corsOrigins = settings.CORS_ORIGINS?.split(',').map((origin) => originOf(origin.trim())) ?? null;
  const corsCredentials = boolean(settings, 'CORS_CREDENTIALS', false);
  if (corsCredentials && corsOrigins === null) {
    throw new ConfigurationError(
      'CORS_CREDENTIALS is true without CORS_ORIGINS: name the origins that may send cookies.',
    );
  }
  const dataDirectory = settings.SVC_DATA_DIR ?? './data';
  return {
    port,
    host: settings.HOST ?? '127.0.0.1',
    dataDirectory,
    dataDirectoryOn: oneOf(settings, 'SVC_DATA_DIR_ON', ['local', 'network'], 'local'),
    keyDirectory: settings.SVC_KEY_DIR ?? `${dataDirectory}/keys`,
    secrets: secretsConfig(settings, platform.secrets),
    basePath,
    bases: ownAddresses(own, port, basePath),
    postMaxSize: Math.min(
      integer(settings, 'POST_MAX_SIZE', 52_428_800, 1024, 1 << 30),
      platform.maxRequestBody ?? Number.POSITIVE_INFINITY,
    ),
    memoryBudget: integer(settings, 'MEMORY_BUDGET', Math.round(platform.memory / 4), 1 << 20, Number.MAX_SAFE_INTEGER),
    multiPutBatchSize: integer(settings, 'MULTIPUT_BATCH_SIZE', 100, 1, 10_000),
    sheets: {
      rejectSha1: boolean(settings, 'REJECT_SHA1', false),
      maxEntries: integer(settings, 'SHEET_MAX_ENTRIES', 64, 1, 10_000),
      maxLifetime: integer(settings, 'SHEET_MAX_LIFETIME', 7_200_000, 1000, Number.MAX_SAFE_INTEGER),
      serverCheck: oneOf(settings, 'SHEET_SERVER_CHECK', ['strict', 'warn'], own.length > 0 ? 'strict' : 'warn'),
    },
    searchDeadline: integer(settings, 'SEARCH_DEADLINE', 5000, 10, 600_000),
    searchCluster: searchCluster(settings),
    dynamoDb: dynamoDb(settings),
    webSocketApi: webSocketApi(settings),
    corsOrigins,
    corsCredentials,
    notifyHidden: boolean(settings, 'NOTIFY_HIDDEN', false),
    notifyPoll: integer(settings, 'NOTIFY_POLL', 1000, 10, 3_600_000),
    adminSecretInQuery: boolean(settings, 'ADMIN_SECRET_IN_QUERY', false),
    disabledAdapters: names(settings.DISABLED_ADAPTERS),
    profiles: profiles(settings),
    kill: boolean(settings, 'KILL', false),
    logLevel: oneOf(settings, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    ping: pingExtras(settings, packageVersion),
  };
}

function webSocketApi(settings: Settings): Config['webSocketApi'] {
  const { WS_ENDPOINT: value } = settings;
  if (value === undefined) return null;
  if (!URL.canParse(value) || !/^https?:\/\//.test(value)) {
    throw new ConfigurationError(`WS_ENDPOINT is "${value}", but must be an http or https address.`);
  }
  return { ...awsAccount(settings, 'WS_ENDPOINT'), endpoint: value };
}

function dynamoDb(settings: Settings): Config['dynamoDb'] {
  const { DYNAMODB_PREFIX: prefix } = settings;
  if (prefix === undefined) return null;
  if (!/^[A-Za-z0-9_.-]{1,200}$/.test(prefix)) {
    throw new ConfigurationError(`DYNAMODB_PREFIX is "${prefix}", but must be letters, digits, and -_.`);
  }
  return { prefix, service: awsService(settings, 'dynamodb', 'DYNAMODB_PREFIX') };
}

/** Names between commas, in lower case. */
function names(list = ''): readonly string[] {
  return list
    .toLowerCase()
    .split(',')
    .flatMap((name) => name.trim() || []);
}

function profiles(settings: Settings): Config['profiles'] {
  const ttl = integer(settings, 'PROFILE_TTL', 2_592_000_000, 0, 3_153_600_000_000);
  const automatic = boolean(settings, 'AUTO_CALCULATE_PROFILES', false);
  if (automatic && ttl === 0) {
    throw new ConfigurationError('AUTO_CALCULATE_PROFILES is true and PROFILE_TTL is 0: nothing would be kept.');
  }
  return {
    ttl,
    automatic,
    openEvidence: boolean(settings, 'PROFILE_OPEN_EVIDENCE', false),
    avoidOutsideFrameworks: boolean(settings, 'PROFILE_AVOID_OUTSIDE_FRAMEWORKS', false),
    privateKey: settings.PROFILE_PPK?.replace(/(?:\\r)?\\n/g, '\n') ?? null,
    stagesDirectory: settings.PROFILE_STAGES_DIRECTORY ?? null,
    workerMemory: integer(settings, 'WORKER_MAX_MEMORY', 1024, 64, 65_536),
  };
}

function pingExtras(settings: Settings, packageVersion: string): Config['ping'] {
  const { DEFAULT_PLUGINS: plugins, SVC_BANNER_MESSAGE: banner, MOTD_TITLE: title, MOTD_MESSAGE: message } = settings;
  if (plugins !== undefined && !isJson(plugins)) {
    throw new ConfigurationError(
      'DEFAULT_PLUGINS is not JSON: editors parse it, so it must be, for example ["https://…"].',
    );
  }
  return {
    version: settings.VERSION ?? packageVersion,
    plugins: plugins ?? null,
    banner:
      banner === undefined
        ? null
        : {
            message: banner,
            color: settings.SVC_BANNER_TEXT_COLOR ?? null,
            background: settings.SVC_BANNER_BACKGROUND_COLOR ?? null,
          },
    motd: title === undefined || message === undefined ? null : { title, message },
  };
}

function ownAddresses(own: readonly string[], port: number, basePath: string): readonly [string, ...string[]] {
  const [first, ...others] = own;
  if (first !== undefined) return [first, ...others];
  return [`http://localhost:${port}${basePath}/api/`, `http://127.0.0.1:${port}${basePath}/api/`];
}

function ownAddress(name: VariableName, value: string): string {
  if (!URL.canParse(value) || !/^https?:\/\//.test(value) || !value.endsWith('/api/')) {
    throw new ConfigurationError(`${name} is "${value}", but must be an http or https address that ends in /api/.`);
  }
  return value;
}

function pathPrefix(value: string): string {
  const path = value.replace(/^\/*/, '/').replace(/\/+$/, '');
  if (path !== '' && !/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path)) {
    throw new ConfigurationError(
      `SVC_BASE is "${value}", but must be a path of plain segments, such as /competencies.`,
    );
  }
  return path;
}

function originOf(value: string): string {
  if (URL.canParse(value) && new URL(value).origin === value) return value;
  throw new ConfigurationError(`CORS_ORIGINS has "${value}", which is no origin such as https://editor.example.`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
