import { describe, expect, test } from 'vitest';
import { type Source, sourcesIn } from '../harness/sources.ts';

// The programs of customers have databases of their own.
const product = sourcesIn('src').filter(({ file }) => !file.startsWith('src/sdk/'));
const publicRouters = product.filter(
  ({ file, text }) => file.endsWith('.router.ts') && /\boperation\(/.test(text),
);
const publicOperations = reachedFrom(publicRouters).filter(({ text }) => !/Procedure\(/.test(text));

/** The files of features that the given ones import, not only for types. */
function reachedFrom(start: Source[]): Source[] {
  const byFile = new Map(product.map((source) => [source.file, source]));
  const found = new Set(start);
  for (const { imports } of found) {
    for (const { target, isType } of imports) {
      if (isType) continue;
      const source = byFile.get(target);
      if (source?.file.startsWith('src/features/')) found.add(source);
    }
  }
  return [...found];
}

function offenders(sources: Source[], breaks: (source: Source) => boolean): string[] {
  return sources.filter(breaks).map(({ file }) => file);
}

/**
 * The files that no reason names, or more than one, and the names of no such file. A reason has paths below `src`; a slash
 * at the end means all files of the folder.
 */
function misplaced(files: string[], reasons: Record<string, string>) {
  const places = Object.values(reasons).flatMap((named) => named.split(/\s+/));
  const isAt = (place: string) => (file: string) =>
    place.endsWith('/') ? file.startsWith(`src/${place}`) : file === `src/${place}.ts`;
  const unnamed = files.filter((file) => places.filter((place) => isAt(place)(file)).length !== 1);
  return { unnamed, gone: places.filter((place) => !files.some(isAt(place))) };
}

test('a row is inserted by the names of its columns, except for places with a reason', () => {
  const inserting = product.filter(({ text }) => /insert\s+into\s+[a-z_$]/i.test(text));
  const files = inserting.map(({ file }) => file);
  const reasons = {
    'this is the way': 'db/write-row',
    'many rows': `db/log-slots features/analytics/compare-sums features/analytics/keep-sums
      features/analytics/note-sessions features/audit-log/record-audit features/trainings/write-trainings
      features/webhooks/replay rest/request-log/pending-lines seed/bulk/ worker/crm/synchronize/write-objections
      worker/delivery/origin-limits`,
    'many rows, which may be there': `auth/key-uses features/crm/owners
      features/evaluations/save-evaluations features/trainings/rules/lock-sessions features/webhooks/pass-time
      rest/feed-readers rest/request-log/write-lines worker/crm/synchronize/long-notes
      worker/crm/synchronize/progress worker/crm/synchronize/write-deals`,
    'a row that may be there, where no request may wait for another': `auth/sign-in-throttle
      features/crm/fields operation/idempotency`,
    'values of rows of another table': `features/account/first-password features/members/keep-names
      features/webhooks/make-new-deliveries features/webhooks/resend-to-listener
      features/webhooks/retry-delivery features/webhooks/step-bulk-retry`,
    'one statement that also changes rows of another table': `auth/renew-tokens
      worker/crm/synchronize/remove-deals worker/delivery/record-attempts`,
    'tables of no team, before Prisma or beside it': `cli/shard/distribute db/migrations/
      db/outgoing-pauses process/process-row`,
  };
  expect(
    misplaced(files, reasons),
    'Use insert or insertReturning of TeamDb in an operation of the public API, and create of Prisma elsewhere. If a statement must insert, name its file below the reason',
  ).toEqual({ unnamed: [], gone: [] });
});

describe('the Prisma client', () => {
  const mayUse = (file: string) => file.startsWith('src/db/prisma/');

  test('is made and wrapped in one folder', () => {
    const reaches = ({ file, imports }: Source) =>
      !mayUse(file) &&
      imports.some(
        ({ target, isType }) =>
          target.startsWith('@prisma/') || (target === 'src/db/generated/client.ts' && !isType),
      );
    expect(offenders(product, reaches)).toEqual([]);
  });

  test('is not used by operations of the public API, which are SQL', () => {
    expect(publicOperations.length).toBeGreaterThan(20);
    const usesPrisma = ({ text }: Source) => /\bPrismaCall\b/.test(text);
    expect(offenders(publicOperations, usesPrisma)).toEqual([]);
  });

  test('is what everything else uses, except for places with a reason', () => {
    const methods = 'rows|row|lookUp|write|writeRows|writeWithJob|query';
    const usesSql = product
      .filter(
        (source) =>
          /^src\/(features|cli|seed|worker)\/.*(?<!router)\.ts$/.test(source.file) &&
          !publicOperations.includes(source) &&
          new RegExp(`\\.(${methods})(<[^(]*>)?\\(`).test(source.text),
      )
      .map(({ file }) => file);
    const reasons = {
      'rows that others lock or claim': `features/command-line/answer-login
        features/mail/write-failing-endpoint-mails features/technical-contact/lock-contact
        features/webhooks/pass-time worker/mail/claim-mail worker/mail/send-mail`,
      'a job of the queue': `features/mail/write-mail features/members/erase-member
        features/sandboxes/add-sandbox-job worker/queue/`,
      'events and changes in the order of the feed': `features/events/list-kept-events
        features/events/get-event features/changes/find-readers
        features/events/list-readers features/events/list-latest worker/feed/`,
      'deliveries, whose state is a view': `features/mail/describe-failures features/thread/
        features/webhooks/count-deliveries features/webhooks/get-delivery
        features/webhooks/get-endpoint-health
        features/webhooks/make-new-deliveries features/webhooks/replace-secret
        features/webhooks/retry-all features/webhooks/sign-example features/webhooks/step-bulk-retry
        worker/delivery/`,
      'names, which stand with the person (P763)': `features/api-keys/describe-keys
        features/api-keys/key-creator features/command-line/list-logins features/erasure/list-names
        features/members/find-names-at features/members/list-former-members
        features/search/list-things`,
      'an account, on a condition that Prisma refuses to a team': 'features/account/first-password',
      'sums and counts of many rows': `features/analytics/ features/crm/sum-deals features/crm/sum-objections
        features/crm/connections/describe-connection features/crm/connections/get-connection
        features/crm/connections/list-runs features/policies/preview-policies
        features/request-log/ worker/analytics/`,
      'the synchronization of CRMs: pages of rows, leases, and fences': `features/crm/apply-mappings
        features/crm/fields features/crm/owners worker/crm/`,
      'large tables, step by step, and rows that others hold': `features/erasure/erase-deliveries
        features/erasure/erase-names features/erasure/erase-own-rows features/erasure/list-erasures
        features/members/find-erasure-news worker/housekeeping/account-retention
        worker/housekeeping/feed-retention worker/housekeeping/listener-retention
        worker/housekeeping/log-partitions worker/housekeeping/old-rows-of-teams
        worker/housekeeping/online-migrations worker/housekeeping/remove-deliveries
        worker/housekeeping/retention-rule worker/housekeeping/retention
        worker/housekeeping/start-housekeeping worker/housekeeping/unanswered-contacts
        worker/housekeeping/waiting-sessions worker/housekeeping/waiting-work
        worker/housekeeping/webhook-retention`,
      'rows of many tables': `cli/after-restore cli/export-team-rows cli/outgoing-commands cli/reseal-command
        features/team/empty-team`,
      'what Citus knows of tables and nodes': 'cli/shard/',
      'the intake of trainings': `features/evaluations/save-evaluations
        features/trainings/take-in-sessions features/trainings/write-trainings
        features/trainings/rules/lock-assignments features/trainings/rules/lock-sessions
        features/try-out/save-evaluation`,
      'the time of the database, and a column beside an interval': `features/webhooks/list-listeners
        features/webhooks/resend-to-listener worker/housekeeping/warn-of-expiring-keys`,
      'other teams, which a handle reaches by functions alone': `features/audit-log/find-objects
        features/mail/write-new-key-mails features/sandboxes/change-sandbox
        features/sandboxes/create-sandbox features/sandboxes/list-sandboxes
        worker/housekeeping/idle-sandboxes`,
      'bulk data': 'seed/bulk/ seed/demo/write-rows',
    };
    expect(misplaced(usesSql, reasons)).toEqual({ unnamed: [], gone: [] });
  });

  test('is what sign-in and accounts use, except for admission and the throttle', () => {
    const usesSql = product.filter(
      ({ file, text }) => /^src\/(auth|trpc)\//.test(file) && /\.query(<[^(]*>)?\(/.test(text),
    );
    const reasons = {
      'decides each request': [
        'src/auth/admission.ts',
        'src/auth/command-line-token.ts',
        'src/auth/membership.ts',
        'src/auth/session.ts',
      ],
      'changes or ends sessions, each on its condition, once for requests at once': [
        'src/auth/renew-tokens.ts',
      ],
      'inserts or counts by the age of the row, and locks in order': [
        'src/auth/key-uses.ts',
        'src/auth/sandbox-uses.ts',
        'src/auth/sign-in-throttle.ts',
      ],
    };
    expect(usesSql.map(({ file }) => file).sort()).toEqual(Object.values(reasons).flat().sort());
  });

  test('looks across teams in few files', () => {
    const across = ({ text }: Source) => /\bacrossTeams\b|AllTeamsPrisma/.test(text);
    expect(offenders(product, across).sort()).toEqual([
      'src/cli/after-restore.ts',
      'src/cli/contact-commands.ts',
      'src/cli/erasure-commands.ts',
      'src/cli/mail-commands.ts',
      'src/cli/operator-commands.ts',
      'src/cli/operator-entry.ts',
      'src/cli/outgoing-commands.ts',
      'src/cli/reseal-command.ts',
      'src/cli/training-commands.ts',
      'src/db/prisma/team-prisma.ts',
      'src/db/transaction.ts',
      'src/seed/bulk/load-bulk.ts',
      'src/worker/crm/revoke-tasks.ts',
      'src/worker/housekeeping/retention-rule.ts',
      'src/worker/housekeeping/start-housekeeping.ts',
      'src/worker/mail/send-mail.ts',
    ]);
  });
});
