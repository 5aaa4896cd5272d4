import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LONG_PROJECTS } from './test/long-projects.ts';
import { ProjectOrder } from './test/support/project-order.ts';

const MINUTE_MS = 60_000;

/** How long `expect.poll` waits, on a busy machine. */
const POLL_TIMEOUT_MS = 15_000;

// Test processes, the servers and commands that they start, and threads load the same modules again and again: Node keeps
// what it compiled. An entry holds for exactly this text of a module and this version of Node.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));

/** Acceptance tests of decisions before the store is called: they do not run again on OpenSearch. */
const BEFORE_THE_STORE = [
  'audit', // what is logged
  'bad-bytes', // refused while it is read
  'connections', // timeouts and numbers of connections, SIGTERM
  'contradicting-parameters', // refused while they are read
  'drafting-faults', // what model servers do, and what drafts cost
  'drafting-safety', // what model servers are told
  'editor', // files, and their headers
  'keys', // keys of a process, and RekeyRequests, which others test
  'bad-input', // refused while it is read
  'described-statuses', // statuses against the API description
  'environment-secrets', // keys and salts of a process
  'errors', // how errors are written
  'examples', // how callers are proved
  'full-disk', // the disk of the embedded store
  'fuzz', // the parsers
  'http-surface', // methods, headers, CORS, the description
  'metrics', // what is counted
  'notifications-proofs', // when a signature expires
  'outgoing-requests', // addresses that are fetched
  'provider-conformance', // how users sign in
  'provider-tokens', // how callers are proved
  'sign-in-with-chromium', // what browsers do
  'signature-sheets', // how callers are proved
  'size-limits', // bodies that are too large
  'stopping', // a start that waits
  'switches', // settings of a process
  'tls', // certificates, HTTP/2
  'unreadable-requests', // refused while they are read
].map((name) => `test/acceptance/${name}.test.ts`);

type Options = {
  readonly exclude?: readonly string[];
  /** Settings of its tests, where the environment has no others. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether a file gets new modules. Without: these tests, and what they import, keep nothing at module level that others see. */
  readonly isolate?: boolean;
  /** How often a test that failed is run again. */
  readonly retry?: number;
  /** Whether its processes use half a core each or less, because they wait for others. */
  readonly waits?: boolean;
};

/** One kind of test: its files, and how long one of its tests may take. */
function project(
  name: string,
  include: readonly string[],
  testTimeout: number,
  { exclude = [], env = {}, isolate = true, retry = 0, waits = false }: Options = {},
) {
  const unset = Object.entries(env).filter(([variable]) => process.env[variable] === undefined);
  const hookTimeout = 4 * MINUTE_MS; // the first file may wait for OpenSearch to be fetched and started
  return {
    test: {
      name,
      include: [...include],
      exclude: [...exclude],
      env: Object.fromEntries(unset),
      isolate,
      retry,
      testTimeout,
      hookTimeout,
      expect: { poll: { timeout: POLL_TIMEOUT_MS } },
      // Groups run one after the other, because each has its number of workers.
      maxWorkers: waits ? 3 : 2,
      sequence: { groupOrder: waits ? 1 : 0 },
    },
  };
}

/** Whether something that `npm test` leaves out runs: `ALSO` names it, or has `all`, or the command line names the project. */
function isWanted(name: string): boolean {
  const also = process.env['ALSO']?.split(/\s+/) ?? [];
  return (
    also.includes('all') ||
    also.includes(name) ||
    process.argv.some((part) => part.replace(/^--project=|^test\//, '').split('/')[0] === name)
  );
}

const shared = { isolate: false };
const waiting = { ...shared, waits: true };
const LONG_FILES = LONG_PROJECTS.flatMap(({ include }) => include);

/** The logs of acceptance-test services are searched for secrets when they stop (`test/support/secrets.ts`). */
const COMPLETE_LOGS = { LOG_LEVEL: 'info' } as const;

/** The acceptance tests again, on the other store, but for those that do not depend on it, and those of `long-acceptance-opensearch`. */
const onOpenSearch = project('acceptance-opensearch', ['test/acceptance/**/*.test.ts'], MINUTE_MS, {
  ...waiting,
  exclude: [...BEFORE_THE_STORE, ...LONG_FILES.filter((file) => file.startsWith('test/acceptance/'))],
  env: { STORE: 'opensearch', ...COMPLETE_LOGS },
});

/** The tests of search by meaning once more, on a cluster that has vectors. */
const onOpenSearchWithVectors = project(
  'acceptance-vectors',
  ['test/acceptance/{align,meaning,meaning-faults}.test.ts'],
  MINUTE_MS,
  { ...waiting, env: { STORE: 'opensearch', SEARCH_VECTORS: 'true', ...COMPLETE_LOGS } },
);

/** Fewer rounds of the tests of a long project, where that does not run. */
const SHORT_ROUNDS = [
  project('schemathesis', ['test/schemathesis/**/*.test.ts'], 10 * MINUTE_MS),
  project('faults', ['test/faults/**/*.test.ts'], 20 * MINUTE_MS),
].filter(({ test }) => !isWanted(`long-${test.name}`));

const CONTRACT_ON_OPENSEARCH = 'shared/stores/opensearch/contract*.test.ts';
const CONTRACT_WITH_ROLLBACK = 'shared/stores/sqlite/contract-rollback.test.ts';

/** The projects that `.ci/run` runs in addition to `npm test`, each time. */
const CI_ONLY = [
  onOpenSearch,
  onOpenSearchWithVectors,
  project('contract-opensearch', [CONTRACT_ON_OPENSEARCH], MINUTE_MS, waiting),
  project('contract-rollback', [CONTRACT_WITH_ROLLBACK], MINUTE_MS, waiting),
  ...SHORT_ROUNDS,
  project('opensearch', ['test/opensearch/**/*.test.ts'], 5 * MINUTE_MS, { ...shared, exclude: LONG_FILES }),
];

/** One project per kind of test, so that a kind can be run alone: `npx vitest run --project contract`. */
export default defineConfig({
  test: {
    globalSetup: ['temporary-directory', 'opensearch-broker', 'dynamodb-broker'].map(
      (name) => `test/support/${name}.ts`,
    ),
    sequence: { sequencer: ProjectOrder },
    projects: [
      ...LONG_PROJECTS.filter(({ name }) => isWanted(name)).map(
        ({ name, include, testTimeoutMs, env = {}, retry = 0, waits = false }) =>
          project(name, include, testTimeoutMs, { ...(waits && waiting), env, retry }),
      ),
      ...CI_ONLY.filter(({ test }) => isWanted('ci') || isWanted(test.name)),
      project('runtimes', ['test/runtimes/**/*.test.ts'], 5 * MINUTE_MS, { exclude: LONG_FILES }),
      project('package', ['test/package/**/*.test.ts'], 5 * MINUTE_MS, { exclude: LONG_FILES }),
      project('dynamodb', ['test/dynamodb/**/*.test.ts'], 2 * MINUTE_MS),
      project('interop', ['test/interop/**/*.test.ts'], 2 * MINUTE_MS), // the client library keeps its state in modules
      project('contract', ['shared/stores/**/contract*.test.ts'], MINUTE_MS, {
        ...waiting,
        exclude: [CONTRACT_ON_OPENSEARCH, CONTRACT_WITH_ROLLBACK],
      }),
      project('acceptance', ['test/acceptance/**/*.test.ts'], MINUTE_MS, { ...waiting, env: COMPLETE_LOGS }),
      project('unit', ['{shared,functions,events,infra,tools}/**/*.test.ts', 'editor/src/**/*.test.ts'], 10_000, {
        ...shared,
        exclude: ['shared/stores/**/contract*.test.ts'],
      }),
    ],
  },
});
