import { defineConfig } from 'vitest/config';

const MINUTE = 60_000;

/** One kind of test: its files, and how long one of its tests may take. */
function project(name: string, include: readonly string[], testTimeout: number, exclude: readonly string[] = []) {
  return { test: { name, include: [...include], exclude: [...exclude], testTimeout, hookTimeout: 2 * MINUTE } };
}

/** One project per kind of test, so that a kind can be run alone: `npx vitest run --project contract`. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: ['test/support/opensearch-broker.ts', 'test/support/dynamodb-broker.ts'],
    projects: [
      project('unit', ['{shared,functions,events,infra,scripts}/**/*.test.ts'], 10_000, [
        'shared/store/**/contract*.test.ts',
      ]),
      project('contract', ['shared/store/**/contract*.test.ts'], MINUTE),
      project('acceptance', ['test/acceptance/**/*.test.ts'], MINUTE),
      project('interop', ['test/interop/**/*.test.ts'], 2 * MINUTE),
      project('opensearch', ['test/opensearch/**/*.test.ts'], 5 * MINUTE),
      project('offline', ['test/offline/**/*.test.ts'], 10 * MINUTE),
      project('dynamodb', ['test/dynamodb/**/*.test.ts'], 2 * MINUTE),
      project('faults', ['test/faults/**/*.test.ts'], 20 * MINUTE),
      project('schemathesis', ['test/schemathesis/**/*.test.ts'], 10 * MINUTE),
      project('runtimes', ['test/runtimes/**/*.test.ts'], 5 * MINUTE),
      project('package', ['test/package/**/*.test.ts'], 5 * MINUTE),
    ],
  },
});
