import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { common } from '../../../../vitest.config.ts';

/** The tests that cause a mail of each kind. */
const files = [
  ...['address-change', 'profile', 'resets', 'takeovers', 'undone-address-change'].map(
    (name) => `test/account/${name}.test.ts`,
  ),
  'test/api-keys/expiring.test.ts',
  'test/api-keys/mails.test.ts',
  'test/cli/mail.test.ts',
  'test/delivery/failing-endpoints.test.ts',
  'test/delivery/pause-endpoints.test.ts',
  'test/members/invitation-mails.test.ts',
  'test/passkeys/add-and-use.test.ts',
  'test/team/member-detail-mails.test.ts',
  'test/team/ownership.test.ts',
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
