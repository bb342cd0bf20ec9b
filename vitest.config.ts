import { defineConfig } from 'vitest/config';

const common = {
  env: { TZ: 'UTC' },
  // The embedded engine is a native library with global state: one test file at a time in a process.
  pool: 'forks' as const,
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** Tests without engines and servers. */
const PURE = ['apps/web/**/*.test.{ts,tsx}', 'packages/contracts/**/*.test.ts'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'units',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...PURE],
          // Loading the server takes longer than most files, so a process runs one file after the other.
          isolate: false,
          globalSetup: ['packages/testing/src/global-setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'pure',
          include: PURE,
          // They share no state, so a thread runs one file after the other without loading everything again.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          // They share one server: what one journey changes, another would see.
          fileParallelism: false,
          testTimeout: 120_000,
          // Each look reads a whole page; a page may take longer to come than the second that is the default.
          expect: { poll: { interval: 200, timeout: 10_000 } },
        },
      },
    ],
  },
});
