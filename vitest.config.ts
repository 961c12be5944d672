import './test/harness/require-node.ts';
import { defineConfig } from 'vitest/config';
import { undrawnChaos } from './test/harness/drawn-chaos.ts';
import { LongestFirst } from './test/harness/longest-first.ts';
import { isInPart, part, rest } from './test/harness/parts.ts';

const files = 'test/**/*.test.ts';

/** They put code of their own below the product's, or look at all that their process has done. */
const alone = [
  'test/trpc/overload.test.ts',
  'test/auth/passwords.test.ts',
  'test/db/prisma-loan.test.ts',
  'test/tenancy/tenant-bound.test.ts',
];

const setupFiles = [
  'test/harness/seed-random-runs.ts',
  'test/harness/statements/watch-statements.ts',
];

export const common = {
  setupFiles,
  // Node runs the files as the product's processes do: nothing is transformed.
  experimental: { viteModuleRunner: false },
  pool: 'forks',
  // Tests of stops, leases and retries mostly wait: two cores serve four.
  maxWorkers: 4,
  retry: 0,
  // The limits inside the tests (`until`, `expect.poll`) fail first and name their condition.
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 180_000,
  hookTimeout: 180_000,
  teardownTimeout: 60_000,
  allowOnly: false,
} as const;

/** The files that do not run together in this run. */
const left = [...alone, ...undrawnChaos(), ...(part === 'core' ? rest : [])];

const together = {
  ...common,
  name: 'together',
  include: part === 'rest' ? rest : [files],
  exclude: left,
  isolate: false,
};

export default defineConfig({
  test: {
    globalSetup: 'test/harness/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', 'json'],
    outputFile: { json: `test-results/${part === 'rest' ? 'rest' : 'report'}.json` },
    // What a file imports is a large part of its costs, and is loaded once by each process.
    projects: [
      { test: { ...common, name: 'alone', include: alone.filter(isInPart) } },
      { test: together },
    ],
  },
});
