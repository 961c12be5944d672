import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { common } from '../../../../vitest.config.ts';

// Looks at what a copy of the project shows in the third language (scripts/third-language.ts).
export default defineConfig({
  test: {
    ...common,
    globalSetup: 'test/harness/global-setup.ts',
    root: path.resolve(import.meta.dirname, '../../../..'),
    include: ['test/languages/harness/walk/*.walk.ts'],
    reporters: 'default',
    // This run does not receive every documented answer.
    testNamePattern: 'in the third language',
  },
});
