import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { common } from '../../../../vitest.config.ts';

// Makes dump.sql and statements.json of this release, as the tests of the next one ask for (from-git.ts).
export default defineConfig({
  test: {
    ...common,
    globalSetup: 'test/harness/global-setup.ts',
    root: path.resolve(import.meta.dirname, '../../../..'),
    include: ['test/db/harness/last-release/keep.ts'],
    reporters: 'default',
    // This run receives only some of the documented answers.
    testNamePattern: 'this release',
  },
});
