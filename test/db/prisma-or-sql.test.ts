import { describe, expect, test } from 'vitest';
import { type Source, sourcesIn } from '../harness/sources.ts';

const product = sourcesIn('src');
const publicRouters = product.filter(
  ({ file, text }) => file.endsWith('.router.ts') && /\boperation\(/.test(text),
);
const publicOperations = reachedFrom(publicRouters).filter(({ text }) => !/Procedure\(/.test(text));

/** The files of features that the given ones import. */
function reachedFrom(start: Source[]): Source[] {
  const byFile = new Map(product.map((source) => [source.file, source]));
  const found = new Set(start);
  for (const { imports } of found) {
    for (const { target } of imports) {
      const source = byFile.get(target);
      if (source?.file.startsWith('src/features/')) found.add(source);
    }
  }
  return [...found];
}

function offenders(sources: Source[], breaks: (source: Source) => boolean): string[] {
  return sources.filter(breaks).map(({ file }) => file);
}

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
    const usesSql = product.filter(
      (source) =>
        /^src\/(features|cli|seed|worker)\/.*(?<!router)\.ts$/.test(source.file) &&
        !publicOperations.includes(source) &&
        /\.(rows|row|write|query)(<[^(]*>)?\(/.test(source.text),
    );
    const reasons = {
      'pages in the order of the public API, without what accounts and mails have':
        /^src\/features\/members\/list-(directory|former-members)\.ts$/,
      'a technical contact, locked while its mail is written':
        /^src\/features\/technical-contact\/lock-contact\.ts$/,
      'an endpoint, locked while the mail about it is written':
        /^src\/features\/mail\/write-failing-endpoint-mails\.ts$/,
      'a mail, which one worker at a time claims': /^src\/worker\/mail\/(claim|send)-mail\.ts$/,
      'names among the newest rows of each kind, in one statement a kind':
        /^src\/features\/search\/find-things\.ts$/,
      'kept events, in the order of the feed':
        /^src\/features\/events\/(find-events|get-event|list-readers|find-subjects)\.ts$/,
      'deliveries and the queue': /^src\/worker\/(delivery|queue)\//,
      'feeds of events of all teams, and their positions': /^src\/worker\/feed\//,
      'what was delivered last, and a job':
        /^src\/features\/mail\/(describe-failures|write-mail|write-member-detail-mails)/,
      'counts all open assignments by lists of a thousand entries (P191)':
        /^src\/features\/policies\/preview-policies\.ts$/,
      'the synchronization of CRMs: pages of rows, leases, and fences':
        /^src\/(features\/crm\/(owners|fields|apply-mappings)\.ts|worker\/crm\/)/,
      'what is sealed, whatever its table': /^src\/cli\/reseal-command\.ts$/,
      'all that reaches others, in one transaction': /^src\/cli\/outgoing-commands\.ts$/,
      'an erasure, step by step along large tables, and its job':
        /^src\/features\/(erasure\/(erase-(names|own-rows|deliveries)|list-erasures)|members\/(erase-member|find-erasure-news))\.ts$/,
      'all rows of a team, whatever their tables':
        /^src\/(features\/team\/(remove|empty)-team|cli\/export-team-rows)\.ts$/,
      'the intake of trainings':
        /^src\/features\/(trainings\/(write-trainings|take-in-sessions|rules\/.*)|evaluations\/save-evaluations)\.ts$/,
      'large tables, and rows that others hold':
        /^src\/worker\/housekeeping\/(start-housekeeping|(account-|webhook-|listener-|feed-)?retention(-rule)?|remove-deliveries|old-rows-of-teams|late-lines|waiting-(sessions|work)|unanswered-contacts|log-partitions|online-migrations)\.ts$/,
      'a column beside another and an interval':
        /^src\/worker\/housekeeping\/warn-of-expiring-keys\.ts$/,
      'names, which are stored with the person, and addresses by their time':
        /^src\/features\/(api-keys\/(describe-keys|key-creator)|command-line\/list-logins|erasure\/list-names|members\/(account-names|find-names-at|keep-names|find-address-spans))\.ts$/,
      'the right of a member, locked while a login is confirmed':
        /^src\/features\/command-line\/answer-login\.ts$/,
      'command lines that listen, by the time of the database':
        /^src\/features\/webhooks\/(list-listeners|resend-to-listener)\.ts$/,
      'other teams, which a handle reaches by functions alone, and the team of a sandbox':
        /^src\/features\/mail\/write-new-key-mails\.ts$|^src\/features\/sandboxes\/(add-sandbox-job|(create|change|list)-sandbox(es)?)\.ts$|^src\/worker\/housekeeping\/idle-sandboxes\.ts$|^src\/features\/audit-log\/find-objects\.ts$/,
      'events by their places in the feed': /^src\/features\/events\/read-latest\.ts$/,
      'deliveries, whose state is a view':
        /^src\/features\/webhooks\/(get-delivery|list-attempts|list-askers|(count|find)-deliveries|sign-example|replace-secret|retry-all|step-bulk-retry|make-new-deliveries|get-retry-progress|get-endpoint-health)\.ts$/,
      'a thread: events by their objects, the state of their deliveries, and lines of the log':
        /^src\/features\/thread\/(find-(origin|events)|locate-request)\.ts$/,
      'rows that are locked in the order of everybody else, and a column less an interval':
        /^src\/features\/webhooks\/pass-time\.ts$/,
      'a training by the session of which it was made':
        /^src\/features\/try-out\/save-evaluation\.ts$/,
      'analytics: sums over many rows, at one moment': /^src\/(features|worker)\/analytics\//,
      'errors by what a JSON document says, lines in bars of a time zone, and the time of most answers':
        /^src\/features\/request-log\/(list-errors|count-requests|find-durations)\.ts$/,
      'bulk data': /^src\/seed\/(bulk\/|demo\/history\/(write-requests|events))/,
      "what the demo's CRM begins with: all rows of its connection":
        /^src\/seed\/demo-crm\/first-content\.ts$/,
      'counts of large tables and mappings of all deals of a CRM, and deals in their public shape':
        /^src\/features\/crm\/(connections\/(describe-connection|get-connection|list-runs|disconnect)|find-(deals|objections)|sum-deals)\.ts$/,
      'parts of a JSON document that may be long':
        /^src\/features\/crm\/connections\/(find-pipelines|rules\/stored-account)\.ts$/,
      'connections of all teams that need a person, which several workers look for':
        /^src\/worker\/crm\/tell-of-connections\.ts$/,
      'what Citus knows of tables and nodes': /^src\/cli\/shard\//,
      'an account, on a condition that a handle of a team cannot read':
        /^src\/features\/account\/first-password\.ts$/,
    };
    const hasReason = ({ file }: Source) => Object.values(reasons).some((who) => who.test(file));
    expect(offenders(usesSql, (source) => !hasReason(source))).toEqual([]);
    for (const [reason, who] of Object.entries(reasons)) {
      expect([reason, usesSql.some(({ file }) => who.test(file))]).toEqual([reason, true]);
    }
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
