import { defineConfig } from 'vitest/config';

/** One project per kind of test, so that a kind can be run alone: `npx vitest run --project contract`. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['shared/**/*.test.ts', 'functions/**/*.test.ts', 'infra/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['shared/store/**/contract.test.ts'],
        },
      },
      { test: { name: 'contract', include: ['shared/store/**/contract.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'acceptance', include: ['test/acceptance/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'interop', include: ['test/interop/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 60_000 } },
      {
        test: { name: 'faults', include: ['test/faults/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 60_000 },
      },
      {
        test: { name: 'schemathesis', include: ['test/schemathesis/**/*.test.ts'], testTimeout: 600_000 },
      },
      {
        test: { name: 'package', include: ['test/package/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 120_000 },
      },
    ],
  },
});
