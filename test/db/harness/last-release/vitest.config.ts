import path from 'node:path';
import { defineConfig } from 'vitest/config';
import shared from '../../../../vitest.config.ts';

// Writes what test/db/online-migration.test.ts starts from: once for each release.
export default defineConfig({
  test: {
    ...shared.test,
    root: path.resolve(import.meta.dirname, '../../../..'),
    include: ['test/db/harness/last-release/keep.ts'],
    reporters: 'default',
    // Not every documented answer is to be received by it.
    testNamePattern: 'this release',
  },
});
