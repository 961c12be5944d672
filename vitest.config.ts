import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/harness/global-setup.ts',
    setupFiles: 'test/harness/seed-random-runs.ts',
    // Node runs the files as the product's processes do: nothing is transformed.
    experimental: { viteModuleRunner: false },
    pool: 'forks',
    maxWorkers: 2,
    retry: 0,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    allowOnly: false,
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/report.json' },
  },
});
