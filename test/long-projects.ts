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
  /**
   * Files on which their outcome depends, as git's `:(glob)` pathspecs; beside them, the test files themselves, `package-lock.json`, and
   * everything in {@link COVERED_BY_ALL}.
   */
  readonly covers: readonly string[];
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
      'shared/repository/{store,objects}/**',
      'infra/node/**',
      'tools/engines/opensearch/**',
      'test/support/{kill-loop,load,verify-load,linearizable,instances}.ts',
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
];
