import { CORE_BUNDLE_BYTES, type Manifest } from '../../../functions/manifest.ts';
import { manifests } from '../../../functions/manifests.ts';

/** A function of the deployment. */
export type FunctionSource = {
  readonly name: string;
  /** Where it begins, as a path in the repository; `infra/aws/lambda/<name>.ts` when absent. */
  readonly entry?: string;
  /** Source of the module that it begins in, instead of `entry`; imports are relative to the repository. */
  readonly code?: string;
  /** Bytes that its minified bundle may have at most. */
  readonly limit: number;
  /** Files that lie beside the bundle, by their names there, as paths in the repository. */
  readonly files?: Readonly<Record<string, string>>;
  /** Modules that run in threads, by the names under which they lie beside the bundle, as paths in the repository. */
  readonly threads?: Readonly<Record<string, string>>;
  /** Whether the files of the editor lie in the folder `editor` beside the bundle. */
  readonly servesEditor?: boolean;
  /** Permitted contents in addition to the common parts of `shared/`: groups of endpoints, events, other parts of `shared/`. */
  readonly own: readonly string[];
};

const DESCRIPTION = { 'openapi.json': 'functions/system/openapi.json' };

/** Files of the API description and its page. */
const PAGE = {
  ...DESCRIPTION,
  'swagger-ui.css': 'node_modules/swagger-ui-dist/swagger-ui.css',
  'swagger-ui-bundle.js': 'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  'swagger-ui-LICENSE': 'node_modules/swagger-ui-dist/LICENSE',
  'swagger-ui-NOTICE': 'node_modules/swagger-ui-dist/NOTICE',
};

/** The subscribers of the notification channel, for all functions that use its tables. */
const SUBSCRIBERS = ['events/connections.ts', 'events/subscriptions.ts'];

/** The one function of a small deployment: everything, on the embedded store. */
export const SMALL: FunctionSource = {
  name: 'small',
  entry: 'infra/aws/lambda/single-function.ts',
  limit: 2_275_000,
  files: PAGE,
  servesEditor: true,
  threads: {
    'reader.js': 'shared/stores/sqlite/query/reader.ts',
    'writer-thread.js': 'shared/stores/sqlite/commit/writer-thread.ts',
    'large-object-worker.js': 'infra/node/large-object-worker.ts',
  },
  own: ['functions/', 'events/', 'shared/'],
};

function sourceOf({ name, adapter, function: own }: Manifest): FunctionSource {
  const { maxBundleBytes: limit, contents, servesApiPage, servesEditor = false, readsDescription } = own;
  const { alsoServes = [], timeoutSeconds } = own;
  const options = { adapter, outlivesApi: timeoutSeconds !== undefined };
  return {
    name,
    limit,
    own: contents,
    servesEditor,
    ...(servesApiPage && { files: PAGE }),
    ...(readsDescription && { files: DESCRIPTION }),
    code: [
      `import { groupHandler } from './infra/aws/lambda/group.ts';`,
      ...[name, ...alsoServes].map(
        (one) => `import { group as ${identifierOf(one)} } from './functions/${one}/app.ts';`,
      ),
      `export const handler = groupHandler(${JSON.stringify(options)}, ${identifierOf(name)}, [${alsoServes.map(identifierOf).join(', ')}]);`,
    ].join('\n'),
  };
}

/** The name of a group in code: never a reserved word. */
function identifierOf(name: string): string {
  return `${name.replaceAll('-', '_')}Group`;
}

const PROFILES = ['shared/profiles/'];

/** All functions of the deployment. */
export const FUNCTIONS: readonly FunctionSource[] = [
  ...manifests.map(sourceOf),
  { name: 'websocket', limit: CORE_BUNDLE_BYTES, own: ['events/websocket/', ...SUBSCRIBERS] },
  { name: 'stream', limit: CORE_BUNDLE_BYTES, own: ['events/delivery/', ...SUBSCRIBERS] },
  { name: 'stream-webhooks', limit: CORE_BUNDLE_BYTES, own: ['events/delivery/', ...SUBSCRIBERS] },
  {
    name: 'schedule-periodic',
    limit: CORE_BUNDLE_BYTES,
    own: ['events/schedule/', 'events/delivery/', ...SUBSCRIBERS],
  },
  {
    name: 'schedule-auto-profile',
    limit: 600_000,
    own: ['events/schedule/', 'functions/profile/context.ts', ...PROFILES],
  },
  { name: 'schedule-dump', limit: CORE_BUNDLE_BYTES, own: ['shared/exchange/bulk/'] },
  {
    name: 'schedule-replicate',
    limit: CORE_BUNDLE_BYTES,
    own: ['shared/exchange/replication/', 'shared/exchange/transfer/'],
  },
  { name: 'schedule-vectors', limit: CORE_BUNDLE_BYTES, own: ['events/schedule/vectors.ts'] },
  { name: 'schedule-xapi-poll', limit: 500_000, own: ['shared/exchange/xapi/', 'shared/exchange/badges/addresses.ts'] }, // with a client of OAuth, which it loads where it is configured
];

/** The functions whose start is measured. */
export const MEASURED_FUNCTIONS: readonly (FunctionSource & { readonly coldStartMs: number })[] = manifests.flatMap(
  (manifest: Manifest) => {
    const { coldStartMs } = manifest.function;
    return coldStartMs === undefined ? [] : { ...sourceOf(manifest), coldStartMs };
  },
);

/** A function of Hono alone, to measure others by. */
export const EMPTY: FunctionSource = { name: 'empty', entry: 'bench/cold/empty.ts', limit: CORE_BUNDLE_BYTES, own: [] };

/** Parts of `shared/` that only functions with them in `own` may contain, with the exceptions that others need. */
export const HEAVY: readonly { readonly folder: string; readonly except: readonly string[] }[] = [
  { folder: 'shared/profiles/', except: ['shared/profiles/cache/', 'shared/profiles/engine/stored-values.ts'] },
  { folder: 'shared/repository/maintenance/', except: [] },
  {
    folder: 'shared/people/identity/',
    except: ['shared/people/identity/admin-credentials.ts', 'shared/people/identity/server-secrets.ts'],
  },
  {
    folder: 'shared/exchange/transfer/',
    except: ['shared/exchange/transfer/gunzip.ts', 'shared/exchange/transfer/part.ts'], // a port of the platform; cursors of parts
  },
  { folder: 'shared/stores/sqlite/', except: [] },
];
