/** Tests that take minutes, and the files that they test. */
export type LongProject = {
  /** Name of the project of vitest; it begins with `long-`. */
  readonly name: string;
  /** Its test files. */
  readonly include: readonly string[];
  /** Milliseconds that one test may take. */
  readonly testTimeoutMs: number;
  /** Settings of its tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** How often a test that failed is run again. */
  readonly retry?: number;
  /** Whether its files share modules, and its processes wait for others, as those of acceptance tests do. */
  readonly waits?: boolean;
  /**
   * Files on which their outcome depends, as git's `:(glob)` pathspecs; beside them, the test files themselves, `package-lock.json`, and
   * everything in {@link COVERED_BY_ALL}.
   */
  readonly covers: readonly string[];
  /** Whether its outcome depends on the unit tests among them too. */
  readonly coversUnitTests?: boolean;
};

/** The version of Node and all libraries, the set-up of tests, and the server that nearly all of them start. */
export const COVERED_BY_ALL: readonly string[] = [
  'package-lock.json',
  'vitest.config.ts',
  'test/long-projects.ts',
  'test/support/server.ts',
];

/** Unit tests and contract suites are not part of the running service. */
export const NOT_COVERED = /^(?!test\/).*\.test\.ts$/;

const MINUTE_MS = 60_000;

/**
 * Editor tests of what stores could do differently, which run again on OpenSearch: the order and the completeness of lists and
 * searches, reads right after writes, and writes of several windows to one object. What the others need of a store is of the same kinds,
 * and what the service does with it is in the acceptance tests, which run on both.
 */
const BY_THE_STORE = [
  'apply-access', // many objects, which others change in between
  'exchange', // imports, and what is read right after them
  'first-list', // what everyone may see, and what keys open
  'first-steps', // what is read after a reload; what a reader sees while it changes
  'history', // versions
  'operators', // a file is restored, and objects that nothing refers to are removed
  'outline', // two people in one framework
  'sharing', // readers and owners of many objects; people that are found by name
  'start', // lists, filters, words
].map((name) => `test/editor/${name}.test.ts`);

/**
 * Acceptance tests of what is built on the operations of the store that the other acceptance tests call on OpenSearch in every run:
 * adapters, profiles, and messages to others.
 */
const ON_TOP_OF_THE_STORE = [
  'align*',
  '{asn,bulk,case*,copy-server,ctdl-asn,dumps,exchange-docs,import-preview,oai*,pages,scd}', // exchange
  '{badge*,statement-badges,xapi*}',
  '{automatic-profiles,profile*}',
  '{drafting,drafting-docs,editor-*,mcp*}',
  '{keep-a-copy,pna,webhooks*}', // messages
  'notifications-{filters,handshakes,identities}',
  '{jwt-mode,network,open-telemetry}',
].map((names) => `test/acceptance/${names}.test.ts`);

/** The service as one process, and what tests start and call it with. */
const THE_SERVICE = ['{functions,events,shared}/**', 'infra/node/**', 'tools/build/*', 'test/support/**'];

/**
 * The tests that take minutes. `npm test` leaves them out; `.ci/run` runs those whose files have changed since they last passed
 * (`tools/checks/long-tests.ts`), `npm run test:all` runs all of them.
 */
export const LONG_PROJECTS: readonly LongProject[] = [
  {
    name: 'long-opensearch',
    include: ['test/opensearch/{engine-faults,node-loss,outage,rebuild,restore-faults,start,store-faults}.test.ts'],
    testTimeoutMs: 5 * MINUTE_MS,
    covers: [
      'shared/stores/*.ts',
      'shared/repository/store/*.ts',
      'shared/stores/opensearch/**',
      'tools/engines/opensearch/**',
      'test/support/load.ts',
    ],
  },
  {
    name: 'long-offline',
    include: ['test/offline/**/*.test.ts'],
    testTimeoutMs: 10 * MINUTE_MS,
    covers: [
      'serverless.yml',
      'infra/aws/**',
      'shared/stores/dynamodb/**',
      'tools/engines/**',
      'tools/offline/**',
      'tools/build/package/**',
      '{functions,events}/**',
      'shared/{http,repository/notifications,base/config}/**',
      'test/{runtimes/smoke,support/dynamodb}.ts',
      'test/editor/first-steps.test.ts',
    ],
  },
  {
    name: 'long-s3',
    include: ['test/s3/**/*.test.ts'],
    testTimeoutMs: 5 * MINUTE_MS,
    covers: [
      'shared/stores/s3/**',
      'shared/repository/store/blob-store*',
      'shared/base/{aws,outbound}/**',
      'test/support/s3.ts',
    ],
  },
  {
    name: 'long-lrs',
    include: ['test/lrs/**/*.test.ts'],
    testTimeoutMs: 5 * MINUTE_MS,
    covers: ['shared/{exchange/xapi,base/outbound}/**', 'functions/xapi/**', 'test/lrs/**', 'test/support/ralph.ts'],
  },
  {
    name: 'long-embedding',
    include: ['test/embedding/**/*.test.ts'],
    testTimeoutMs: 5 * MINUTE_MS,
    covers: [
      'infra/node/embedding/**',
      'shared/base/threads/**',
      'shared/repository/{meaning,models}/**',
      'test/fixtures/embedding-models/**',
      'test/support/onnx.ts',
    ],
  },
  {
    name: 'long-container',
    include: ['test/package/container.test.ts'],
    testTimeoutMs: 5 * MINUTE_MS,
    covers: [
      'package.json',
      'infra/{docker,node}/**',
      'editor/{embed.html,index.html,vite.config.ts,src/views/start/**}',
      'examples/**',
      'tools/build/{build,bundle-cache,editor-bundle}.ts',
      'test/support/dockerfile*.ts',
    ],
  },
  {
    name: 'long-faults',
    include: ['test/faults/**/*.test.ts'],
    testTimeoutMs: 20 * MINUTE_MS,
    env: { KILLS: '30', OPERATIONS: '1000', CHECKS: 'full' },
    covers: [
      'shared/stores/**',
      'shared/repository/{store,objects,meaning,models,schedule}/**',
      'events/schedule/vectors.ts',
      'infra/node/**',
      'tools/engines/opensearch/**',
      'test/support/{kill-loop,load,verify-load,linearizable,instances,embedding-server}.ts',
    ],
  },
  {
    name: 'long-schemathesis',
    include: ['test/schemathesis/**/*.test.ts'],
    testTimeoutMs: 10 * MINUTE_MS,
    env: { SCHEMATHESIS_SECONDS: '120', SCHEMATHESIS_SEED: '1' },
    covers: [
      'functions/**',
      'shared/{http,repository,base/errors}/**',
      'tools/build/openapi/**',
      'test/schemathesis/**',
    ],
  },
  {
    name: 'long-acceptance-opensearch',
    include: ON_TOP_OF_THE_STORE,
    testTimeoutMs: MINUTE_MS,
    env: { STORE: 'opensearch', LOG_LEVEL: 'info' }, // as the other acceptance tests
    waits: true,
    covers: [...THE_SERVICE, 'tools/engines/opensearch/**', '{docs/use,examples,test/fixtures}/**'],
  },
  {
    name: 'long-cloud',
    include: ['test/runtimes/{lambda,workers,workers-editor,workers-meaning}.test.ts'],
    testTimeoutMs: 5 * MINUTE_MS,
    covers: [...THE_SERVICE, 'editor/**', 'infra/**', 'serverless.yml', 'tools/build/package/**', 'test/runtimes/**'],
  },
  {
    name: 'long-editor',
    include: ['test/editor/**/*.test.ts'],
    testTimeoutMs: MINUTE_MS,
    retry: 1, // a browser beside other processes may stall once; a fault of the editor fails twice
    covers: [...THE_SERVICE, '{editor,examples,test/fixtures}/**'],
  },
  {
    name: 'long-editor-opensearch',
    include: BY_THE_STORE,
    testTimeoutMs: MINUTE_MS,
    env: { STORE: 'opensearch' },
    retry: 1, // as for `long-editor`
    covers: [...THE_SERVICE, '{editor,examples}/**', 'tools/engines/opensearch/**'],
  },
  {
    name: 'long-load',
    include: ['test/load/**/*.test.ts'],
    testTimeoutMs: 5 * MINUTE_MS,
    covers: [...THE_SERVICE, 'test/load/**'],
  },
  {
    name: 'long-analysis',
    include: ['test/analysis/**/*.test.ts'],
    testTimeoutMs: 10 * MINUTE_MS,
    covers: ['{shared,functions,infra,events}/**', 'test/{analysis/**,support/python.ts}'],
    coversUnitTests: true,
  },
];
