import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { common } from '../../../../vitest.config.ts';

/** The tests that cause a mail of each kind. */
const files = [
  ...['expiring-keys', 'failing-endpoints', 'pause-endpoints', 'member-detail'].map(
    (name) => `test/worker/${name}.test.ts`,
  ),
  ...['account', 'address-change', 'undone-address-change', 'api-key-mails', 'ownership'].map(
    (name) => `test/trpc/${name}.test.ts`,
  ),
  ...['resets', 'invitation-mails', 'takeovers', 'passkeys'].map(
    (name) => `test/trpc/${name}.test.ts`,
  ),
  'test/cli/mail.test.ts',
];

// A copy of the project notes each mail in all languages while these tests run.
export default defineConfig({
  test: {
    ...common,
    globalSetup: 'test/harness/global-setup.ts',
    root: path.resolve(import.meta.dirname, '../../../..'),
    include: files,
    reporters: 'dot',
    testNamePattern: '^',
  },
});
