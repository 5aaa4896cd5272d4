/** A function of the deployment. */
export type FunctionSource = {
  readonly name: string;
  /** Where it begins, as a path in the repository; `infra/aws/lambda/<name>.ts` when absent. */
  readonly entry?: string;
  /** Bytes that its minified bundle may have at most. */
  readonly limit: number;
  /** Files that lie beside the bundle, by their names there, as paths in the repository. */
  readonly files?: Readonly<Record<string, string>>;
  /** Modules that run in threads, by the names under which they lie beside the bundle, as paths in the repository. */
  readonly threads?: Readonly<Record<string, string>>;
  /** What it may hold besides `shared/`: groups of endpoints, events, and parts of `shared/` that others do without. */
  readonly own: readonly string[];
};

/** Core functions are small: most of a first answer is reading and compiling what is in the bundle. */
const CORE = 400_000;

/** What the API description and its page need. */
const PAGE = {
  'openapi.json': 'functions/system/openapi.json',
  'swagger-ui.css': 'node_modules/swagger-ui-dist/swagger-ui.css',
  'swagger-ui-bundle.js': 'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  'swagger-ui-LICENSE': 'node_modules/swagger-ui-dist/LICENSE',
  'swagger-ui-NOTICE': 'node_modules/swagger-ui-dist/NOTICE',
};

/** What is kept of a connection to the notification channel: for all who have to do with the tables of the channel. */
const KEPT = 'events/kept-connection.ts';

/** The one function of a small deployment: everything, on the embedded store. */
export const SMALL: FunctionSource = {
  name: 'small',
  entry: 'infra/aws/lambda/single-function.ts',
  limit: 1_000_000,
  files: PAGE,
  threads: {
    'reader.js': 'shared/store/sqlite/reader.ts',
    'large-writer-thread.js': 'shared/store/sqlite/large-writer-thread.ts',
    'large-object-worker.js': 'infra/node/large-object-worker.ts',
  },
  own: ['functions/', 'events/', 'shared/'],
};

/** `/api/data/` alone is a search, and HTTP APIs do not tell it from objects. */
const SEARCH_AT_DATA = ['search.ts', 'parameters.ts'].map((name) => `functions/search/${name}`);

const PROFILES = ['shared/profile-engine/', 'shared/profiles/'];

/** All functions of the deployment. */
export const FUNCTIONS: readonly FunctionSource[] = [
  { name: 'data', limit: CORE, own: ['functions/data/', ...SEARCH_AT_DATA] },
  { name: 'search', limit: CORE, own: ['functions/search/'] },
  { name: 'identity', limit: CORE, own: ['functions/identity/', 'shared/identity/'] },
  {
    name: 'system',
    limit: CORE,
    own: ['functions/system/'],
    files: PAGE,
  },
  { name: 'profile', limit: 600_000, own: ['functions/profile/', ...PROFILES] },
  { name: 'websocket', limit: CORE, own: ['events/websocket/', KEPT] },
  { name: 'stream', limit: CORE, own: ['events/stream/', KEPT] },
  { name: 'schedule-periodic', limit: CORE, own: ['events/schedule/', KEPT] },
  { name: 'schedule-auto-profile', limit: 600_000, own: ['events/schedule/', ...PROFILES] },
  { name: 'schedule-xapi-poll', limit: CORE, own: ['events/schedule/'] },
  { name: 'admin', limit: 600_000, own: ['functions/admin/', 'shared/admin/', 'shared/transfer/', 'shared/identity/'] },
];

/** Those that have to answer a first request quickly. */
export const CORE_FUNCTIONS: readonly FunctionSource[] = FUNCTIONS.slice(0, 4);

/** A function of Hono alone, to measure others by. */
export const EMPTY: FunctionSource = { name: 'empty', entry: 'bench/cold/empty.ts', limit: CORE, own: [] };

/** Parts of `shared/` that only functions with them in `own` may hold; what others need of them is named here. */
export const HEAVY: readonly { readonly folder: string; readonly except: readonly string[] }[] = [
  { folder: 'shared/profile-engine/', except: [] },
  { folder: 'shared/profiles/', except: ['shared/profiles/cache/'] },
  { folder: 'shared/admin/', except: ['shared/admin/admin-key.ts', 'shared/admin/framework-'] },
  { folder: 'shared/identity/', except: [] },
  { folder: 'shared/transfer/', except: [] },
  { folder: 'shared/store/sqlite/', except: [] },
  { folder: 'shared/openapi/', except: [] },
];
