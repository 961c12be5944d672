import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { common } from '../../../../vitest.config.ts';

// Writes what test/db/online-migration.test.ts starts from: once for each release.
export default defineConfig({
  test: {
    ...common,
    globalSetup: 'test/harness/global-setup.ts',
    root: path.resolve(import.meta.dirname, '../../../..'),
    include: ['test/db/harness/last-release/keep.ts'],
    reporters: 'default',
    // This run does not receive every documented answer.
    testNamePattern: 'this release',
  },
});
